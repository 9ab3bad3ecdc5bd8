import OnceKernel

/// A stretch of work, a request for instance, with instances of its own for what is registered as `.scoped`.
///
/// ```swift
/// try await container.withScope { scope in
///   let transaction = try await scope.resolve(Transaction.self)   // this scope's own
///   let pool = try await scope.resolve(Pool.self)                 // the container's
/// }
/// ```
///
/// Everything else is the container's, whose singletons never see a scope. Scopes may be open at the same time, and inside each other: an
/// inner one has instances of its own. A scope may be used from any thread or task until its closure returns.
public final class Scope: Resolver, Sendable {
  @usableFromInline let core: Core
  @usableFromInline let instances = InstanceTable()
  @usableFromInline let requester: Requester
  /// The scope that was open where this one was opened, of whatever container.
  let outer: Scope?
  /// Whether it is counted in its container. One that is opened when that has begun to end, by code that is not served any more, is not, and
  /// serves nobody either.
  private let isCounted: Bool

  init(_ core: Core) {
    self.core = core
    outer = Current.scope
    isCounted = core.enter(.scope, for: .nobody) == nil
    requester = Requester(
      context: Context(core, scope: Context.Scope(instances: instances, core: core, isCounted: isCounted), isHandle: true), depth: 0)
  }

  /// True from its opening to its end.
  var isOpen: Bool { isCounted && !instances.isClosed }

  /// Resolves in this scope. Throws `ResolutionError`.
  @inlinable @inline(__always)
  public func resolve<T>(_ type: T.Type = T.self, named name: Name? = nil) throws(ResolutionError) -> sending T {
    guard let name else { return sent(try core.resolve(type, for: requester, inside: instances)) }
    return sent(try core.resolve(type, named: name, for: requester, inside: instances))
  }

  /// Resolves a type inside this scope, suspending while somebody builds it. Throws `ResolutionError`.
  @inlinable
  nonisolated(nonsending) public func resolve<T>(
    _ type: T.Type = T.self, named name: Name? = nil
  ) async throws(ResolutionError) -> sending T {
    if let value = try core.fastPath(type, name, for: requester, inside: instances) { return sent(value) }
    return try await core.resolveSlowly(type, name, with: (), for: requester)
  }

  /// Resolves a typed key in this scope. Throws `ResolutionError`.
  @inlinable
  public func resolve<T>(_ key: Key<T>) throws(ResolutionError) -> sending T {
    sent(try core.resolve(T.self, key.name, for: requester, inside: instances))
  }

  /// Resolves a typed key inside this scope, suspending while somebody builds its value. Throws `ResolutionError`.
  @inlinable
  nonisolated(nonsending) public func resolve<T>(_ key: Key<T>) async throws(ResolutionError) -> sending T {
    if let value = try core.fastPath(T.self, key.name, for: requester, inside: instances) { return sent(value) }
    return try await core.resolveSlowly(T.self, key.name, with: (), for: requester)
  }

  /// The synchronous form under a name of its own, for async functions and autoclosures, where plain `resolve` means the asynchronous one.
  @inlinable
  public func resolveNow<T>(_ type: T.Type = T.self, named name: Name? = nil) throws(ResolutionError) -> sending T {
    sent(try core.resolve(type, name, for: requester, inside: instances))
  }

  /// Resolves what a request asks for. Throws `ResolutionError`.
  public func resolve<T>(_ request: ResolutionRequest<T>) throws(ResolutionError) -> sending T {
    try request(in: core, for: request.requester(at: requester))
  }

  /// Resolves what a request asks for, suspending while somebody builds it. Throws `ResolutionError`.
  nonisolated(nonsending) public func resolve<T>(_ request: ResolutionRequest<T>) async throws(ResolutionError) -> sending T {
    try await request(in: core, for: request.requester(at: requester))
  }

  /// Whether something is registered under `key`, here or in a resolver behind this one. Builds nothing.
  public func contains(_ key: AnyKey) -> Bool { core.contains(key) }

  /// Ends the scope: disposes of its instances in reverse order of creation, in a task of its own, which nobody cancels. Called once.
  nonisolated(nonsending) func end() async {
    let cells = taken()
    // An empty one too: it is being built, or comes to be, and has to be retired before anybody can tell.
    if cells.contains(where: { cell in cell.instance.map { cell.registration.disposes($0) } ?? true }) {
      let holding = Holding.here
      await Task.detached { [core] in await core.disposeInOrder(cells, within: holding) }.value
    }
    leave()
    core.release(cells)
  }

  /// Ends the scope of a synchronous operation: its disposers, which may suspend, run in a task of their own. Called once.
  func endSynchronously() {
    let cells = taken()
    core.disposeLater(cells) { [self] in leave() }
    core.release(cells)
  }

  /// It counts until its disposers have run.
  private func leave() {
    if isCounted { core.leave(.scope) }
  }

  private func taken() -> [OnceCell] {
    let cells = instances.close().expanded.inOrderOfCreation
    #if Exploration
      if Mutant.scopeForgetsLate.isActive { return cells.filter { $0.instance != nil } }
    #endif
    return cells
  }
}
