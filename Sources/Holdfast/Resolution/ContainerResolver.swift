import OnceKernel

/// A resolver of one container: the container itself, a scope of it, or the resolver that a factory receives.
///
/// It can also hand out what resolves later, and all values of a type. You cannot write one of your own; write a `Resolver`.
public protocol ContainerResolver: Resolver {
  /// Internal: for which it resolves, and in which container. Only Holdfast can make one.
  @_documentation(visibility: internal)
  var requester: Requester { get }
}

extension Container: ContainerResolver {}

extension Scope: ContainerResolver {}

extension FactoryResolver: ContainerResolver {}

extension ContainerResolver {
  @inlinable var core: Core {
    @inline(__always) get { requester.core }
  }

  /// Has what a reference leads to learned, if code of a registration makes it.
  private func learn(_ key: AnyKey, _ kind: Dependency.Kind) {
    if !Mutant.referencesUnlearned.isActive { requester.learn(Dependency(key, kind), askedOf: core) }
  }
}

extension Requester {
  /// That of a resolver of one container; nil for every other resolver.
  static func of(_ resolver: (any Resolver)?) -> Requester? {
    // Only types of this module conform, and none of them isolated to an actor.
    (resolver as? any ContainerResolver)?.requester
  }
}

extension Core {
  /// The containers that a resolver leads to.
  static func cores(of resolver: (any Resolver)?) -> [Core] {
    if let requester = Requester.of(resolver) { return [requester.core] }
    return (resolver as? any ResolverGroup)?.resolvers.flatMap { cores(of: $0) } ?? []
  }
}

extension ContainerResolver {
  /// A provider that resolves each time you call it. In a scope it resolves in the scope. In a factory it belongs to the container or to the scope,
  /// not to the build.
  public func provider<T>(_ type: T.Type = T.self, named name: Name? = nil) -> Provider<T> {
    learn(AnyKey(T.self, named: name), .provider)
    return Provider(core, Key(type, named: name), for: requester)
  }

  /// A lazy reference that resolves at its first use. It belongs to the container or to the scope, as a provider does.
  public func lazy<T: Sendable>(_ type: T.Type = T.self, named name: Name? = nil) -> Lazy<T> {
    learn(AnyKey(T.self, named: name), .lazy)
    return Lazy(core, Key(type, named: name), for: requester)
  }

  /// A factory of values that are made from run-time arguments. It builds nothing until you call it.
  public func factory<T, each A>(
    _ type: T.Type = T.self, named name: Name? = nil, taking arguments: repeat (each A).Type
  ) -> Factory<T, repeat each A> {
    learn(AnyKey(T.self, named: name, taking: repeat each arguments), .factory)
    return Factory(core, name, for: requester)
  }
}
