extension ContainerResolver {
  @_documentation(visibility: internal)  // replaces `Resolver.resolveIfRegistered(_:named:with:)`, and is faster
  @inlinable
  public func resolveIfRegistered<T>(_ type: T.Type = T.self, named name: Name? = nil) throws(ResolutionError) -> T? {
    let access = access
    if access.requester.isHandles, let value = try access.core.hit(type, name, for: access.requester) { return value }
    return try access.core.resolveIfRegistered(type, name, for: access.requester, in: self)
  }

  @_documentation(visibility: internal)  // replaces `Resolver.resolveIfRegistered(_:named:with:)`, and is faster
  @inlinable
  nonisolated(nonsending) public func resolveIfRegistered<T>(
    _ type: T.Type = T.self, named name: Name? = nil
  ) async throws(ResolutionError) -> T? {
    let access = access
    if access.requester.isHandles, let value = try access.core.hit(type, name, for: access.requester) { return value }
    return try await access.core.resolveIfRegistered(type, name, for: access.requester, in: self)
  }
}

extension Requester {
  /// Whether it is a container's or a scope's own. What the code of a factory asks is learned, and is no hit here.
  @inlinable var isHandles: Bool {
    @inline(__always) get { run?.isContainersOwn ?? true }
  }
}

extension Core {
  @usableFromInline @inline(never)
  func resolveIfRegistered<T>(
    _ type: T.Type, _ name: Name?, for requester: Requester, in resolver: some ContainerResolver
  ) throws(ResolutionError) -> T? {
    if isKnownMissing(type, name, for: requester) { return nil }
    return try resolver.resolveIfRegistered(ResolutionRequest(AnyKey(type, named: name), NoArguments(), .anonymous, isNeeded: false))
  }

  @usableFromInline @inline(never)
  nonisolated(nonsending) func resolveIfRegistered<T>(
    _ type: T.Type, _ name: Name?, for requester: Requester, in resolver: some ContainerResolver
  ) async throws(ResolutionError) -> T? {
    if isKnownMissing(type, name, for: requester) { return nil }
    return try await resolver.resolveIfRegistered(
      ResolutionRequest(AnyKey(type, named: name), NoArguments(), .anonymous, isNeeded: false))
  }

  /// Whether a look is enough to say that a key is not registered: in a container without a parent and without layers, outside every factory.
  private func isKnownMissing(_ type: Any.Type, _ name: Name?, for requester: Requester) -> Bool {
    guard parent == nil, link == nil, let phase = phaseOfHitsApart(for: requester), PlainTypes.contain(type) else { return false }
    let pinned = pin(of: type, name, under: phase)
    defer { pinned.unpin() }
    return pinned.cell == nil
  }
}
