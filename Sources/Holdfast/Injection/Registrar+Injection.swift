extension Registrar {
  /// Registers what is done to each instance of a type once its factory has returned: setting properties, closing circles.
  ///
  /// ```swift
  /// try container
  ///   .register(Parent.self, scope: .graph) { _ in Parent() }
  ///   .register(Child.self, scope: .graph) { _ in Child() }
  ///   .registerInjector(Parent.self) { parent, r in parent.child = try r.resolve() }
  ///   .registerInjector(Child.self) { child, r in child.parent = try r.resolve() }
  /// ```
  ///
  /// It runs once for each instance that the container builds under this type, with any name. The object is visible to its own resolution
  /// while it is injected, so that two objects can refer to each other, and to other callers only when its injectors, and those of all
  /// objects that it is in a circle with, are done; if one throws, none of them is kept. A circle with a
  /// constructor in it is closed with `Resolution.later`. A forward's objects are injected by their target alone.
  ///
  /// There is one injector for a type, and one for each name of it, which then takes the type's place; the last one registered wins, or, where
  /// duplicates are rejected, the first, and `validate()` reports one that was replaced. It may exist without a factory, for objects built
  /// elsewhere: see `inject(into:)`.
  @discardableResult
  public func registerInjector<T>(
    _ type: T.Type, named name: Name? = nil, fileID: StaticString = #fileID, line: UInt32 = #line,
    _ injector: @escaping @Sendable (_ object: T, _ resolver: Resolution) throws -> Void
  ) throws(Failure) -> Self {
    try add(TypeExtension(name, RegistrationSite(fileID, line), injector: .anywhere(injector)))
    return self
  }

  /// Registers an injector that runs on the main actor: for view controllers and view models.
  ///
  /// What it is run on is then built on the main actor too, as if it had been registered there.
  @discardableResult
  public func registerInjector<T: Sendable>(
    _ type: T.Type, named name: Name? = nil, fileID: StaticString = #fileID, line: UInt32 = #line,
    mainActor injector: @escaping @MainActor @Sendable (_ object: T, _ resolver: Resolution) throws -> Void
  ) throws(Failure) -> Self {
    try add(TypeExtension(name, RegistrationSite(fileID, line), injector: .mainActor(injector)))
    return self
  }

  /// Registers a decorator: what it returns takes the place of each instance of the type that is built from now on.
  ///
  /// ```swift
  /// try container.decorate((any Store).self) { store, r in try LoggingStore(store, logger: r.resolve()) }
  /// ```
  ///
  /// Decorators run once per built instance of the type, in the order in which they were registered, before the injector: those of the type for
  /// whatever name, and then those of the instance's own name. What
  /// a forward hands out was decorated by its target's decorators, and by no others: `validate()` reports a decorator that never runs.
  @discardableResult
  public func decorate<T>(
    _ type: T.Type, named name: Name? = nil, fileID: StaticString = #fileID, line: UInt32 = #line,
    _ decorator: @escaping @Sendable (_ value: T, _ resolver: Resolution) throws -> T
  ) throws(Failure) -> Self {
    try add(TypeExtension(name, RegistrationSite(fileID, line), decorator: decorator))
    return self
  }
}
