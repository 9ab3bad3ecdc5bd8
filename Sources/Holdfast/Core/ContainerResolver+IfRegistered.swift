import OnceKernel

extension ContainerResolver {
  @_documentation(visibility: internal)  // replaces `Resolver.resolveIfRegistered(_:named:with:)`, and is faster
  @inlinable
  public func resolveIfRegistered<T>(_ type: T.Type = T.self, named name: Name? = nil) throws(ResolutionError) -> T? {
    let (core, requester) = (core, requester)  // once, as the compiler counts a reference each time
    let found = requester.isHandles ? core.find(T.self, name) : .none
    if found.isInstance {
      defer { found.leave() }
      return found.value(as: type)
    }
    if core.isMissing(found, T.self, for: requester) { return nil }
    return try core.finishIfRegistered(found, type, name, for: requester, in: self)
  }

  @_documentation(visibility: internal)  // replaces `Resolver.resolveIfRegistered(_:named:with:)`, and is faster
  @inlinable
  nonisolated(nonsending) public func resolveIfRegistered<T>(
    _ type: T.Type = T.self, named name: Name? = nil
  ) async throws(ResolutionError) -> T? {
    let (core, requester) = (core, requester)  // once, as the compiler counts a reference each time
    let found = requester.isHandles ? core.find(T.self, name) : .none
    if found.isInstance {
      defer { found.leave() }
      return found.value(as: type)
    }
    if core.isMissing(found, T.self, for: requester) { return nil }
    return try await core.finishIfRegistered(found, type, name, for: requester, in: self)
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
  func finishIfRegistered<T>(
    _ found: FoundCell, _ type: T.Type, _ name: Name?, for requester: Requester, in resolver: some ContainerResolver
  ) throws(ResolutionError) -> T? {
    if requester.isHandles, let value = try finishIfHit(found, type, name, for: requester) { return value }
    return try resolver.resolveIfRegistered(ResolutionRequest(AnyKey(type, named: name), NoArguments(), .anonymous, isNeeded: false))
  }

  @usableFromInline @inline(never)
  nonisolated(nonsending) func finishIfRegistered<T>(
    _ found: FoundCell, _ type: T.Type, _ name: Name?, for requester: Requester, in resolver: some ContainerResolver
  ) async throws(ResolutionError) -> T? {
    if requester.isHandles, let value = try finishIfHit(found, type, name, for: requester) { return value }
    return try await resolver.resolveIfRegistered(
      ResolutionRequest(AnyKey(type, named: name), NoArguments(), .anonymous, isNeeded: false))
  }

  /// Whether the look that found nothing is enough to say that a key is not registered: in a container without a parent and without layers, outside
  /// every factory.
  @usableFromInline @inline(never)
  func isMissing(_ found: FoundCell, _ type: Any.Type, for requester: Requester) -> Bool {
    found.isMissing && registry.features.loadAcquiring() & Features.parent == 0 && link == nil && PlainTypes.contain(type)
      && isAnsweredByLook(requester)
  }
}
