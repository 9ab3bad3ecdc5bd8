import Holdfast

extension Registrar {
  /// Registers a shared value whose factory is asynchronous for tasks alone, and synchronous where threads ask too.
  func register<Value: Sendable>(
    _ type: Value.Type, named name: Name? = nil, scope: SharedScope = .singleton, dispose: (@Sendable (Value) async throws -> Void)? = nil,
    as form: Form, _ sync: @escaping @Sendable (Resolution) throws -> Value, async: @escaping @Sendable (Resolution) async throws -> Value
  ) throws(Failure) {
    if form.buildsAsynchronously {
      try register(type, named: name, scope: scope, dispose: dispose, async: async)
    } else {
      try register(type, named: name, scope: scope, dispose: dispose, factory: sync)
    }
  }

  /// Registers a transient in the same manner.
  func register<Value>(
    _ type: Value.Type, named name: Name? = nil, scope: TransientScope, as form: Form,
    _ sync: @escaping @Sendable (Resolution) throws -> Value, async: @escaping @Sendable (Resolution) async throws -> Value
  ) throws(Failure) {
    if form.buildsAsynchronously {
      try register(type, named: name, scope: scope, async: async)
    } else {
      try register(type, named: name, scope: scope, factory: sync)
    }
  }

  /// Registers a value of an object graph in the same manner.
  func register<Value>(
    _ type: Value.Type, named name: Name? = nil, scope: GraphScope, as form: Form,
    _ sync: @escaping @Sendable (Resolution) throws -> Value, async: @escaping @Sendable (Resolution) async throws -> Value
  ) throws(Failure) {
    if form.buildsAsynchronously {
      try register(type, named: name, scope: scope, async: async)
    } else {
      try register(type, named: name, scope: scope, factory: sync)
    }
  }

  /// Registers a shared value whose factory says the same in either way.
  func register<Value: Sendable>(
    _ type: Value.Type, named name: Name? = nil, scope: SharedScope = .singleton, as form: Form,
    _ factory: @escaping @Sendable (Resolution) throws -> Value
  ) throws(Failure) {
    try register(type, named: name, scope: scope, as: form, factory, async: { r in try factory(r) })
  }

  /// Registers a transient in the same manner.
  func register<Value>(
    _ type: Value.Type, named name: Name? = nil, scope: TransientScope, as form: Form,
    _ factory: @escaping @Sendable (Resolution) throws -> Value
  ) throws(Failure) {
    try register(type, named: name, scope: scope, as: form, factory, async: { r in try factory(r) })
  }
}
