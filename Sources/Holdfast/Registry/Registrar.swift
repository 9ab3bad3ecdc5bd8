import OnceKernel

/// Where registrations go: a container at once, a batch when it is applied.
///
/// ```swift
/// try container
///   .register(Logger.self) { _ in Logger() }
///   .register((any Store).self, named: "cache") { r in try CachedStore(logger: r.resolve()) }
///   .register(Pool.self, dispose: { try await $0.close() }, async: { r in try await Pool.connect() })
///   .register(Basket.self, scope: .transient) { _ in Basket() }
/// ```
///
/// A closure given to `register` is called later, on the caller's thread or task, and with no lock held. When a container's
/// `register` returns, every resolve that starts afterwards, on any thread, sees the registration.
public protocol Registrar {
  /// What registering throws: `ResolutionError` for a container, `Never` for a batch, which reports when it is applied.
  associatedtype Failure: Error

  /// Plumbing: takes one registration. `register` and its like end here; call those.
  func add(_ registration: Registration) throws(Failure)
}

// MARK: Values that exist already

extension Registrar {
  /// Registers a value that exists already.
  @discardableResult
  @_disfavoredOverload  // so that a trailing closure with parameters is a factory, and no value
  public func register<T: Sendable>(
    _ type: T.Type = T.self, named name: Name? = nil, fileID: StaticString = #fileID, line: UInt32 = #line, instance: T
  ) throws(Failure) -> Self {
    try add(Recipe(AnyKey(type, named: name), .singleton, RegistrationSite(fileID, line), .existing(Box(instance)) { _ in instance }))
    return self
  }

  /// Registers an object that lives elsewhere; resolving it after its death throws `.instanceDied`.
  @discardableResult
  public func register<T: AnyObject & Sendable>(
    _ type: T.Type = T.self, named name: Name? = nil, fileID: StaticString = #fileID, line: UInt32 = #line, weak object: T
  ) throws(Failure) -> Self {
    let (key, site) = (AnyKey(type, named: name), RegistrationSite(fileID, line))
    try add(Recipe<T>(key, .weak, site, .existing(WeakBox(object)) { _ in throw ResolutionError.instanceDied(key, site: site) }))
    return self
  }
}

// MARK: Synchronous factories

extension Registrar {
  /// Registers a factory whose value all callers share: built at the first resolve, once, on the resolving thread.
  ///
  /// `dispose` puts the value away at shutdown, at the end of its scope, or after it was reset or replaced.
  @discardableResult
  public func register<T: Sendable>(
    _ type: T.Type = T.self, named name: Name? = nil, scope: SharedScope = .singleton,
    dispose: (@Sendable (T) async throws -> Void)? = nil, fileID: StaticString = #fileID, line: UInt32 = #line,
    factory: @escaping @Sendable (_ resolver: Resolution) throws -> T
  ) throws(Failure) -> Self {
    let site = RegistrationSite(fileID, line)
    try add(Recipe(AnyKey(type, named: name), scope.lifetime, site, .sync(factory), dispose: dispose))
    return self
  }

  /// Registers a factory whose value belongs to its caller. The type may be anything, a class with `var` properties too.
  @discardableResult
  public func register<T>(
    _ type: T.Type = T.self, named name: Name? = nil, scope: some UnsharedScope, fileID: StaticString = #fileID, line: UInt32 = #line,
    factory: @escaping @Sendable (_ resolver: Resolution) throws -> T
  ) throws(Failure) -> Self {
    try add(Recipe(AnyKey(type, named: name), scope.lifetime, RegistrationSite(fileID, line), .sync(factory)))
    return self
  }

  /// Registers a factory whose object is shared only as long as other code holds it, and built anew afterwards.
  @discardableResult
  public func register<T: AnyObject & Sendable>(
    _ type: T.Type = T.self, named name: Name? = nil, scope: WeakScope, fileID: StaticString = #fileID, line: UInt32 = #line,
    factory: @escaping @Sendable (_ resolver: Resolution) throws -> T
  ) throws(Failure) -> Self {
    try add(Recipe(AnyKey(type, named: name), .weak, RegistrationSite(fileID, line), .sync(factory)))
    return self
  }
}

// MARK: Classes that are shared although the compiler cannot see that they may be

extension Registrar {
  /// Registers a shared instance of a type that is not `Sendable`: a legacy class that keeps itself safe, by locks or by being used in one place.
  ///
  /// ```swift
  /// try container.register(LegacyCache.self, scope: .unchecked(.singleton)) { _ in LegacyCache() }
  /// ```
  ///
  /// The compiler no longer checks that sharing it is safe; you do. The word `unchecked` makes every such place easy to find.
  @discardableResult
  public func register<T>(
    _ type: T.Type = T.self, named name: Name? = nil, scope: UncheckedScope, dispose: (@Sendable (T) async throws -> Void)? = nil,
    fileID: StaticString = #fileID, line: UInt32 = #line, factory: @escaping @Sendable (_ resolver: Resolution) throws -> T
  ) throws(Failure) -> Self {
    let site = RegistrationSite(fileID, line)
    try add(Recipe(AnyKey(type, named: name), scope.lifetime, site, .sync(factory), dispose: dispose))
    return self
  }
}
