extension ActorRegistry {
  /// Registers the domain of the benchmark, and so many other types, in one hop.
  func furnish(others: Int = 0) {
    register(Engine.self, instance: Engine())
    register((any Service).self, instance: LiveService())
    register(NamedKey.primary, instance: LiveService() as any Service)
    register((any Clock).self, instance: LiveClock())
    register((any Store).self, instance: LiveStore())
    register(Request.self) { _ in Request() }
    register((any Reader).self) { LiveReader(clock: $0.resolve((any Clock).self), store: $0.resolve((any Store).self)) }
    register((any Writer).self) { LiveWriter(store: $0.resolve((any Store).self)) }
    register((any Screen).self) {
      LiveScreen(reader: $0.make((any Reader).self), writer: $0.make((any Writer).self), clock: $0.resolve((any Clock).self))
    }
    registerTwoArguments(Session.self) { Session(user: $0.0, shard: $0.1) }
    for key in NamedKey.slow { register(key) { _ in SlowFactory.service() } }
    for type in Others.types(others) { add(type) }
  }

  /// Registers so many named items in one hop.
  func furnish(items: Int) {
    for number in 0..<items { register(NamedKey.items[number], instance: Item.pool[number]) }
  }

  private func add<T: Other>(_ type: T.Type) {
    register(type, instance: T())
  }
}
