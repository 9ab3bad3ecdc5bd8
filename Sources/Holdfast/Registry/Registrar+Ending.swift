extension Registrar {
  /// Registers a factory with a disposer that is told how it came to the end: a transaction commits or rolls back.
  ///
  /// ```swift
  /// try container.register(
  ///   Draft.self, scope: .scoped,
  ///   dispose: { draft, ending in if case .completed = ending { try await draft.save() } },
  ///   factory: { _ in Draft() })
  /// ```
  ///
  /// The factory runs on the resolving thread; the disposer in a task that has the task-local values of the task that ends the scope.
  @discardableResult
  public func register<T: Sendable>(
    _ type: T.Type = T.self, named name: Name? = nil, scope: SharedScope = .singleton,
    dispose: @escaping @Sendable (_ value: T, _ ending: Ending) async throws -> Void, fileID: StaticString = #fileID, line: UInt32 = #line,
    factory: @escaping @Sendable (_ resolver: Resolution) throws -> T
  ) throws(Failure) -> Self {
    try register(
      type, named: name, scope: scope, dispose: Ending.told(dispose), fileID: fileID, line: line, factory: factory)
  }

  /// Registers an asynchronous factory with a disposer that is told how it came to the end.
  ///
  /// ```swift
  /// try container.register(
  ///   Transaction.self, scope: .scoped,
  ///   dispose: { transaction, ending in
  ///     if case .completed = ending { try await transaction.commit() } else { try await transaction.rollBack() }
  ///   },
  ///   async: { r in try await r.resolve(Pool.self).begin() })
  /// ```
  ///
  /// The factory runs in a task of its own, once, for all callers that wait.
  @discardableResult
  public func register<T: Sendable>(
    _ type: T.Type = T.self, named name: Name? = nil, scope: SharedScope = .singleton,
    dispose: @escaping @Sendable (_ value: T, _ ending: Ending) async throws -> Void, fileID: StaticString = #fileID, line: UInt32 = #line,
    async factory: @escaping @Sendable (_ resolver: Resolution) async throws -> T
  ) throws(Failure) -> Self {
    try register(
      type, named: name, scope: scope, dispose: Ending.told(dispose), fileID: fileID, line: line, async: factory)
  }
  /// Registers an initializer, whose parameter types are the dependencies, with a disposer that is told how it came to the end.
  ///
  /// ```swift
  /// try container.register(
  ///   Transaction.self, scope: .scoped,
  ///   dispose: { transaction, ending in
  ///     if case .completed = ending { try await transaction.commit() } else { try await transaction.rollBack() }
  ///   },
  ///   wiring: Transaction.init)
  /// ```
  @discardableResult
  @_disfavoredOverload  // so that a trailing closure is a factory
  public func register<T: Sendable, each D>(
    _ type: T.Type = T.self, named name: Name? = nil, scope: SharedScope = .singleton,
    dispose: @escaping @Sendable (_ value: T, _ ending: Ending) async throws -> Void, fileID: StaticString = #fileID, line: UInt32 = #line,
    wiring initializer: @escaping @Sendable (repeat each D) throws -> T
  ) throws(Failure) -> Self {
    try register(type, named: name, scope: scope, dispose: Ending.told(dispose), fileID: fileID, line: line, wiring: initializer)
  }

  /// Registers an asynchronous initializer, whose parameter types are the dependencies, with a disposer that is told how it came to the end.
  @discardableResult
  public func register<T: Sendable, each D: Sendable>(
    _ type: T.Type = T.self, named name: Name? = nil, scope: SharedScope = .singleton,
    dispose: @escaping @Sendable (_ value: T, _ ending: Ending) async throws -> Void, fileID: StaticString = #fileID, line: UInt32 = #line,
    asyncWiring initializer: @escaping @Sendable (repeat each D) async throws -> T
  ) throws(Failure) -> Self {
    try register(type, named: name, scope: scope, dispose: Ending.told(dispose), fileID: fileID, line: line, asyncWiring: initializer)
  }
}
