/// Resolvers that are asked in turn: the first that has a registration answers.
///
/// ```swift
/// let chain = ResolverChain(overrides, scope, defaults)
/// let container = Container(parent: chain)
/// ```
///
/// Only "not registered" moves on to the next one; every other error, a missing dependency of what was found too, is thrown. A chain without
/// resolvers throws `.emptyChain`. An array of resolvers of one type is a chain by itself.
public struct ResolverChain: Resolver, Sendable {
  let resolvers: [any Resolver & Sendable]

  /// A chain of these resolvers, asked in this order.
  public init(_ resolvers: any Resolver & Sendable...) {
    self.resolvers = resolvers
  }

  /// A chain of resolvers of several types, asked in their order.
  public init(_ resolvers: some Sequence<any Resolver & Sendable>) {
    self.resolvers = Array(resolvers)
  }

  /// A chain of resolvers of one type, asked in their order.
  public init<Resolvers: Sequence>(_ resolvers: Resolvers) where Resolvers.Element: Resolver & Sendable {
    self.resolvers = resolvers.map { $0 }
  }

  /// Asks each resolver in turn. Throws what the first one that has a registration throws.
  public func resolve<T>(_ request: ResolutionRequest<T>) throws(ResolutionError) -> T {
    try resolve(request, in: resolvers)
  }

  /// Asks each resolver in turn, suspending while another caller builds the value.
  nonisolated(nonsending) public func resolve<T>(_ request: ResolutionRequest<T>) async throws(ResolutionError) -> T {
    try await resolve(request, in: resolvers)
  }

  /// Whether one of the resolvers has a registration.
  public func contains(_ key: AnyKey) -> Bool { resolvers.contains { $0.contains(key) } }

  fileprivate var isEmptyChain: Bool { ResolverChain.isEmpty(resolvers) }

  /// Whether it has no resolver to ask: no resolver, or only chains of which the same is true.
  fileprivate static func isEmpty(_ resolvers: [any Resolver]) -> Bool {
    resolvers.allSatisfy { ($0 as? any EmptyableChain)?.isEmptyChain == true }
  }
}

/// An array of resolvers is a chain: see `ResolverChain`.
extension Array: Resolver where Element: Resolver {
  /// Asks each resolver in turn. Throws what the first one that has a registration throws.
  public func resolve<T>(_ request: ResolutionRequest<T>) throws(ResolutionError) -> T {
    try resolve(request, in: map { $0 as any Resolver })
  }

  /// Asks each resolver in turn, suspending while another caller builds the value.
  nonisolated(nonsending) public func resolve<T>(_ request: ResolutionRequest<T>) async throws(ResolutionError) -> T {
    try await resolve(request, in: map { $0 as any Resolver })
  }

  /// Whether one of the resolvers has a registration.
  public func contains(_ key: AnyKey) -> Bool { contains { $0.contains(key) } }

  fileprivate var isEmptyChain: Bool { ResolverChain.isEmpty(map { $0 as any Resolver }) }
}

/// A resolver that has no one to ask when it is empty, or only others like it.
private protocol EmptyableChain {
  var isEmptyChain: Bool { get }
}

extension ResolverChain: EmptyableChain {}
extension Array: EmptyableChain where Element: Resolver {}

extension Resolver {
  /// Asks the resolvers of a chain in turn.
  fileprivate func resolve<T>(_ request: ResolutionRequest<T>, in resolvers: [any Resolver]) throws(ResolutionError) -> T {
    for resolver in resolvers where resolver.contains(request.key) {
      do throws(ResolutionError) {
        return try resolver.resolve(request)
      } catch {
        if !error.saysNotRegistered(request.key) { throw error }
      }
    }
    throw ResolverChain.isEmpty(resolvers) ? .emptyChain(request.key) : .notRegistered(request.key)
  }

  nonisolated(nonsending) fileprivate func resolve<T>(
    _ request: ResolutionRequest<T>, in resolvers: [any Resolver]
  ) async throws(ResolutionError) -> T {
    for resolver in resolvers where resolver.contains(request.key) {
      do throws(ResolutionError) {
        return try await resolver.resolve(request)
      } catch {
        if !error.saysNotRegistered(request.key) { throw error }
      }
    }
    throw ResolverChain.isEmpty(resolvers) ? .emptyChain(request.key) : .notRegistered(request.key)
  }
}

extension ResolutionError {
  /// Whether it says that `key` itself is registered nowhere; a missing dependency of what was found has a longer path.
  func saysNotRegistered(_ key: AnyKey) -> Bool {
    code == .notRegistered && self.key == key && path.count == 1
  }
}
