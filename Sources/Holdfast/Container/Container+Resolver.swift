extension Container: Resolver {
  /// Resolves a type, by the type or by inference.
  ///
  /// ```swift
  /// let logger = try container.resolve(Logger.self)
  /// let store: any Store = try container.resolve(named: "cache")
  /// ```
  ///
  /// The first resolve of a shared value runs its factory on the calling thread; others that need the same value meanwhile wait for it. Every
  /// later resolve reads the value in a few nanoseconds and waits for no build. Throws `ResolutionError`.
  @inlinable @inline(__always)
  public func resolve<T>(_ type: T.Type = T.self, named name: Name? = nil) throws(ResolutionError) -> sending T {
    guard let name else { return sent(try core.resolve(type, for: requester)) }
    return sent(try core.resolve(type, named: name, for: requester))
  }

  /// Resolves a type in a task: as the synchronous form, but waiting suspends. A hit does not suspend and stays on the caller's actor.
  @inlinable
  nonisolated(nonsending) public func resolve<T>(
    _ type: T.Type = T.self, named name: Name? = nil
  ) async throws(ResolutionError) -> sending T {
    if let value = try core.hit(type, name, for: requester) { return sent(value) }
    return try await core.miss(type, name, for: requester)
  }

  /// Resolves a typed key. Throws `ResolutionError`.
  @inlinable
  public func resolve<T>(_ key: Key<T>) throws(ResolutionError) -> sending T {
    sent(try core.resolve(T.self, key.name, for: requester))
  }

  /// Resolves a typed key, suspending while another caller builds its value. Throws `ResolutionError`.
  @inlinable
  nonisolated(nonsending) public func resolve<T>(_ key: Key<T>) async throws(ResolutionError) -> sending T {
    if let value = try core.hit(T.self, key.name, for: requester) { return sent(value) }
    return try await core.miss(T.self, key.name, for: requester)
  }

  /// The synchronous form under a name of its own, for async functions and autoclosures, where plain `resolve` means the asynchronous one.
  @inlinable
  public func resolveNow<T>(_ type: T.Type = T.self, named name: Name? = nil) throws(ResolutionError) -> sending T {
    sent(try core.resolve(type, name, for: requester))
  }

  /// Resolves what a request asks for. Throws `ResolutionError`.
  public func resolve<T>(_ request: ResolutionRequest<T>) throws(ResolutionError) -> sending T {
    try request(in: core, for: request.requester(at: requester))
  }

  /// Resolves what a request asks for, suspending while another caller builds it. Throws `ResolutionError`.
  nonisolated(nonsending) public func resolve<T>(_ request: ResolutionRequest<T>) async throws(ResolutionError) -> sending T {
    try await request(in: core, for: request.requester(at: requester))
  }

  /// Whether something is registered under `key`, here or in a resolver behind this one. Builds nothing.
  public func contains(_ key: AnyKey) -> Bool { core.contains(key) }

  /// The instance if it is there already: never builds, never waits for a build, asks no parent.
  public func peek<T: Sendable>(_ type: T.Type = T.self, named name: Name? = nil) -> T? {
    core.peek(type, name)
  }

  /// Something that resolves later, each time it is called.
  public func provider<T>(_ type: T.Type = T.self, named name: Name? = nil) -> Provider<T> {
    Provider(core, Key(type, named: name), for: requester)
  }

  /// Something that resolves later, once.
  public func lazy<T: Sendable>(_ type: T.Type = T.self, named name: Name? = nil) -> Lazy<T> {
    Lazy(core, Key(type, named: name), for: requester)
  }
}
