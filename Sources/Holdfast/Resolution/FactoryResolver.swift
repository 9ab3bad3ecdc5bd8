/// The resolver that a factory receives. What the factory resolves with it is a dependency of the value that it builds.
///
/// ```swift
/// try container.register(Checkout.self) { resolver in
///   try Checkout(store: resolver.resolve(), clock: resolver.resolve())
/// }
/// ```
///
/// Use it instead of the container, so that the container detects cycles on every thread. After the factory has returned, it resolves like its
/// container. It is not `Sendable`; child tasks use `concurrent`.
public struct FactoryResolver: Resolver {
  // The parts of a requester, and not one: of a struct in a struct, each hand-over to a factory would retain and release the run.
  @usableFromInline let run: Run?
  @usableFromInline let depth: Int

  /// - Parameter run: not nil; an Optional, as unwrapping it would retain it.
  @inlinable @inline(__always)
  init(run: Run?, depth: Int) {
    self.run = run
    self.depth = depth
  }

  init(_ requester: Requester) { self.init(run: requester.run, depth: requester.depth) }

  @inlinable var core: Core {
    @inline(__always) get { run.unsafelyUnwrapped.core }  // never nil
  }

  /// Internal: the run that it resolves for.
  @_documentation(visibility: internal)
  @inlinable public var requester: Requester {
    @inline(__always) get { Requester(run: run, depth: depth) }
  }

  /// Resolves a dependency of what is being built. Throws `ResolutionError`; rethrow it, and the path grows by one step.
  // One function for all types, neither inlined nor specialized in the caller: a program has such a call for each dependency, and each would be
  // compiled as a whole hit. A container's own hit is inlined. (Not `@inline(never)`: the default arguments would not be inlined either.)
  @_documentation(visibility: internal)
  public func resolve<T>(_ type: T.Type = T.self, named name: Name? = nil) throws(ResolutionError) -> T {
    learn(T.self, name)
    guard let name else { return try core.resolve(type, nil, for: requester) }
    return try named(type, name)
  }

  /// Resolves a dependency that its registration declares, so that there is nothing to learn.
  @inline(never)
  func dependency<T>(_ type: T.Type, named name: Name?) throws(ResolutionError) -> T {
    guard let name else { return try core.resolve(type, nil, for: requester) }
    return try named(type, name)
  }

  // A function of its own, so that in the usual one nothing of names is left.
  @inline(never)
  private func named<T>(_ type: T.Type, _ name: Name) throws(ResolutionError) -> T {
    try core.resolve(type, name, for: requester)
  }

  /// Resolves a type as part of this resolver's build, and suspends while another caller builds it.
  @_documentation(visibility: internal)
  nonisolated(nonsending) public func resolve<T>(
    _ type: T.Type = T.self, named name: Name? = nil
  ) async throws(ResolutionError) -> T {
    learn(T.self, name)
    if let value = try core.hit(type, name, for: requester) { return value }
    return try await core.miss(type, name, for: requester)
  }

  /// Returns the value of a typed key.
  @_documentation(visibility: internal)
  public func resolve<T>(_ key: Key<T>) throws(ResolutionError) -> T {
    learn(T.self, key.name)
    return try core.resolve(T.self, key.name, for: requester)
  }

  /// Returns the value of a typed key, and suspends while the value is being built.
  @_documentation(visibility: internal)
  nonisolated(nonsending) public func resolve<T>(_ key: Key<T>) async throws(ResolutionError) -> T {
    learn(T.self, key.name)
    if let value = try core.hit(T.self, key.name, for: requester) { return value }
    return try await core.miss(T.self, key.name, for: requester)
  }

  /// Resolves synchronously, even in an asynchronous factory. Throws `.asyncOnly` if an asynchronous factory has not built the value yet.
  @_documentation(visibility: internal)
  public func resolveNow<T>(_ type: T.Type = T.self, named name: Name? = nil) throws(ResolutionError) -> T {
    learn(T.self, name)
    return try core.resolve(type, name, for: requester)
  }

  /// Resolves a request that another resolver passes on.
  public func resolve<T>(_ request: ResolutionRequest<T>) throws(ResolutionError) -> T {
    try request(in: core, for: request.requester(at: requester))
  }

  /// Resolves a request that another resolver passes on, and suspends while the value is being built.
  nonisolated(nonsending) public func resolve<T>(_ request: ResolutionRequest<T>) async throws(ResolutionError) -> T {
    try await request(in: core, for: request.requester(at: requester))
  }

  /// Remembers the dependency if a shared value is being built; other callers only ask.
  @inline(__always)
  func learn(_ type: Any.Type, _ name: Name?) {
    if requester.isLearning { core.learn(Dependency(AnyKey(type, named: name)), by: requester) }
  }
}

@available(*, unavailable, message: "use 'concurrent' in child tasks")
extension FactoryResolver: Sendable {}
