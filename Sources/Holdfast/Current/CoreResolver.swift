import OnceKernel

/// A container or a scope as a resolver, for code that may resolve and not register. Code of a run that asks it speaks for that run.
struct CoreResolver: ContainerResolver, Sendable {
  /// The container's or the scope's own.
  private let run: Run
  /// What it stands for, kept as long as it; nil if it keeps no container alive.
  private let origin: (any AnyObject & Sendable)?

  var core: Core { run.core }
  var requester: Requester { run.outermost }

  /// - Parameter scope: where `.scoped` values live.
  init(core: Core, scope: Run.Scope? = nil) {
    self.init(Run(core, scope: scope, isContainersOwn: true))
  }

  /// What is left of a run for code that may keep it longer: its container, and its scope if it has one.
  init(_ run: Run) {
    self.run = run.isContainersOwn ? run : Run(run.core, scope: run.scope, isContainersOwn: true)
    origin = nil
  }

  private init(_ run: Run, keeping origin: (any AnyObject & Sendable)?) {
    (self.run, self.origin) = (run, origin)
  }

  /// What asks as `resolver` does, and keeps no container alive. A resolver of another module's decides for itself what it keeps.
  static func keepingNoContainer(_ resolver: any Resolver & Sendable) -> any Resolver & Sendable {
    switch resolver {
    case let container as Container: container.withoutRegistering
    case let scope as Scope: CoreResolver(scope.requester.run.unsafelyUnwrapped)  // never nil
    case let resolver as ConcurrentResolver: CoreResolver(core: resolver.core, scope: resolver.requester.scope)
    case let group as any ResolverGroup: group.of(group.resolvers.map(keepingNoContainer))
    default: resolver
    }
  }

  /// What `resolver` means here, for a property wrapper that asks it later: itself, unless a layer is in force; then what belongs to that layer.
  /// A resolver of another module's decides for itself where it asks.
  static func here(_ resolver: any Resolver & Sendable) -> any Resolver & Sendable {
    guard OverrideBinding.all != nil else { return resolver }
    switch resolver {
    case let container as Container: return here(resolver, container.core, nil, keeping: container)
    case let scope as Scope: return here(resolver, scope.core, scope.requester.scope, keeping: scope)
    case let own as CoreResolver: return here(resolver, own.core, own.run.scope, keeping: own.origin)
    case let group as any ResolverGroup: return group.of(group.resolvers.map { here($0) })
    default: return resolver
    }
  }

  private static func here(
    _ resolver: any Resolver & Sendable, _ core: Core, _ scope: Run.Scope?, keeping origin: (any AnyObject & Sendable)?
  ) -> any Resolver & Sendable {
    let layer = core.innermost
    return layer === core ? resolver : CoreResolver(Run(layer, scope: scope, isContainersOwn: true), keeping: origin)
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
