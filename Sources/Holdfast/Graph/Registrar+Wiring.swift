extension Registrar {
  /// Registers an initializer. The container resolves its parameters by their types and knows them before it builds anything.
  ///
  /// ```swift
  /// try container.register(Checkout.self, wiring: Checkout.init)
  ///   .register((any Store).self, wiring: DiskStore.init)
  /// ```
  ///
  /// A parameter may also be a `Provider`, a `Lazy`, a `Factory`, an optional (nil if it is not registered), or an array (all registrations of the
  /// element's type). A parameter of type `any Resolver` gets the container's resolver. If a parameter needs a name, pass `keys`, one for each
  /// parameter. See `validate()`.
  @discardableResult
  @_disfavoredOverload  // so that a trailing closure is a factory
  public func register<T: Sendable, each D>(
    _ type: T.Type = T.self, named name: Name? = nil, scope: SharedScope = .singleton,
    dispose: (@Sendable (T) async throws -> Void)? = nil, fileID: StaticString = #fileID, line: UInt32 = #line,
    wiring initializer: @escaping @Sendable (repeat each D) throws -> T
  ) throws(Failure) -> Self {
    let key = AnyKey(T.self, named: name)
    return try wire(key, scope.lifetime, RegistrationSite(fileID, line), initializer, repeat Key<each D>(), dispose: dispose)
  }

  /// Registers an initializer whose value is not shared. The container resolves its parameters by their types.
  @discardableResult
  @_disfavoredOverload  // the forms for one to six parameters are faster
  public func register<T, each D>(
    _ type: T.Type = T.self, named name: Name? = nil, scope: some UnsharedScope, fileID: StaticString = #fileID, line: UInt32 = #line,
    wiring initializer: @escaping @Sendable (repeat each D) throws -> T
  ) throws(Failure) -> Self {
    try wire(AnyKey(T.self, named: name), scope.lifetime, RegistrationSite(fileID, line), initializer, repeat Key<each D>())
  }

  /// Registers an initializer whose parameters the container resolves by these keys, one for each parameter.
  ///
  /// ```swift
  /// try container.register(Mirror.self, wiring: Mirror.init, keys: Key(named: "primary"), Key(named: "replica"))
  /// ```
  @discardableResult
  @_disfavoredOverload  // so that a trailing closure without parameters is none of a wiring without keys
  public func register<T: Sendable, each D>(
    _ type: T.Type = T.self, named name: Name? = nil, scope: SharedScope = .singleton,
    dispose: (@Sendable (T) async throws -> Void)? = nil, fileID: StaticString = #fileID, line: UInt32 = #line,
    wiring initializer: @escaping @Sendable (repeat each D) throws -> T, keys: repeat Key<each D>
  ) throws(Failure) -> Self {
    let key = AnyKey(T.self, named: name)
    return try wire(key, scope.lifetime, RegistrationSite(fileID, line), initializer, repeat each keys, dispose: dispose)
  }

  /// Registers an initializer whose value is not shared. The container resolves its parameters by their types.
  @discardableResult
  public func register<T, each D>(
    _ type: T.Type = T.self, named name: Name? = nil, scope: some UnsharedScope, fileID: StaticString = #fileID, line: UInt32 = #line,
    wiring initializer: @escaping @Sendable (repeat each D) throws -> T, keys: repeat Key<each D>
  ) throws(Failure) -> Self {
    try wire(AnyKey(T.self, named: name), scope.lifetime, RegistrationSite(fileID, line), initializer, repeat each keys)
  }

  /// Registers an initializer whose object callers share as long as one of them holds it. After that it is built again.
  @discardableResult
  @_disfavoredOverload  // so that a trailing closure is a factory
  public func register<T: AnyObject & Sendable, each D>(
    _ type: T.Type = T.self, named name: Name? = nil, scope: WeakScope, fileID: StaticString = #fileID, line: UInt32 = #line,
    wiring initializer: @escaping @Sendable (repeat each D) throws -> T
  ) throws(Failure) -> Self {
    try wire(AnyKey(T.self, named: name), .weak, RegistrationSite(fileID, line), initializer, repeat Key<each D>())
  }

  /// Registers an initializer whose value is shared although its type is not `Sendable`.
  @discardableResult
  @_disfavoredOverload  // so that a trailing closure is a factory
  public func register<T, each D>(
    _ type: T.Type = T.self, named name: Name? = nil, scope: UncheckedScope, dispose: (@Sendable (T) async throws -> Void)? = nil,
    fileID: StaticString = #fileID, line: UInt32 = #line, wiring initializer: @escaping @Sendable (repeat each D) throws -> T
  ) throws(Failure) -> Self {
    let key = AnyKey(T.self, named: name)
    return try wire(key, scope.lifetime, RegistrationSite(fileID, line), initializer, repeat Key<each D>(), dispose: dispose)
  }

  /// Registers an asynchronous initializer. The container resolves its parameters by their types and runs it in a task of its own.
  @discardableResult
  public func register<T: Sendable, each D: Sendable>(
    _ type: T.Type = T.self, named name: Name? = nil, scope: SharedScope = .singleton,
    dispose: (@Sendable (T) async throws -> Void)? = nil, fileID: StaticString = #fileID, line: UInt32 = #line,
    asyncWiring initializer: @escaping @Sendable (repeat each D) async throws -> T
  ) throws(Failure) -> Self {
    let key = AnyKey(T.self, named: name)
    let slots = Slots(repeat Key<each D>(), of: key)
    let way: Recipe<T>.Way = .async { r in
      var slots = slots
      return try await initializer(repeat slots.value(of: (each D).self, inTaskOf: r))
    }
    return try wire(key, scope.lifetime, RegistrationSite(fileID, line), slots.needs, way, dispose: dispose)
  }

  /// Registers an asynchronous initializer whose value is not shared. The container resolves its parameters by their types.
  @discardableResult
  @_disfavoredOverload  // so that a trailing closure is a factory
  public func register<T: Sendable, each D: Sendable>(
    _ type: T.Type = T.self, named name: Name? = nil, scope: some UnsharedScope, fileID: StaticString = #fileID, line: UInt32 = #line,
    asyncWiring initializer: @escaping @Sendable (repeat each D) async throws -> T
  ) throws(Failure) -> Self {
    let key = AnyKey(T.self, named: name)
    let slots = Slots(repeat Key<each D>(), of: key)
    let way: Recipe<T>.Way = .async { r in
      var slots = slots
      return try await initializer(repeat slots.value(of: (each D).self, inTaskOf: r))
    }
    return try wire(key, scope.lifetime, RegistrationSite(fileID, line), slots.needs, way)
  }

  /// Registers a main-actor initializer whose value all callers share. The container resolves its parameters by their types.
  @discardableResult
  @_disfavoredOverload  // so that a trailing closure is a factory
  public func register<T: Sendable, each D>(
    _ type: T.Type = T.self, named name: Name? = nil, scope: SharedScope = .singleton,
    dispose: (@Sendable (T) async throws -> Void)? = nil, fileID: StaticString = #fileID, line: UInt32 = #line,
    mainActorWiring initializer: @escaping @MainActor @Sendable (repeat each D) throws -> T
  ) throws(Failure) -> Self {
    let key = AnyKey(T.self, named: name)
    let slots = Slots(repeat Key<each D>(), of: key)
    let way: Recipe<T>.Way = .mainActor { r in
      var slots = slots
      return try initializer(repeat slots.value(of: (each D).self, r))
    }
    return try wire(key, scope.lifetime, RegistrationSite(fileID, line), slots.needs, way, dispose: dispose)
  }

  /// Registers a main-actor initializer whose value is not shared. The container resolves its parameters by their types.
  @discardableResult
  @_disfavoredOverload  // so that a trailing closure is a factory
  public func register<T: Sendable, each D>(
    _ type: T.Type = T.self, named name: Name? = nil, scope: some UnsharedScope, fileID: StaticString = #fileID, line: UInt32 = #line,
    mainActorWiring initializer: @escaping @MainActor @Sendable (repeat each D) throws -> T
  ) throws(Failure) -> Self {
    let key = AnyKey(T.self, named: name)
    let slots = Slots(repeat Key<each D>(), of: key)
    let way: Recipe<T>.Way = .mainActor { r in
      var slots = slots
      return try initializer(repeat slots.value(of: (each D).self, r))
    }
    return try wire(key, scope.lifetime, RegistrationSite(fileID, line), slots.needs, way)
  }

  private func wire<T, each D>(
    _ key: AnyKey, _ lifetime: Lifetime, _ site: RegistrationSite, _ initializer: @escaping @Sendable (repeat each D) throws -> T,
    _ keys: repeat Key<each D>, dispose: (@Sendable (T) async throws -> Void)? = nil
  ) throws(Failure) -> Self {
    let slots = Slots(repeat each keys, of: key)
    let way: Recipe<T>.Way = .sync { r in
      var slots = slots
      return try initializer(repeat slots.value(of: (each D).self, r))
    }
    return try wire(key, lifetime, site, slots.needs, way, dispose: dispose)
  }

  func wire<T>(
    _ key: AnyKey, _ lifetime: Lifetime, _ site: RegistrationSite, _ needs: [Dependency], _ way: Recipe<T>.Way,
    dispose: (@Sendable (T) async throws -> Void)? = nil
  ) throws(Failure) -> Self {
    try adding(RecentTypes.recipe(of: T.self).init(key, lifetime, site, way, dispose: dispose, dependencies: needs))
  }
}

extension Registrar {
  /// Registers a trailing closure. The container resolves its parameters by their types, as with `wiring`. All callers share the value.
  ///
  /// ```swift
  /// try container.register { @Sendable (store: any Store, clock: Clock) in Checkout(store: store, clock: clock) }
  /// ```
  @discardableResult
  public func register<T: Sendable, each D>(
    _ type: T.Type = T.self, named name: Name? = nil, scope: SharedScope = .singleton, fileID: StaticString = #fileID, line: UInt32 = #line,
    needing factory: @escaping @Sendable (repeat each D) throws -> T
  ) throws(Failure) -> Self {
    try register(type, named: name, scope: scope, fileID: fileID, line: line, wiring: factory)
  }
}
