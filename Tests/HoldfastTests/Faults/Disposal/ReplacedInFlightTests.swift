import Holdfast
import Testing

extension Faults {
  /// ```
  ///   caller                    replace
  ///   store takes the pool
  ///                             shows a new pool; there is no store to be built anew
  ///   store is made
  ///   gets the old store
  ///                             later callers get a store with the new pool
  /// ```
  @Suite("What is made from a value while that is replaced")
  struct ReplacedInFlightTests {
    private final class Store: Sendable {
      let pool: CountingPool
      init(_ pool: CountingPool) { self.pool = pool }
    }

    @Test(
      "Case 143: a dependent that was being made from the old value is made again for later callers", arguments: Form.allCases,
      [Sharing.singleton, .cached("stores")])
    func madeAgain(_ form: Form, _ stores: Sharing) async throws {
      let (container, works, built) = (Container(), PoolWorks(), Counter())
      let (taken, goOn) = (Gate("the store has taken the pool"), Gate("the pool is replaced"))
      try container.register(CountingPool.self, as: form) { _ in works.pool() }
      try container.register(Store.self, scope: stores.lifetime(), as: form) { r in
        let pool: CountingPool = try r.resolve()
        if built.add() == 1 {
          taken.open()
          try goOn.block()
        }
        return Store(pool)
      } async: { r in
        let pool: CountingPool = try await r.resolve()
        if built.add() == 1 {
          taken.open()
          try await goOn.pass()
        }
        return Store(pool)
      }
      let early = ask(container, Store.self, as: form.caller(0))
      try await taken.pass()
      let replacing = Pending<Void>.inTask(on: form.buildsAsynchronously ? nil : OwnThread()) {
        try await container.replace { batch in batch.register(CountingPool.self, as: form) { _ in works.pool() } }
      }
      try await replacing.value()
      goOn.open()
      let old = try await early.value()
      #expect(old.pool.number == 1)
      let new = try await ask(container, Store.self, as: form.caller(1)).value()
      let pool = try await ask(container, CountingPool.self, as: form.caller(0)).value()
      #expect(new !== old && new.pool === pool && pool.number == 2 && built.value == 2)
      try await Timeout.until("the old pool is disposed of") { old.pool.disposed == 1 }
      #expect(try await container.shutdown(deadline: nil).isClean)
      for pool in works.all { #expect(pool.disposed == 1) }
    }
  }
}
