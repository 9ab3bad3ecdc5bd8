import OnceKernel

/// A resolver of one container: the container itself, a scope of it, or the resolver that a factory receives.
///
/// It can also hand out what resolves later, and all values of a type. You cannot write one of your own; write a `Resolver`.
public protocol ContainerResolver: Resolver, OwnRequester {}

/// Plumbing: what asks a container on behalf of a run. Only Holdfast's own types do: another one could hand an object of one task to another task.
@_documentation(visibility: internal)
public protocol OwnRequester {
  /// Plumbing: for which run it asks, and in which container.
  @_documentation(visibility: internal)
  var requester: Requester { get }
  /// Plumbing: what no other module can make.
  @_documentation(visibility: internal)
  static var isOwn: Own<Self> { get }
}

/// Plumbing: says of a type that it is one of Holdfast's own.
@_documentation(visibility: internal)
public struct Own<Asking>: Sendable {}

extension Container: ContainerResolver {
  @_documentation(visibility: internal)
  public static var isOwn: Own<Container> { Own() }
}

extension Scope: ContainerResolver {
  @_documentation(visibility: internal)
  public static var isOwn: Own<Scope> { Own() }
}

extension FactoryResolver: ContainerResolver {
  @_documentation(visibility: internal)
  public static var isOwn: Own<FactoryResolver> { Own() }
}

extension ContainerResolver {
  @inlinable var core: Core {
    @inline(__always) get { requester.core }
  }

  /// Whether `key` is registered, here or in a resolver that this one asks. Builds nothing.
  @_documentation(visibility: internal)  // is the requirement of `Resolver`
  public func contains(_ key: AnyKey) -> Bool { core.contains(key) }

  /// Has what a reference leads to learned, if code of a registration makes it.
  private func learn(_ key: AnyKey, _ kind: Dependency.Kind) {
    if !Mutant.referencesUnlearned.isActive { requester.learn(Dependency(key, kind), askedOf: core) }
  }
}

extension Requester {
  /// That of a resolver of one container; nil for every other resolver.
  static func of(_ resolver: (any Resolver)?) -> Requester? {
    // Only types of this module conform, as `isOwn` says, and none of them isolated to an actor.
    (resolver as? any ContainerResolver)?.requester
  }

  /// Those of the resolvers of containers that a resolver is, or asks.
  static func all(of resolver: (any Resolver)?) -> [Requester] {
    if let requester = of(resolver) { return [requester] }
    return (resolver as? any ResolverGroup)?.resolvers.flatMap { all(of: $0) } ?? []
  }
}

extension Core {
  /// The containers that a resolver leads to.
  static func cores(of resolver: (any Resolver)?) -> [Core] {
    Requester.all(of: resolver).map(\.core)
  }
}

extension ContainerResolver {
  /// A provider that resolves each time you call it. In a scope it resolves in the scope. In a factory it belongs to the container or to the scope,
  /// not to the build, also if a captured container makes it.
  public func provider<T>(_ type: T.Type = T.self, named name: Name? = nil) -> Provider<T> {
    learn(AnyKey(T.self, named: name), .provider)
    return Provider(core, Key(type, named: name), for: requester.forRun(in: core))
  }

  /// A lazy reference that resolves at its first use. It belongs to the container or to the scope, as a provider does.
  public func lazy<T: Sendable>(_ type: T.Type = T.self, named name: Name? = nil) -> Lazy<T> {
    learn(AnyKey(T.self, named: name), .lazy)
    return Lazy(core, Key(type, named: name), for: requester.forRun(in: core))
  }

  /// A factory of values that are made from run-time arguments. It builds nothing until you call it.
  public func factory<T, each A>(
    _ type: T.Type = T.self, named name: Name? = nil, taking arguments: repeat (each A).Type
  ) -> Factory<T, repeat each A> {
    learn(AnyKey(T.self, named: name, taking: repeat each arguments), .factory)
    return Factory(core, name, for: requester.forRun(in: core))
  }
}
