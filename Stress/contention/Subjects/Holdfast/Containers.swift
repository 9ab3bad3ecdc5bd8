import Holdfast

/// The containers that the Holdfast subjects resolve from.
enum Containers {
  /// A container with the domain of the benchmark, and so many other registrations.
  static func furnished(others: Int = 0, sealed: Bool) -> Container {
    finish(sealed: sealed) { batch in
      batch.register(Engine.self) { _ in Engine() }
      batch.register(Engine.self, named: "weak", scope: .weak) { _ in Engine() }
      batch.register(Engine.self, named: "cached", scope: .cached("engines")) { _ in Engine() }
      batch.register(Item.self, .factory(taking: Int.self) { _, number in Item(number) })
      batch.register((any Service).self) { _ in LiveService() }
      batch.register((any Service).self, named: "primary") { _ in LiveService() }
      batch.register((any Clock).self) { _ in LiveClock() }
      batch.register((any Store).self) { _ in LiveStore() }
      batch.register(Request.self, scope: .transient) { _ in Request() }
      batch.register(
        Session.self, scope: .transient, .factory(taking: Int.self, Int.self) { _, user, shard in Session(user: user, shard: shard) })
      batch.register((any Tenant).self, scope: .scoped) { _ in LiveTenant() }
      batch.register((any Reader).self, scope: .transient) { LiveReader(clock: try $0.resolve(), store: try $0.resolve()) }
      batch.register((any Writer).self, scope: .transient) { LiveWriter(store: try $0.resolve()) }
      batch.register((any Screen).self, scope: .transient) {
        LiveScreen(reader: try $0.resolve(), writer: try $0.resolve(), clock: try $0.resolve())
      }
      for number in 0..<BuildWindow.slowKeys {
        batch.register((any Service).self, named: HoldfastKeys.slow[number]) { _ in SlowFactory.service() }
      }
      for type in Others.types(others) { add(type, to: batch) }
    }
  }

  /// A container with so many named items.
  static func items(_ count: Int, sealed: Bool) -> Container {
    finish(sealed: sealed) { batch in
      for number in 0..<count { batch.register(Item.self, named: HoldfastKeys.names[number], instance: Item.pool[number]) }
    }
  }

  /// A container with one singleton for each of the keys that threads have of their own.
  static func cells(sealed: Bool) -> Container {
    finish(sealed: sealed) { batch in
      _ = CellRegistrar(batch: batch).results(16)
    }
  }

  private static func finish(sealed: Bool, _ register: (Batch) -> Void) -> Container {
    let container = Container()
    do { try container.registerAll(register) } catch { fatalError("the benchmark's registrations were refused: \(error)") }
    if sealed { container.seal() }
    return container
  }

  private static func add<T: Other>(_ type: T.Type, to batch: Batch) {
    batch.register(type, instance: T())
  }

  private struct CellRegistrar: DistinctKeyVisitor {
    let batch: Batch

    func visit<K: DistinctKey>(_ key: K.Type) {
      batch.register(Cell<K>.self, instance: K.cell)
    }
  }
}
