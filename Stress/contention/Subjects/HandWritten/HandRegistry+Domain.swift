extension HandRegistry {
  /// A registry with the domain of the benchmark, and so many other registrations.
  static func furnished(others: Int = 0) -> HandRegistry<G> {
    let registry = HandRegistry<G>()
    registry.register(Engine.self, instance: Engine())
    registry.register((any Service).self, instance: LiveService())
    registry.register(NamedKey.primary, instance: LiveService() as any Service)
    registry.register((any Clock).self, instance: LiveClock())
    registry.register((any Store).self, instance: LiveStore())
    registry.register(Request.self) { _ in Request() }
    registry.register((any Reader).self) { LiveReader(clock: $0.resolve((any Clock).self), store: $0.resolve((any Store).self)) }
    registry.register((any Writer).self) { LiveWriter(store: $0.resolve((any Store).self)) }
    registry.register((any Screen).self) {
      LiveScreen(reader: $0.make((any Reader).self), writer: $0.make((any Writer).self), clock: $0.resolve((any Clock).self))
    }
    registry.registerTwoArguments(Session.self) { Session(user: $0.0, shard: $0.1) }
    for type in Others.types(others) { registry.add(type) }
    return registry
  }

  /// A registry with so many named items.
  static func items(_ count: Int) -> HandRegistry<G> {
    let registry = HandRegistry<G>()
    for number in 0..<count { registry.register(NamedKey.items[number], instance: Item.pool[number]) }
    return registry
  }

  /// A registry with one built service and the slow ones.
  static func slow() -> HandRegistry<G> {
    let registry = furnished()
    for key in NamedKey.slow { registry.register(key) { _ in SlowFactory.service() } }
    return registry
  }

  private func add<T: Other>(_ type: T.Type) {
    register(type, instance: T())
  }
}
