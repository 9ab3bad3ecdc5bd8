import OnceKernel

/// A core as a resolver, for code that may resolve and not register. Code of a run that asks it speaks for that run.
struct CoreResolver: Resolver, Sendable {
  let core: Core
  /// A handle's.
  let requester: Requester

  init(requester: Requester, core: Core) {
    self.core = core
    self.requester = requester
  }

  /// - Parameter scope: where `.scoped` values live.
  init(core: Core, scope: Run.Scope? = nil) {
    self.init(requester: Requester(run: Run(core, scope: scope, isContainersOwn: true), depth: 0), core: core)
  }

  /// What is left of a run for code that may keep it longer: its container, and its scope if it has one.
  init(_ run: Run) {
    if run.isContainersOwn {
      self.init(requester: Requester(run: run, depth: 0), core: run.core)
    } else {
      self.init(core: run.core, scope: run.scope)
    }
  }

  /// What asks as `resolver` does, and keeps no container alive. A resolver of another module's decides for itself what it keeps.
  static func keepingNoContainer(_ resolver: any Resolver & Sendable) -> any Resolver & Sendable {
    switch resolver {
    case let container as Container: container.resolver
    case let scope as Scope: CoreResolver(requester: scope.requester, core: scope.core)
    case let resolver as ConcurrentResolution: CoreResolver(core: resolver.core, scope: resolver.requester.scope)
    case let group as any ResolverGroup: group.of(group.resolvers.map(keepingNoContainer))
    default: resolver
    }
  }

  func resolve<T>(_ request: ResolutionRequest<T>) throws(ResolutionError) -> sending T {
    let requester = request.requester(at: requester).forRun(asking: request.need, in: core)
    // A transient that is made on the fast path does not count itself.
    return sent(
      try CurrentBuild.atDepth(requester.depth + 1) { () throws(ResolutionError) in try request(in: core, for: requester) })
  }

  nonisolated(nonsending) func resolve<T>(_ request: ResolutionRequest<T>) async throws(ResolutionError) -> sending T {
    try await request(in: core, for: request.requester(at: requester).forRun(asking: request.need, in: core))
  }

  func contains(_ key: AnyKey) -> Bool { core.contains(key) }
}
