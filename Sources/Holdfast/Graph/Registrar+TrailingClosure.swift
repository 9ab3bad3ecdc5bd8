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
