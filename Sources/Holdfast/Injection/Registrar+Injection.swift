extension Registrar {
  /// Registers an injector, which sets properties of each instance of a type after its factory has returned.
  ///
  /// ```swift
  /// try container
  ///   .register(Parent.self, scope: .graph) { _ in Parent() }
  ///   .register(Child.self, scope: .graph) { _ in Child() }
  ///   .registerInjector(Parent.self) { parent, r in parent.child = try r.resolve() }
  ///   .registerInjector(Child.self) { child, r in child.parent = try r.resolve() }
  /// ```
  ///
  /// It runs once for each instance of what is registered under this type, with any name; for one that exists already, when it is resolved first. It
  /// does not run for subclasses, which are registered under types of their own. While it runs, values that it resolves can refer to the object, so
  /// two objects can refer to each other. Other callers get the objects only after the injectors of all objects in the cycle have run. If one injector
  /// throws, the container keeps none of these objects. If one of the objects takes the other in its initializer, use `FactoryResolver.later`. For a
  /// type registered with `forward`, only the target's injector runs.
  ///
  /// A type has one injector, and each name of it may have one that runs instead. A later injector replaces an earlier one, and `validate()` reports
  /// that; a container that rejects duplicates keeps the first one and throws. An injector needs no factory: see `inject(into:)`.
  ///
  /// - `type`: the registered type.
  /// - `name`: the name of the instances, if it is for one name only.
  /// - `injector`: sets properties of the object that it receives, with values from the resolver.
  @discardableResult
  public func registerInjector<T>(
    _ type: T.Type, named name: Name? = nil, fileID: StaticString = #fileID, line: UInt32 = #line,
    _ injector: @escaping @Sendable (_ object: T, _ resolver: FactoryResolver) throws -> Void
  ) throws(Failure) -> Self {
    try adding(TypeExtension(name, SourceSite(fileID, line), injector: .anywhere(injector)))
  }

  /// Registers an injector that runs on the main actor, for view controllers and view models.
  ///
  /// ```swift
  /// try container.registerInjector(ProfileController.self, mainActor: { controller, r in controller.model = try r.resolve() })
  /// ```
  ///
  /// Objects with such an injector are built on the main actor too, as if they were registered with `.mainActor`.
  ///
  /// - `type`: the registered type.
  /// - `name`: the name of the instances, if it is for one name only.
  /// - `injector`: sets properties of the object that it receives, with values from the resolver.
  @discardableResult
  public func registerInjector<T: Sendable>(
    _ type: T.Type, named name: Name? = nil, fileID: StaticString = #fileID, line: UInt32 = #line,
    mainActor injector: @escaping @MainActor @Sendable (_ object: T, _ resolver: FactoryResolver) throws -> Void
  ) throws(Failure) -> Self {
    try adding(TypeExtension(name, SourceSite(fileID, line), injector: .mainActor(injector)))
  }

  /// Registers an injector that may suspend, for objects that an asynchronous factory makes.
  ///
  /// ```swift
  /// try container.register(Feed.self, .async { _ in Feed() })
  ///   .registerInjector(Feed.self, async: { feed, r in await feed.connect(to: try await r.resolve()) })
  /// ```
  ///
  /// It runs in the factory's task, after the factory and the decorators. If all callers that wait are cancelled, the container cancels the task. If the
  /// injector throws, the object is disposed of. Two such objects can refer to each other. A value of the type whose factory is not asynchronous is
  /// refused with `.asyncExtension`, whichever is registered first. `inject(into:)` does not run it.
  ///
  /// - `type`: the registered type.
  /// - `name`: the name of the instances, if it is for one name only.
  /// - `injector`: sets properties of the object that it receives, with values from the resolver.
  @discardableResult
  @_disfavoredOverload  // a closure that does not suspend is for factories of all kinds
  public func registerInjector<T>(
    _ type: T.Type, named name: Name? = nil, fileID: StaticString = #fileID, line: UInt32 = #line,
    async injector: @escaping @Sendable (_ object: T, _ resolver: FactoryResolver) async throws -> Void
  ) throws(Failure) -> Self {
    try adding(TypeExtension(name, SourceSite(fileID, line), injector: .async(injector)))
  }

  /// Registers a decorator, which receives each new instance of a type and returns the one to use in its place.
  ///
  /// ```swift
  /// try container.decorate((any Store).self) { store, r in try LoggingStore(store, logger: r.resolve()) }
  /// ```
  ///
  /// Decorators run once for each instance, in the order of registration, before the injector. Those of the type run first, then those of the
  /// instance's name. For a type registered with `forward`, only the target's decorators run. `validate()` reports a decorator that never runs.
  ///
  /// - `type`: the registered type.
  /// - `name`: the name of the instances, if it is for one name only.
  /// - `decorator`: receives an instance and returns the one to use in its place, often one that wraps it.
  @discardableResult
  public func decorate<T>(
    _ type: T.Type, named name: Name? = nil, fileID: StaticString = #fileID, line: UInt32 = #line,
    _ decorator: @escaping @Sendable (_ value: T, _ resolver: FactoryResolver) throws -> T
  ) throws(Failure) -> Self {
    try adding(TypeExtension(name, SourceSite(fileID, line), decorator: .sync(decorator)))
  }

  /// Registers a decorator that may suspend, for what an asynchronous factory makes.
  ///
  /// ```swift
  /// try container.register((any Store).self, .async { _ in try await DiskStore.open() })
  ///   .decorate((any Store).self, async: { store, r in try await EncryptedStore(store, key: r.resolve()) })
  /// ```
  ///
  /// It runs in the factory's task, in its place among the decorators of the type. A value of the type whose factory is not asynchronous is refused
  /// with `.asyncExtension`, whichever is registered first.
  ///
  /// - `type`: the registered type.
  /// - `name`: the name of the instances, if it is for one name only.
  /// - `decorator`: receives an instance and returns the one to use in its place.
  @discardableResult
  @_disfavoredOverload  // a closure that does not suspend is for factories of all kinds
  public func decorate<T>(
    _ type: T.Type, named name: Name? = nil, fileID: StaticString = #fileID, line: UInt32 = #line,
    async decorator: @escaping @Sendable (_ value: T, _ resolver: FactoryResolver) async throws -> T
  ) throws(Failure) -> Self {
    try adding(TypeExtension(name, SourceSite(fileID, line), decorator: .async(decorator)))
  }
}
