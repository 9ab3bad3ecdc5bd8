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
  /// `register([any Plugin].self)`, replaces the collection. Beside contributions in one container such an array hides them, and `validate()` says so.
  ///
  /// - `type`: the type of the collection's elements.
  /// - `name`: the name of a collection that the value is contributed to as well, which is asked for with it:
  ///   `resolve([any Plugin].self, named: "mail")`.
  /// - `id`: the identity of the contribution, which a later one of the same identity replaces, also an override.
  /// - `factory`: makes the value, with no lock held. What it throws is the cause of a `.factoryFailed`.
  @discardableResult
  public func contribute<T: Sendable>(
    _ type: T.Type = T.self, named name: Name? = nil, id: Name? = nil, fileID: StaticString = #fileID, line: UInt32 = #line,
    factory: @escaping @Sendable (_ resolver: FactoryResolver) throws -> T
  ) throws(Failure) -> Self {
    try register(type, named: .contribution(to: name, id: id), fileID: fileID, line: line, factory: factory)
  }

  /// Adds a value to the collection of a type, and says how long it lives.
  ///
  /// ```swift
  /// batch.contribute((any Plugin).self, scope: .transient) { _ in ClockPlugin() }
  /// ```
  ///
  /// - `type`: the type of the collection's elements.
  /// - `name`: the name of a collection that the value is contributed to as well.
  /// - `id`: the identity of the contribution, which a later one of the same identity replaces.
  /// - `scope`: how long its values live, and what disposes of them.
  /// - `factory`: makes a value, with no lock held. What it throws is the cause of a `.factoryFailed`.
  @discardableResult
  public func contribute<T>(
    _ type: T.Type = T.self, named name: Name? = nil, id: Name? = nil, scope: Lifetime<T>, fileID: StaticString = #fileID,
    line: UInt32 = #line, factory: @escaping @Sendable (_ resolver: FactoryResolver) throws -> T
  ) throws(Failure) -> Self {
    try register(type, named: .contribution(to: name, id: id), scope: scope, fileID: fileID, line: line, factory: factory)
  }

  /// Adds a shared value to the collection of a type, made in this way.
  ///
  /// ```swift
  /// batch.contribute((any Plugin).self, .wired(SearchPlugin.init))
  /// ```
  ///
  /// - `type`: the type of the collection's elements.
  /// - `name`: the name of a collection that the value is contributed to as well.
  /// - `id`: the identity of the contribution, which a later one of the same identity replaces.
  /// - `making`: how it is made. If that is asynchronously, resolve the collection with `await`.
  @discardableResult
  public func contribute<T: Sendable>(
    _ type: T.Type = T.self, named name: Name? = nil, id: Name? = nil, _ making: consuming Making<T>,
    fileID: StaticString = #fileID, line: UInt32 = #line
  ) throws(Failure) -> Self {
    try register(type, named: .contribution(to: name, id: id), making, fileID: fileID, line: line)
  }

  /// Adds a value to the collection of a type, made in this way, and says how long it lives.
  ///
  /// ```swift
  /// batch.contribute((any Plugin).self, scope: .scoped, .async { r in try await MailPlugin.connect(r.resolve()) })
  /// ```
  ///
  /// - `type`: the type of the collection's elements.
  /// - `name`: the name of a collection that the value is contributed to as well.
  /// - `id`: the identity of the contribution, which a later one of the same identity replaces.
  /// - `scope`: how long its values live, and what disposes of them.
  /// - `making`: how they are made. If that is asynchronously, resolve the collection with `await`.
  @discardableResult
  public func contribute<T>(
    _ type: T.Type = T.self, named name: Name? = nil, id: Name? = nil, scope: Lifetime<T>, _ making: consuming Making<T>,
    fileID: StaticString = #fileID, line: UInt32 = #line
  ) throws(Failure) -> Self {
    try register(type, named: .contribution(to: name, id: id), scope: scope, making, fileID: fileID, line: line)
  }

  /// Adds an existing value to the collection of a type.
  @discardableResult
  @_disfavoredOverload  // so that a trailing closure is a factory, and no value
  public func contribute<T: Sendable>(
    _ type: T.Type = T.self, named name: Name? = nil, id: Name? = nil, fileID: StaticString = #fileID, line: UInt32 = #line, instance: T
  ) throws(Failure) -> Self {
    try register(type, named: .contribution(to: name, id: id), fileID: fileID, line: line, instance: instance)
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
    try adding(CollectionDeclaration(of: type, named: name, SourceSite(fileID, line)))
  }
}
