/// Whatever can be asked for a value: a container, the resolver a factory is given, a chain of resolvers.
///
/// ```swift
/// func start(with resolver: some Resolver) throws {
///   let logger = try resolver.resolve(Logger.self)
///   let store: any Store = try resolver.resolve(named: "cache")
/// }
/// ```
///
/// Synchronous and asynchronous resolving have one name; in an async function the compiler picks the asynchronous one, which does not
/// suspend when the value is there.
public protocol Resolver {
  /// Resolves what a request asks for. Throws `ResolutionError`.
  func resolve<T>(_ request: ResolutionRequest<T>) throws(ResolutionError) -> T

  /// Resolves what a request asks for, suspending while another caller builds it. Throws `ResolutionError`.
  nonisolated(nonsending) func resolve<T>(_ request: ResolutionRequest<T>) async throws(ResolutionError) -> T

  /// Whether something is registered under `key`, here or in a resolver behind this one.
  func contains(_ key: AnyKey) -> Bool
}

extension Resolver {
  /// Resolves a type, by the type or by inference. Throws `ResolutionError`.
  public func resolve<T>(_ type: T.Type = T.self, named name: Name? = nil) throws(ResolutionError) -> T {
    try resolve(ResolutionRequest(Key(type, named: name)))
  }

  /// Resolves a type, suspending while another caller builds it. Throws `ResolutionError`.
  nonisolated(nonsending) public func resolve<T>(
    _ type: T.Type = T.self, named name: Name? = nil
  ) async throws(ResolutionError) -> T {
    try await resolve(ResolutionRequest(Key(type, named: name)))
  }

  /// Resolves a typed key. Throws `ResolutionError`.
  public func resolve<T>(_ key: Key<T>) throws(ResolutionError) -> T {
    try resolve(ResolutionRequest(key))
  }

  /// Resolves a typed key, suspending while another caller builds its value. Throws `ResolutionError`.
  nonisolated(nonsending) public func resolve<T>(_ key: Key<T>) async throws(ResolutionError) -> T {
    try await resolve(ResolutionRequest(key))
  }

  /// The synchronous form under a name of its own, for async functions and autoclosures, where plain `resolve` means the asynchronous one.
  public func resolveNow<T>(_ type: T.Type = T.self, named name: Name? = nil) throws(ResolutionError) -> T {
    try resolve(ResolutionRequest(Key(type, named: name)))
  }

  /// Resolves a type that may be missing: nil when it is not registered. Every other error is thrown, a missing dependency of it too.
  public func resolveIfRegistered<T>(_ type: T.Type = T.self, named name: Name? = nil) throws(ResolutionError) -> T? {
    try resolveIfRegistered(ResolutionRequest(Key(type, named: name)))
  }

  /// Resolves a type that may be missing, suspending while another caller builds it: nil when it is not registered.
  nonisolated(nonsending) public func resolveIfRegistered<T>(
    _ type: T.Type = T.self, named name: Name? = nil
  ) async throws(ResolutionError) -> T? {
    try await resolveIfRegistered(ResolutionRequest(Key(type, named: name)))
  }

  func resolveIfRegistered<T>(_ request: ResolutionRequest<T>) throws(ResolutionError) -> T? {
    guard contains(request.key) else { return nil }
    do throws(ResolutionError) {
      return try resolve(request)
    } catch {
      // It was unregistered meanwhile.
      if error.isMissing(request.key.unwrapped) { return nil }
      throw error
    }
  }

  nonisolated(nonsending) func resolveIfRegistered<T>(_ request: ResolutionRequest<T>) async throws(ResolutionError) -> T? {
    guard contains(request.key) else { return nil }
    do throws(ResolutionError) {
      return try await resolve(request)
    } catch {
      if error.isMissing(request.key.unwrapped) { return nil }  // as above
      throw error
    }
  }

  /// Whether a type is registered under a name, here or in a resolver behind this one. Builds nothing.
  public func contains<T>(_ type: T.Type, named name: Name? = nil) -> Bool {
    contains(AnyKey(type, named: name))
  }
}
