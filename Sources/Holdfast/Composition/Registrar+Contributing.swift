extension Registrar {
  /// Adds a shared value to the collection of a type. The value needs no name.
  ///
  /// ```swift
  /// struct SearchModule: Assembly {
  ///   func register(in batch: Batch) { batch.contribute((any Plugin).self) { r in SearchPlugin(index: try r.resolve()) } }
  /// }
  /// let plugins = try container.resolveAll((any Plugin).self)   // or a wired parameter of type [any Plugin]
  /// ```
  ///
  /// Several modules can contribute values of a type, each with its own scope and factory. `resolveAll` returns them in the order of registration,
  /// together with the other registrations of the type. An override that contributes adds a value. An override that registers the array,
  /// `register([any Plugin].self)`, replaces the collection.
  ///
  /// With a name the value is contributed to the collection of that name too, which is asked for with the name:
  /// `resolve([any Plugin].self, named: "mail")`. With an `id` a later contribution of the same `id`, also an override, replaces it.
  @discardableResult
  public func contribute<T: Sendable>(
    _ type: T.Type = T.self, named name: Name? = nil, id: Name? = nil, scope: SharedScope = .singleton,
    dispose: (@Sendable (T) async throws -> Void)? = nil,
    fileID: StaticString = #fileID, line: UInt32 = #line, factory: @escaping @Sendable (_ resolver: Resolution) throws -> T
  ) throws(Failure) -> Self {
    try register(type, named: .contribution(to: name, id: id), scope: scope, dispose: dispose, fileID: fileID, line: line, factory: factory)
  }

  /// Adds a value that is not shared: each request for the collection makes a new one.
  @discardableResult
  public func contribute<T>(
    _ type: T.Type = T.self, named name: Name? = nil, id: Name? = nil, scope: some UnsharedScope, fileID: StaticString = #fileID,
    line: UInt32 = #line,
    factory: @escaping @Sendable (_ resolver: Resolution) throws -> T
  ) throws(Failure) -> Self {
    try register(type, named: .contribution(to: name, id: id), scope: scope, fileID: fileID, line: line, factory: factory)
  }

  /// Adds an existing value to the collection of a type.
  @discardableResult
  @_disfavoredOverload  // so that a trailing closure is a factory, and no value
  public func contribute<T: Sendable>(
    _ type: T.Type = T.self, named name: Name? = nil, id: Name? = nil, fileID: StaticString = #fileID, line: UInt32 = #line, instance: T
  ) throws(Failure) -> Self {
    try register(type, named: .contribution(to: name, id: id), fileID: fileID, line: line, instance: instance)
  }

  /// Adds the value that an initializer makes. The container resolves its parameters by their types, as with `register(_:wiring:)`.
  @discardableResult
  @_disfavoredOverload  // so that a trailing closure is a factory
  public func contribute<T: Sendable, each D>(
    _ type: T.Type = T.self, named name: Name? = nil, id: Name? = nil, scope: SharedScope = .singleton,
    dispose: (@Sendable (T) async throws -> Void)? = nil,
    fileID: StaticString = #fileID, line: UInt32 = #line, wiring initializer: @escaping @Sendable (repeat each D) throws -> T
  ) throws(Failure) -> Self {
    try register(
      type, named: .contribution(to: name, id: id), scope: scope, dispose: dispose, fileID: fileID, line: line, wiring: initializer)
  }

  /// Adds the value that an asynchronous factory makes. Resolve the collection with `await`.
  @discardableResult
  public func contribute<T: Sendable>(
    _ type: T.Type = T.self, named name: Name? = nil, id: Name? = nil, scope: SharedScope = .singleton,
    dispose: (@Sendable (T) async throws -> Void)? = nil,
    fileID: StaticString = #fileID, line: UInt32 = #line, async factory: @escaping @Sendable (_ resolver: Resolution) async throws -> T
  ) throws(Failure) -> Self {
    try register(type, named: .contribution(to: name, id: id), scope: scope, dispose: dispose, fileID: fileID, line: line, async: factory)
  }

  /// Adds the value that a main-actor factory makes.
  @discardableResult
  public func contribute<T: Sendable>(
    _ type: T.Type = T.self, named name: Name? = nil, id: Name? = nil, scope: SharedScope = .singleton,
    dispose: (@Sendable (T) async throws -> Void)? = nil,
    fileID: StaticString = #fileID, line: UInt32 = #line,
    mainActor factory: @escaping @MainActor @Sendable (_ resolver: Resolution) throws -> T
  ) throws(Failure) -> Self {
    try register(
      type, named: .contribution(to: name, id: id), scope: scope, dispose: dispose, fileID: fileID, line: line, mainActor: factory)
  }

  /// Declares a collection that may be empty.
  ///
  /// ```swift
  /// batch.declareCollection(of: (any Plugin).self)
  /// let plugins: [any Plugin] = try container.resolve()   // empty, and no error
  /// ```
  ///
  /// An array or a dictionary that nothing declares, and to which nothing is contributed, throws `.notRegistered` when it is resolved, and is a
  /// problem for `validate()` where it is a wired parameter.
  @discardableResult
  public func declareCollection<T>(
    of type: T.Type, named name: Name? = nil, fileID: StaticString = #fileID, line: UInt32 = #line
  ) throws(Failure) -> Self {
    try adding(CollectionDeclaration(of: type, named: name, RegistrationSite(fileID, line)))
  }
}
