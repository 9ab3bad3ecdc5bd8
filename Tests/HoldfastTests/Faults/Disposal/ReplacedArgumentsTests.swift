import Holdfast
import HoldfastDiagnostics
import OnceKernel
import Testing

extension Faults {
  @Suite("What is made from arguments, or only watched, when what it was made from is replaced")
  struct ReplacedArgumentsTests {
    /// Made from a pool and a number.
    private final class Tile: Disposable, Sendable {
      let pool: CountingPool
      let number: Int
      private let disposals = Counter()

      init(_ pool: CountingPool, _ number: Int) { (self.pool, self.number) = (pool, number) }

      var disposed: Int { disposals.value }

      func dispose() { disposals.add() }
    }

    /// How long tiles are kept.
    private enum Kept: CaseIterable, Sendable {
      case singleton, limited, cached, watched

      /// Whether the container disposes of them.
      var isOwned: Bool { self != .watched }

      func lifetime() -> Lifetime<Tile, Int> {
        switch self {
        case .singleton: .singleton
        case .limited: .singleton(capacity: 2)
        case .cached: .cached("tiles")
        case .watched: .weak
        }
      }
    }

    private let container = Container()
    private let works = PoolWorks()
    private let built = Counter()
    private let taken = Gate("a tile has taken its pool")
    private let goOn = Gate("that tile is finished")

    /// - Parameter slow: the tile whose factory waits after it has taken its pool, the first time.
    private func register(_ kept: Kept, slow: Int? = nil, as form: Form) throws {
      try container.register(CountingPool.self, as: form) { [works] _ in works.pool() }
      let (built, taken, goOn) = (built, taken, goOn)
      if form.buildsAsynchronously {
        try container.register(
          Tile.self, scope: kept.lifetime(),
          .async(taking: Int.self) { r, number in
            let pool: CountingPool = try await r.resolve()
            if built.add() == 1, number == slow {
              taken.open()
              try await goOn.pass()
            }
            return Tile(pool, number)
          })
      } else {
        try container.register(
          Tile.self, scope: kept.lifetime(),
          .factory(taking: Int.self) { r, number in
            let pool: CountingPool = try r.resolve()
            if built.add() == 1, number == slow {
              taken.open()
              try goOn.block()
            }
            return Tile(pool, number)
          })
      }
    }

    private func tile(_ number: Int, _ form: Form, _ caller: Int = 0) -> Pending<Tile> {
      ask(as: form.caller(caller)) { [container] in
        try container.resolveNow(Tile.self, with: number)
      } async: { [container] in
        try await container.resolve(Tile.self, with: number)
      }
    }

    private func replace(rebuildsDependents: Bool = true, as form: Form) async throws {
      try await container.replace(rebuildsDependents: rebuildsDependents) { [works] batch in
        batch.register(CountingPool.self, as: form) { _ in works.pool() }
      }
    }

