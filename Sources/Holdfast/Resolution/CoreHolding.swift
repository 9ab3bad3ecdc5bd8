/// A resolver that leads to a container.
protocol CoreHolding {
  var core: Core { get }
  /// On whose behalf it asks there.
  var requester: Requester { get }
}

extension Core {
  /// The containers that a resolver leads to.
  static func cores(of resolver: (any Resolver)?) -> [Core] {
    if let holder = resolver as? any CoreHolding { return [holder.core] }
    return (resolver as? any ResolverGroup)?.resolvers.flatMap { cores(of: $0) } ?? []
  }
}

extension Container: CoreHolding {}

extension Scope: CoreHolding {}

extension FactoryResolver: CoreHolding {}

extension ConcurrentResolver: CoreHolding {}
