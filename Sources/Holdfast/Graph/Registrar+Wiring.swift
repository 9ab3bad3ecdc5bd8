extension Registrar {
  /// Registers an initializer: its parameter types are the dependencies, found by type, so that the graph is known before anything is built.
  ///
  /// ```swift
  /// try container.register(Checkout.self, wiring: Checkout.init)
  ///   .register((any Store).self, wiring: DiskStore.init)
  /// ```
  ///
  /// A parameter may also be a `Provider`, a `Lazy`, a `Factory`, an optional (nil when it is not registered) or an array (every registration of
  /// the element's type); a parameter of type `any Resolver` gets the container's. Where a parameter needs a name, give `keys`, one for each
  /// parameter. Up to six parameters it resolves as fast as a closure written by hand. See `validate()`.
  @discardableResult
  @_disfavoredOverload  // the forms for one to six parameters are faster
  public func register<T: Sendable, each D>(
    _ type: T.Type = T.self, named name: Name? = nil, scope: SharedScope = .singleton, fileID: StaticString = #fileID, line: UInt32 = #line,
    wiring initializer: @escaping @Sendable (repeat each D) throws -> T
  ) throws(Failure) -> Self {
    try wire(type, name, scope.lifetime, RegistrationSite(fileID, line), repeat Key<each D>(), initializer: initializer)
  }

  /// Registers an initializer as the factory, and its parameters as what the value needs; the value belongs to whoever resolves it.
  @discardableResult
  @_disfavoredOverload  // the forms for one to six parameters are faster
  public func register<T, each D>(
    _ type: T.Type = T.self, named name: Name? = nil, scope: some UnsharedScope, fileID: StaticString = #fileID, line: UInt32 = #line,
    wiring initializer: @escaping @Sendable (repeat each D) throws -> T
  ) throws(Failure) -> Self {
    try wire(type, name, scope.lifetime, RegistrationSite(fileID, line), repeat Key<each D>(), initializer: initializer)
  }

  /// Registers an initializer whose parameters are found by the given keys, one for each.
  ///
  /// ```swift
  /// try container.register(Mirror.self, wiring: Mirror.init, keys: Key(named: "primary"), Key(named: "replica"))
  /// ```
  @discardableResult
  public func register<T: Sendable, each D>(
    _ type: T.Type = T.self, named name: Name? = nil, scope: SharedScope = .singleton, fileID: StaticString = #fileID, line: UInt32 = #line,
    wiring initializer: @escaping @Sendable (repeat each D) throws -> T, keys: repeat Key<each D>
  ) throws(Failure) -> Self {
    try wire(type, name, scope.lifetime, RegistrationSite(fileID, line), repeat each keys, initializer: initializer)
  }

  /// Registers an initializer as the factory, and its parameters as what the value needs; the value belongs to whoever resolves it.
  @discardableResult
  public func register<T, each D>(
    _ type: T.Type = T.self, named name: Name? = nil, scope: some UnsharedScope, fileID: StaticString = #fileID, line: UInt32 = #line,
    wiring initializer: @escaping @Sendable (repeat each D) throws -> T, keys: repeat Key<each D>
  ) throws(Failure) -> Self {
    try wire(type, name, scope.lifetime, RegistrationSite(fileID, line), repeat each keys, initializer: initializer)
  }

  /// Registers an asynchronous initializer by its parameter types; the value is built in a task of its own.
  @discardableResult
  public func register<T: Sendable, each D: Sendable>(
    _ type: T.Type = T.self, named name: Name? = nil, scope: SharedScope = .singleton, fileID: StaticString = #fileID, line: UInt32 = #line,
    asyncWiring initializer: @escaping @Sendable (repeat each D) async throws -> T
  ) throws(Failure) -> Self {
    let slots = (repeat Slot<each D>())
    var dependencies: [DeclaredDependency] = []
    repeat dependencies.append(contentsOf: [(each slots).dependency].compactMap(\.self))
    let site = RegistrationSite(fileID, line)
    try add(
      AsyncRecipe<T>(AnyKey(type, named: name), scope.lifetime, site, dependencies: dependencies) { resolver in
        try await initializer(repeat (each slots).value(resolver))
      })
    return self
  }

  private func wire<T, each D>(
    _ type: T.Type, _ name: Name?, _ lifetime: Lifetime, _ site: RegistrationSite, _ keys: repeat Key<each D>,
    initializer: @escaping @Sendable (repeat each D) throws -> T
  ) throws(Failure) -> Self {
    let slots = (repeat Slot(each keys))
    var dependencies: [DeclaredDependency] = []
    repeat dependencies.append(contentsOf: [(each slots).dependency].compactMap(\.self))
    try add(
      WiredRecipe<T>(AnyKey(type, named: name), lifetime, site, dependencies) { resolver in
        try initializer(repeat (each slots).value(resolver))
      })
    return self
  }
}
