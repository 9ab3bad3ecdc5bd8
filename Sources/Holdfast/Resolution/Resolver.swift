/// A source of values: a container, a scope, the resolver that a factory receives, or a chain of resolvers.
///
/// ```swift
/// func start(with resolver: some Resolver) throws {
///   let logger = try resolver.resolve(Logger.self)
///   let store: any Store = try resolver.resolve(named: "cache")
/// }
/// ```
///
/// The synchronous and the asynchronous `resolve` have the same name. In an `async` function the compiler picks the asynchronous one, which does
/// not suspend if the value is built already.
public protocol Resolver {
  /// Resolves a request that another resolver passes on.
  func resolve<T>(_ request: ResolutionRequest<T>) throws(ResolutionError) -> T

  /// Resolves what a request asks for, suspending while another caller builds it. Throws `ResolutionError`.
  nonisolated(nonsending) func resolve<T>(_ request: ResolutionRequest<T>) async throws(ResolutionError) -> T

  /// Whether `key` is registered, here or in a resolver that this one asks.
  func contains(_ key: AnyKey) -> Bool
}

extension Resolver {
  /// Returns the value of a type. The type is given or inferred.
  public func resolve<T>(_ type: T.Type = T.self, named name: Name? = nil) throws(ResolutionError) -> T {
    try resolve(ResolutionRequest(Key(type, named: name)))
  }

  /// Returns the value of a type, and suspends while another caller builds it.
  nonisolated(nonsending) public func resolve<T>(
    _ type: T.Type = T.self, named name: Name? = nil
  ) async throws(ResolutionError) -> T {
    try await resolve(ResolutionRequest(Key(type, named: name)))
  }

  /// Returns the value of a typed key.
  public func resolve<T>(_ key: Key<T>) throws(ResolutionError) -> T {
    try resolve(ResolutionRequest(key))
  }

  /// Returns the value of a typed key, and suspends while the value is being built.
  nonisolated(nonsending) public func resolve<T>(_ key: Key<T>) async throws(ResolutionError) -> T {
    try await resolve(ResolutionRequest(key))
  }

  /// Whether a container that this asks has begun to end. A late caller is told of the end, not that nothing is registered.
  var isEnding: Bool { Core.cores(of: self).contains(where: \.isEnding) }

  /// Whether a key is registered, or stands for something that is. A chain has no collection, as none of its resolvers knows the values of the others.
  package func provides(_ key: AnyKey) -> Bool {
    // What is registered needs no cast, which costs more than a hit.
    if contains(key) { return true }
    let key = key.unwrapped
    switch RequestedType(key.type) {
    case .reference(let reference): return reference.target(key.name).map { provides($0.key) } ?? true
    case .collection(let collection):
      return Requester.of(self)?.core.innermost.provides(collection, key.name) ?? false
    case .optional, nil: return false
    }
  }

  func resolveIfRegistered<T>(_ request: ResolutionRequest<T>) throws(ResolutionError) -> T? {
    guard provides(request.key) || isEnding else { return request.learnedAsMissing(by: self) }
    do throws(ResolutionError) {
      return try resolve(request)
    } catch {
      // It was unregistered meanwhile.
      if error.isMissing(request.key.unwrapped) { return nil }
      throw error
    }
  }

  nonisolated(nonsending) func resolveIfRegistered<T>(_ request: ResolutionRequest<T>) async throws(ResolutionError) -> T? {
    guard provides(request.key) || isEnding else { return request.learnedAsMissing(by: self) }
    do throws(ResolutionError) {
      return try await resolve(request)
    } catch {
      if error.isMissing(request.key.unwrapped) { return nil }  // it was unregistered meanwhile
      throw error
    }
  }
}
