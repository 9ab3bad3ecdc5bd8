import OnceKernel

/// A resolver of one container: the container itself, a scope of it, or the resolver that a factory receives.
///
/// It can also hand out what resolves later, and all values of a type. You cannot write one of your own; write a `Resolver`.
public protocol ContainerResolver: Resolver {
  /// Internal: the container, and the requester for which it resolves. Only Holdfast can make one.
  @_documentation(visibility: internal)
  var access: ContainerAccess { get }
}

/// Plumbing: what a `ContainerResolver` stands for.
@_documentation(visibility: internal)
public struct ContainerAccess {
  @usableFromInline let core: Core
  @usableFromInline let requester: Requester
  /// Nil for a container and for the resolver of a factory.
  @usableFromInline let scope: Scope?

  @inlinable @inline(__always)
  init(_ core: Core, _ requester: Requester, _ scope: Scope? = nil) {
    self.core = core
    self.requester = requester
    self.scope = scope
  }

  /// Has what a reference leads to learned, if code of a registration makes it.
  fileprivate func learn(_ key: AnyKey, _ kind: Dependency.Kind) {
    if !Mutant.referencesUnlearned.isActive { requester.learn(Dependency(key, kind), askedOf: core) }
  }
}

extension Container: ContainerResolver {
  /// This container.
  @_documentation(visibility: internal)
  @inlinable public var access: ContainerAccess { ContainerAccess(core, requester) }
}

extension Scope: ContainerResolver {
  /// The container, for this scope.
  @_documentation(visibility: internal)
  @inlinable public var access: ContainerAccess { ContainerAccess(core, requester, self) }
}

extension FactoryResolver: ContainerResolver {
  /// The container, for the build that this resolver serves.
  @_documentation(visibility: internal)
  @inlinable public var access: ContainerAccess { ContainerAccess(core, requester) }
}

extension ContainerResolver {
  /// A provider that resolves each time you call it. In a scope it resolves in the scope. In a factory it belongs to the container or to the scope,
  /// not to the build.
  public func provider<T>(_ type: T.Type = T.self, named name: Name? = nil) -> Provider<T> {
    let access = access
    access.learn(AnyKey(T.self, named: name), .provider)
    return Provider(access.core, Key(type, named: name), for: access.requester)
  }

  /// A lazy reference that resolves at its first use. It belongs to the container or to the scope, as a provider does.
  public func lazy<T: Sendable>(_ type: T.Type = T.self, named name: Name? = nil) -> Lazy<T> {
    let access = access
    access.learn(AnyKey(T.self, named: name), .lazy)
    return Lazy(access.core, Key(type, named: name), for: access.requester)
  }

  /// A factory of values that are made from run-time arguments. It builds nothing until you call it.
  public func factory<T, each A>(
    _ type: T.Type = T.self, named name: Name? = nil, taking arguments: repeat (each A).Type
  ) -> Factory<T, repeat each A> {
    let access = access
    access.learn(AnyKey(T.self, named: name, taking: repeat each arguments), .factory)
    return Factory(access.core, name, for: access.requester)
  }
}
