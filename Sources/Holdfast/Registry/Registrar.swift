import OnceKernel

/// A type that accepts registrations: a container, which applies each at once, or a batch, which is applied as a whole.
///
/// ```swift
/// try container
///   .register(Logger.self) { _ in Logger() }
///   .register((any Store).self, named: "cache") { r in try CachedStore(logger: r.resolve()) }
///   .register(Pool.self, scope: .singleton(dispose: { try await $0.close() }), .async { r in try await Pool.connect() })
///   .register(Basket.self, scope: .transient) { _ in Basket() }
/// ```
///
/// Each closure runs later, when a caller resolves, on the thread or in the task of that caller and with no lock held. After a container's
/// `register` has returned, every resolve that starts later sees the registration, on any thread.
// Of classes only: the compiler passes a reference to each call, where it would first store a value that may be of any size.
public protocol Registrar: AnyObject {
  /// The error that registering throws: `ResolutionError` for a container, `Never` for a batch, which reports errors when it is applied.
  associatedtype Failure: Error

  /// Accepts one registration. Call `register` and similar functions instead; they call this one.
  @_documentation(visibility: internal)
  func add(_ registration: Registration) throws(Failure)
}

// MARK: Values that exist already

extension Registrar {
  /// Registers an existing value. The decorators and the injector of its type run when it is resolved first.
  @discardableResult
  @_disfavoredOverload  // so that a trailing closure with parameters is a factory, and no value
  public func register<T: Sendable>(
    _ type: T.Type = T.self, named name: consuming Name? = nil, fileID: StaticString = #fileID, line: UInt32 = #line, instance: T
  ) throws(Failure) -> Self {
    let box = RecentTypes.box(of: T.self).init(instance)
    return try adding(RecentTypes.recipe(of: T.self).init(AnyKey(T.self, named: name), SourceSite(fileID, line), existing: box))
  }

  /// Registers an existing object that the container does not keep alive. After the object's release, resolving throws `.instanceDied`.
  ///
  /// The decorators and the injector of its type run when it is resolved first. A decorator has to return the same object.
  @discardableResult
  public func register<T: AnyObject & Sendable>(
    _ type: T.Type = T.self, named name: consuming Name? = nil, fileID: StaticString = #fileID, line: UInt32 = #line, weak object: T
  ) throws(Failure) -> Self {
    let (key, site) = (AnyKey(T.self, named: name), SourceSite(fileID, line))
    let watched = WeakBox(object)
    return try adding(
      Recipe<T>(key, site, watching: watched) { _ in
        guard let object = watched.object else { throw ResolutionError.instanceDied(key, site: site) }
        return unsafeDowncast(object, to: T.self)  // its type is known from the parameter
      })
  }
}

extension Registrar {
  /// Adds a registration; answers itself, so that calls of `register` can be chained.
  @inline(__always)
  func adding(_ registration: Registration) throws(Failure) -> Self {
    try add(registration)
    return self
  }
}

extension Registration {
  /// A recipe with a synchronous factory.
  @inline(__always)
  static func recipe<T>(
    _ key: AnyKey, _ lifetime: LifetimeKind, _ site: SourceSite, dispose: Recipe<T>.Dispose?, _ factory: consuming @escaping Recipe<T>.Make
  ) -> Registration {
    RecentTypes.recipe(of: T.self).init(key, lifetime, site, sync: factory, dispose: dispose)
  }
}
