public import Holdfast

/// Resolvers that are asked in turn: the first that has a registration answers.
///
/// ```swift
/// let chain = ResolverChain([overrides, scope, defaults])
/// let container = Container(parent: chain)
/// ```
///
/// Only "not registered" moves on to the next one; every other error, a missing dependency of what was found too, is thrown. A chain without
/// resolvers throws `.emptyChain`.
public struct ResolverChain: ResolverGroup, Sendable {
  package let resolvers: [any Resolver & Sendable]

  /// A chain of these resolvers, asked in their order.
  public init(_ resolvers: [any Resolver & Sendable]) {
    self.resolvers = resolvers
  }

  /// Asks each resolver in turn. Throws what the first one that has a registration throws.
  public func resolve<T>(_ request: ResolutionRequest<T>) throws(ResolutionError) -> T {
    for resolver in resolvers where resolver.contains(request.key) {
      do throws(ResolutionError) {
        return try resolver.resolve(request)
      } catch {
        if !error.saysNotRegistered(request.key) { throw error }
      }
    }
    if let maker = maker(of: request.key) { return try maker.resolve(request) }
    throw missing(request.key)
  }

  /// Asks each resolver in turn, suspending while another caller builds the value.
  nonisolated(nonsending) public func resolve<T>(_ request: ResolutionRequest<T>) async throws(ResolutionError) -> T {
    for resolver in resolvers where resolver.contains(request.key) {
      do throws(ResolutionError) {
        return try await resolver.resolve(request)
      } catch {
        if !error.saysNotRegistered(request.key) { throw error }
      }
    }
    if let maker = maker(of: request.key) { return try await maker.resolve(request) }
    throw missing(request.key)
  }

  /// Whether one of the resolvers has a registration.
  public func contains(_ key: AnyKey) -> Bool { resolvers.contains { $0.contains(key) } }

  /// The resolver that makes a reference which is registered nowhere: the first one that has what it refers to. Nil for a collection, as none of
  /// them knows the values of the others.
  private func maker(of key: AnyKey) -> (any Resolver & Sendable)? {
    guard var target = key.unwrapped.target else { return nil }
    while !target.kind.isOfCollection, let further = target.key.unwrapped.target { target = further }
    return target.kind.isOfCollection ? nil : resolvers.first { $0.provides(key) }
  }

  /// The error for a key that none of the resolvers has. An Optional is never a key, what it wraps is.
  private func missing(_ key: AnyKey) -> ResolutionError { isEmpty ? .emptyChain(key) : .notRegistered(key.unwrapped) }

  package func of(_ resolvers: [any Resolver & Sendable]) -> any Resolver & Sendable { ResolverChain(resolvers) }

  /// Whether it has no resolver to ask: none at all, or only chains that have none.
  private var isEmpty: Bool { resolvers.allSatisfy { ($0 as? ResolverChain)?.isEmpty == true } }
}

extension ResolutionError.Code {
  /// The resolver chain has no resolvers.
  public static let emptyChain = ResolutionError.Code(description: "emptyChain")
}

extension ResolutionError {
  fileprivate static func emptyChain(_ key: AnyKey) -> ResolutionError {
    .of(
      .emptyChain, key, message: "A resolver chain without resolvers was asked for \(key).",
      remedy: "Put at least one resolver into the chain.")
  }

  /// Whether it says that `key` itself is registered nowhere; a missing dependency of what was found has a longer path.
  fileprivate func saysNotRegistered(_ key: AnyKey) -> Bool {
    code == .notRegistered && self.key == key.unwrapped && path.count == 1
  }
}