    @Test(
      "Case 143: values of arguments are made anew at their next request, and the old ones are disposed of", arguments: Form.allCases,
      Kept.allCases)
    private func madeAnew(_ form: Form, _ kept: Kept) async throws {
      try register(kept, as: form)
      var old: [Tile] = []
      for number in 1...2 { old.append(try await tile(number, form).value()) }
      let scope = try container.openScope()
      try await replace(as: form)
      #expect(works.all.count == 2 && built.value == 2)
      let new = try await tile(1, form).value()
      let pool = try await container.resolve(CountingPool.self)
      try #require(new !== old[0] && new.pool === pool && pool.number == 2)
      #expect(try await tile(1, form, 1).value() === new)
      #expect(old.allSatisfy { $0.disposed == 0 && $0.pool.disposed == 0 })
      await scope.end()
      if kept.isOwned { try await Timeout.until("the old tiles are disposed of") { old.allSatisfy { $0.disposed == 1 } } }
      try await Timeout.until("the old pool is disposed of") { old[0].pool.disposed == 1 }
      #expect(new.disposed == 0 && pool.disposed == 0)
      #expect(try await container.shutdown(deadline: nil).isClean)
      if kept.isOwned { #expect((old + [new]).allSatisfy { $0.disposed == 1 }) }
      for pool in works.all { #expect(pool.disposed == 1) }
    }

    @Test("Case 143: dependents of arguments that are told to stay keep the old value", arguments: Form.allCases, Kept.allCases)
    private func staying(_ form: Form, _ kept: Kept) async throws {
      try register(kept, as: form)
      let old = try await tile(1, form).value()
      try await replace(rebuildsDependents: false, as: form)
      #expect(try await tile(1, form).value() === old)
      #expect(try await container.resolve(CountingPool.self).number == 2)
      #expect(try await container.shutdown(deadline: nil).isClean)
    }

    @Test("Case 143: a factory that throws leaves values of arguments as they are", arguments: Form.allCases, Kept.allCases)
    private func failure(_ form: Form, _ kept: Kept) async throws {
      struct Broken: Error {}
      try register(kept, as: form)
      let old = try await tile(1, form).value()
      await #expect(throws: ResolutionError.self) {
        try await container.replace { $0.register(CountingPool.self, as: form) { _ in throw Broken() } }
      }
      #expect(try await tile(1, form).value() === old)
      #expect(old.disposed == 0)
      #expect(try await container.shutdown(deadline: nil).isClean)
    }

    //  caller                    replace
    //  tile 1 takes the pool
    //                            shows a new pool, and takes the tiles out
    //  tile 1 is made
    //  gets the old tile
    //                            later callers get a tile with the new pool
    @Test(
      "Case 143: a value of arguments that is being made from the old value goes to its callers only", arguments: Form.allCases,
      Kept.allCases)
    private func inFlight(_ form: Form, _ kept: Kept) async throws {
      try register(kept, slow: 1, as: form)
      let early = tile(1, form)
      try await taken.pass()
      let replacing = Pending<Void>.inTask(on: form.buildsAsynchronously ? nil : OwnThread()) { try await replace(as: form) }
      try await replacing.value()
      goOn.open()
      let old = try await early.value()
      #expect(old.pool.number == 1)
      let new = try await tile(1, form, 1).value()
      try #require(new !== old && new.pool.number == 2)
      if kept.isOwned { try await Timeout.until("the old tile is disposed of") { old.disposed == 1 } }
      try await Timeout.until("the old pool is disposed of") { old.pool.disposed == 1 }
      #expect(try await container.shutdown(deadline: nil).isClean)
      for pool in works.all { #expect(pool.disposed == 1) }
    }

    /// Made from a tile.
    private final class Map: Sendable {
      let tile: Tile
      init(_ tile: Tile) { self.tile = tile }
    }

    @Test(
      "Case 143: a dependent that is built anew gets a new value of arguments, which later callers get too", arguments: Form.allCases,
      Kept.allCases)
    private func through(_ form: Form, _ kept: Kept) async throws {
      try register(kept, as: form)
      try container.register(Map.self, as: form) {
        Map(try $0.resolve(Tile.self, with: 7))
      } async: {
        Map(try await $0.resolve(Tile.self, with: 7))
      }
      let old = try await ask(container, Map.self, as: form.caller(0)).value()
      let other = try await tile(8, form).value()
      try await replace(as: form)
      let new = try await container.resolve(Map.self)
      #expect(new !== old && new.tile.pool.number == 2)
      #expect(try await tile(7, form).value() === new.tile)
      try #require(try await tile(8, form).value() !== other)
      if kept.isOwned {
        try await Timeout.until("the old tiles are disposed of") { old.tile.disposed == 1 && other.disposed == 1 }
      }
      try await Timeout.until("the old pool is disposed of") { old.tile.pool.disposed == 1 }
      #expect(new.tile.disposed == 0)
      #expect(try await container.shutdown(deadline: nil).isClean)
    }

    @Test("Case 143: an object that is only watched is made anew although a caller holds the old one", arguments: Form.allCases)
    func watched(_ form: Form) async throws {
      try container.register(CountingPool.self, as: form) { [works] _ in works.pool() }
      try container.register(PoolKeeper.self, scope: .weak, as: form) {
        PoolKeeper(try $0.resolve())
      } async: {
        PoolKeeper(try await $0.resolve())
      }
      let old = try await ask(container, PoolKeeper.self, as: form.caller(0)).value()
      try await replace(as: form)
      let new = try await ask(container, PoolKeeper.self, as: form.caller(0)).value()
      #expect(new !== old && new.pool.number == 2)
      #expect(try await container.resolve(PoolKeeper.self) === new)
      withExtendedLifetime((old, new)) {}
      #expect(try await container.shutdown(deadline: nil).isClean)
    }

    @Test("Case 143: observers are told of each dependent whose values were taken out", arguments: Form.allCases, Kept.allCases)
    private func told(_ form: Form, _ kept: Kept) async throws {
      try register(kept, as: form)
      let old = try await tile(1, form).value()
      let told = Guarded<[String]>([])
      let observation = container.observe { event in
        switch event.kind {
        case .replaced, .registered, .unregistered, .reset: told.withLock { $0.append("\(event)") }
        default: break
        }
      }
      try await replace(as: form)
      observation.cancel()
      let events = told.withLock { $0 }
      #expect(events.count == 2 && events[0].hasPrefix("replaced") && events[1].hasPrefix("reset"), "\(events)")
      withExtendedLifetime(old) {}
      #expect(try await container.shutdown(deadline: nil).isClean)
    }

    @Test("Case 143 S: a default that is built anew as a dependent stays a default")
    func defaults() async throws {
      let container = Container(duplicates: .reject)
      try container.register(CountingPool.self) { [works] _ in works.pool() }
      try container.registerIfAbsent { batch in batch.register(PoolKeeper.self) { PoolKeeper(try $0.resolve()) } }
      _ = try container.resolveNow(PoolKeeper.self)
      try await container.replace { [works] batch in batch.register(CountingPool.self) { _ in works.pool() } }
      #expect(try container.resolveNow(PoolKeeper.self).pool.number == 2)
      try container.register(PoolKeeper.self) { _ in PoolKeeper(CountingPool(9)) }
      #expect(try container.resolveNow(PoolKeeper.self).pool.number == 9)
    }
  }
}
