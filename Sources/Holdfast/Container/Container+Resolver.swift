extension Container {
  /// Returns the value of a type. The type is given or inferred.
  ///
  /// ```swift
  /// let logger = try container.resolve(Logger.self)
  /// let store: any Store = try container.resolve(named: "cache")
  /// ```
  ///
  /// The first resolve of a shared value runs its factory on the calling thread. Other callers of the same value wait for it. Each later resolve
  /// reads the value in some nanoseconds and waits for no build.
  @inlinable @inline(__always)
  public func resolve<T>(_ type: T.Type = T.self, named name: Name? = nil) throws(ResolutionError) -> sending T {
    guard let name else { return sent(try core.resolve(type, for: requester)) }
    return sent(try core.resolve(type, named: name, for: requester))
  }

  // Of its own, so that nothing of names is compiled into the many calls that give none.
  @_documentation(visibility: internal)  // replaces the form with a name where none is given
  @inlinable @inline(__always)
  public func resolve<T>(_ type: T.Type = T.self) throws(ResolutionError) -> sending T {
    sent(try core.resolve(type, for: requester))
  }

  /// Returns the value of a type, and suspends while the value is being built. If it is built already, this neither suspends nor leaves the actor.
  @inlinable
  nonisolated(nonsending) public func resolve<T>(
    _ type: T.Type = T.self, named name: Name? = nil
  ) async throws(ResolutionError) -> sending T {
    if let value = try core.hit(type, name, for: requester) { return sent(value) }
    return try await core.miss(type, name, for: requester)
  }

  @_documentation(visibility: internal)  // replaces the form with a name where none is given
  @inlinable
  nonisolated(nonsending) public func resolve<T>(_ type: T.Type = T.self) async throws(ResolutionError) -> sending T {
    if let value = try core.hit(type, nil, for: requester) { return sent(value) }
    return try await core.miss(type, nil, for: requester)
  }

  @_documentation(visibility: internal)  // replaces the form for any type where that is known to be an Optional, and is faster
  @inlinable
  public func resolve<T>(_ type: T?.Type = T?.self) throws(ResolutionError) -> sending T? {
    let found = core.find(T.self)
    if found.isInstance {
      defer { found.leave() }
      return sent(found.value(as: T.self))
    }
    return sent(try core.finishWrapped(found, T.self, nil, for: requester))
  }

  @_documentation(visibility: internal)  // replaces the form for any type where that is known to be an Optional, and is faster
  @inlinable
  public func resolve<T>(_ type: T?.Type = T?.self, named name: Name? = nil) throws(ResolutionError) -> sending T? {
    let found = core.find(T.self, name)
    if found.isInstance {
      defer { found.leave() }
      return sent(found.value(as: T.self))
    }
    return sent(try core.finishWrapped(found, T.self, name, for: requester))
  }

  @_documentation(visibility: internal)  // replaces the form for any type where that is known to be an Optional, and is faster
  @inlinable
  nonisolated(nonsending) public func resolve<T>(_ type: T?.Type = T?.self) async throws(ResolutionError) -> sending T? {
    if let value = try core.hit(T.self, nil, for: requester) { return sent(value) }
    return try await core.miss(type, nil, for: requester)
  }

  @_documentation(visibility: internal)  // replaces the form for any type where that is known to be an Optional, and is faster
  @inlinable
  nonisolated(nonsending) public func resolve<T>(
    _ type: T?.Type = T?.self, named name: Name? = nil
  ) async throws(ResolutionError) -> sending T? {
    if let value = try core.hit(T.self, name, for: requester) { return sent(value) }
    return try await core.miss(type, name, for: requester)
  }

  @_documentation(visibility: internal)  // replaces the form of `Resolver`, and is faster
  @inlinable
  public func resolve<T>(_ key: Key<T>) throws(ResolutionError) -> sending T {
    sent(try core.resolve(T.self, key.name, for: requester))
  }

  @_documentation(visibility: internal)  // replaces the form of `Resolver`, and is faster
  @inlinable
  nonisolated(nonsending) public func resolve<T>(_ key: Key<T>) async throws(ResolutionError) -> sending T {
    if let value = try core.hit(T.self, key.name, for: requester) { return sent(value) }
    return try await core.miss(T.self, key.name, for: requester)
  }

  @_documentation(visibility: internal)  // replaces the form of `Resolver`, and is faster
  @inlinable
  public func resolveNow<T>(_ type: T.Type = T.self, named name: Name? = nil) throws(ResolutionError) -> sending T {
    sent(try core.resolve(type, name, for: requester))
  }

  /// Resolves a request that another resolver passes on.
  public func resolve<T>(_ request: ResolutionRequest<T>) throws(ResolutionError) -> sending T { try request(by: requester) }

  /// Resolves a request that another resolver passes on, and suspends while the value is being built.
  nonisolated(nonsending) public func resolve<T>(_ request: ResolutionRequest<T>) async throws(ResolutionError) -> sending T {
    try await request(by: requester)
  }

  /// The instance, if it is already built. This never builds, never waits for a build, and asks no parent.
  public func peek<T: Sendable>(_ type: T.Type = T.self, named name: Name? = nil) -> T? {
    core.peek(type, name)
  }
}
