import Holdfast

extension Registrar {
  /// Registers a value whose factory is asynchronous for tasks alone, and synchronous where threads ask too.
  func register<Value>(
    _ type: Value.Type, named name: Name? = nil, scope: Lifetime<Value>, as form: Form,
    _ sync: @escaping @Sendable (FactoryResolver) throws -> Value, async: @escaping @Sendable (FactoryResolver) async throws -> Value
  ) throws(Failure) {
    if form.buildsAsynchronously {
      try register(type, named: name, scope: scope, .async(by: async))
    } else {
      try register(type, named: name, scope: scope, factory: sync)
    }
  }

  /// Registers a value that all callers share in the same manner.
  func register<Value: Sendable>(
    _ type: Value.Type, named name: Name? = nil, as form: Form,
    _ sync: @escaping @Sendable (FactoryResolver) throws -> Value, async: @escaping @Sendable (FactoryResolver) async throws -> Value
  ) throws(Failure) {
    try register(type, named: name, scope: .singleton, as: form, sync, async: async)
  }

  /// Registers a value whose factory says the same in either form.
  func register<Value>(
    _ type: Value.Type, named name: Name? = nil, scope: Lifetime<Value>, as form: Form,
    _ factory: @escaping @Sendable (FactoryResolver) throws -> Value
  ) throws(Failure) {
    try register(type, named: name, scope: scope, as: form, factory, async: { r in try factory(r) })
  }

  /// Registers a value that all callers share, whose factory says the same in either form.
  func register<Value: Sendable>(
    _ type: Value.Type, named name: Name? = nil, as form: Form, _ factory: @escaping @Sendable (FactoryResolver) throws -> Value
  ) throws(Failure) {
    try register(type, named: name, scope: .singleton, as: form, factory)
  }
}
