extension Registrar {
  /// Contributes a value to the collection of a type, without a name: all callers share it.
  ///
  /// ```swift
  /// struct SearchModule: Assembly {
  ///   func register(in batch: Batch) { batch.contribute((any Plugin).self) { r in SearchPlugin(index: try r.resolve()) } }
  /// }
  /// let plugins = try container.resolveAll((any Plugin).self)   // or a wired parameter of type [any Plugin]
  /// ```
  ///
  /// Any number of modules may contribute values of a type, each with a scope and a factory of its own; `resolveAll` gives them in the order in which
  /// they were registered, with the registrations of the type that have a name or none. An override that contributes adds to them; one that registers
  /// the array, `register([any Plugin].self)`, takes the place of all.
  @discardableResult
  public func contribute<T: Sendable>(
    _ type: T.Type = T.self, scope: SharedScope = .singleton, dispose: (@Sendable (T) async throws -> Void)? = nil,
    fileID: StaticString = #fileID, line: UInt32 = #line, factory: @escaping @Sendable (_ resolver: Resolution) throws -> T
  ) throws(Failure) -> Self {
    try register(type, named: .contribution(), scope: scope, dispose: dispose, fileID: fileID, line: line, factory: factory)
  }

  /// Contributes a value that belongs to its caller: each request for the collection makes one.
  @discardableResult
  public func contribute<T>(
    _ type: T.Type = T.self, scope: some UnsharedScope, fileID: StaticString = #fileID, line: UInt32 = #line,
    factory: @escaping @Sendable (_ resolver: Resolution) throws -> T
  ) throws(Failure) -> Self {
    try register(type, named: .contribution(), scope: scope, fileID: fileID, line: line, factory: factory)
  }

  /// Contributes a value that exists already.
  @discardableResult
  public func contribute<T: Sendable>(
    _ type: T.Type = T.self, fileID: StaticString = #fileID, line: UInt32 = #line, instance: T
  ) throws(Failure) -> Self {
    try register(type, named: .contribution(), fileID: fileID, line: line, instance: instance)
  }

  /// Contributes what an initializer makes; its parameters are found by their types, as `register(_:wiring:)` finds them.
  @discardableResult
  @_disfavoredOverload  // so that a trailing closure is a factory
  public func contribute<T: Sendable, each D>(
    _ type: T.Type = T.self, scope: SharedScope = .singleton, dispose: (@Sendable (T) async throws -> Void)? = nil,
    fileID: StaticString = #fileID, line: UInt32 = #line, wiring initializer: @escaping @Sendable (repeat each D) throws -> T
  ) throws(Failure) -> Self {
    try register(type, named: .contribution(), scope: scope, dispose: dispose, fileID: fileID, line: line, wiring: initializer)
  }

  /// Contributes what an asynchronous factory makes; the collection is resolved with `await`.
  @discardableResult
  public func contribute<T: Sendable>(
    _ type: T.Type = T.self, scope: SharedScope = .singleton, dispose: (@Sendable (T) async throws -> Void)? = nil,
    fileID: StaticString = #fileID, line: UInt32 = #line, async factory: @escaping @Sendable (_ resolver: Resolution) async throws -> T
  ) throws(Failure) -> Self {
    try register(type, named: .contribution(), scope: scope, dispose: dispose, fileID: fileID, line: line, async: factory)
  }

  /// Contributes what a factory of the main actor makes.
  @discardableResult
  public func contribute<T: Sendable>(
    _ type: T.Type = T.self, scope: SharedScope = .singleton, dispose: (@Sendable (T) async throws -> Void)? = nil,
    fileID: StaticString = #fileID, line: UInt32 = #line,
    mainActor factory: @escaping @MainActor @Sendable (_ resolver: Resolution) throws -> T
  ) throws(Failure) -> Self {
    try register(type, named: .contribution(), scope: scope, dispose: dispose, fileID: fileID, line: line, mainActor: factory)
  }
}
