/// A resolver as it was where a property wrapper was made inside a layer, to be asked later: it belongs to the layer.
struct ResolverInLayers: Resolver, Sendable {
  let inside: CoreResolver
  /// What it was, kept as long as this.
  private let origin: any Resolver & Sendable

  /// What `resolver` means here: itself, unless a layer is in force. A resolver of another module's decides for itself where it asks.
  static func here(_ resolver: any Resolver & Sendable) -> any Resolver & Sendable {
    guard OverrideBinding.all != nil else { return resolver }
    switch resolver {
    case let container as Container: return here(container, container.core, nil)
    case let scope as Scope: return here(scope, scope.core, scope.requester.scope)
    case let resolver as CoreResolver: return here(resolver, resolver.core, resolver.requester.scope)
    case let group as any ResolverGroup: return group.of(group.resolvers.map { here($0) })
    default: return resolver
    }
  }

  private static func here(_ origin: any Resolver & Sendable, _ core: Core, _ scope: Run.Scope?) -> any Resolver & Sendable {
    let layer = core.innermost
    return layer === core ? origin : ResolverInLayers(inside: CoreResolver(core: layer, scope: scope), origin: origin)
  }

  func resolve<T>(_ request: ResolutionRequest<T>) throws(ResolutionError) -> sending T { try inside.resolve(request) }

  nonisolated(nonsending) func resolve<T>(_ request: ResolutionRequest<T>) async throws(ResolutionError) -> sending T {
    try await inside.resolve(request)
  }

  func contains(_ key: AnyKey) -> Bool { inside.contains(key) }
}
