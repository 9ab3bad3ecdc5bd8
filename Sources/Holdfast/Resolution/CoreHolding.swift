/// A resolver that leads to a container.
protocol CoreHolding {
  /// The container, and on whose behalf it asks; nil if it only passes on to another resolver, which leads to none or to several.
  var standsFor: ContainerAccess? { get }
  var cores: [Core] { get }
}

extension CoreHolding {
  var cores: [Core] { standsFor.map { [$0.core] } ?? [] }
}

extension Core {
  /// The containers that a resolver leads to.
  static func cores(of resolver: (any Resolver)?) -> [Core] {
    if let holder = resolver as? any CoreHolding { return holder.cores }
    return (resolver as? any ResolverGroup)?.resolvers.flatMap { cores(of: $0) } ?? []
  }
}

extension Container: CoreHolding {
  var standsFor: ContainerAccess? { ContainerAccess(core, requester) }
}

extension Scope: CoreHolding {
  var standsFor: ContainerAccess? { ContainerAccess(core, requester, self) }
}

extension FactoryResolver: CoreHolding {
  var standsFor: ContainerAccess? { ContainerAccess(core, requester) }
}

extension ConcurrentResolver: CoreHolding {
  var standsFor: ContainerAccess? { ContainerAccess(core, requester) }
}
