import Holdfast
import HoldfastDiagnostics
import OnceKernel
import Testing

extension Faults {
  @Suite("A replacement is built before callers see it")
  struct ReplacementTests {
    private struct Broken: Error {}

    private final class Store: Sendable {
      let pool: CountingPool
      let again: Provider<CountingPool>
      init(_ pool: CountingPool, _ again: Provider<CountingPool>) { (self.pool, self.again) = (pool, again) }
    }

    private let container = Container()
    private let works = PoolWorks()
    private let storesBuilt = Counter()

    private func register(_ container: Container? = nil, _ stores: Sharing = .singleton, as form: Form) throws {
      let container = container ?? self.container
      try container.register(CountingPool.self, as: form) { [works] _ in works.pool() }
      try container.register(Store.self, scope: stores.lifetime(), as: form) { [storesBuilt] r in
        storesBuilt.add()
        return Store(try r.resolve(), r.provider())
      } async: { [storesBuilt] r in
        storesBuilt.add()
        return Store(try await r.resolve(), r.provider())
      }
    }

    private func store(_ form: Form, _ container: Container? = nil) async throws -> Store {
      try await ask(container ?? self.container, Store.self, as: form.caller(0)).value()
    }

    private func replace(_ container: Container? = nil, rebuildsDependents: Bool = true, as form: Form) async throws {
      try await (container ?? self.container).replace(rebuildsDependents: rebuildsDependents) { [works] batch in
        batch.register(CountingPool.self, as: form) { _ in works.pool() }
      }
    }

    @Test(
      "Case 143: the value and what was made from it are built anew and shown together", arguments: Form.allCases,
      [Sharing.singleton, .cached("stores")])
    func together(_ form: Form, _ stores: Sharing) async throws {
      try register(nil, stores, as: form)
      let old = try await store(form)
      let scope = try container.openScope()
      try await replace(as: form)
      let (pools, made) = (works.all.count, storesBuilt.value)
      #expect(pools == 2 && made == 2)
      let new = try await store(form)
      let pool = try await container.resolve(CountingPool.self)
      #expect(new !== old && new.pool === pool && pool.number == 2)
      #expect(works.all.count == 2 && storesBuilt.value == 2)
      // What was made aside asks the container.
      #expect(try new.again.resolveNow() === pool && old.again.resolveNow() === pool)
      #expect(old.pool.disposed == 0)
      await scope.end()
      try await Timeout.until("the old pool is disposed of") { old.pool.disposed == 1 }
      try await replace(as: form)
      #expect(try new.again.resolveNow().number == 3)
      try await Timeout.until("the second pool is disposed of") { pool.disposed == 1 }
      #expect(try await container.shutdown(deadline: nil).isClean)
      for pool in works.all { #expect(pool.disposed == 1) }
    }

    @Test("Case 143: dependents that are told to stay keep the old value, which is disposed of with them", arguments: Form.allCases)
    func staying(_ form: Form) async throws {
      try register(as: form)
      let old = try await store(form)
      try await replace(rebuildsDependents: false, as: form)
      #expect(try await store(form) === old)
      #expect(try await container.resolve(CountingPool.self).number == 2)
      await giveTime { old.pool.disposed > 0 }
      #expect(old.pool.disposed == 0)
      try container.reset(Store.self)
      try await Timeout.until("the old pool is disposed of") { old.pool.disposed == 1 }
      #expect(try await container.shutdown(deadline: nil).isClean)
    }

    @Test("Case 143: a factory that throws changes nothing, and what was made is disposed of", arguments: Form.allCases, [true, false])
    func failure(_ form: Form, ofDependent: Bool) async throws {
      try register(as: form)
      let old = try await store(form)
      await #expect(throws: ResolutionError.self) {
        try await container.replace { [works] batch in
          batch.register(CountingPool.self, as: form) { _ in
            if !ofDependent { throw Broken() }
            return works.pool()
          }
          if ofDependent { batch.register(Store.self, as: form) { _ in throw Broken() } }
          batch.register(Int.self) { _ in 1 }
          batch.unregister(Never.self)
        }
      }
      #expect(try await store(form) === old && old.pool.disposed == 0)
      #expect(!container.contains(AnyKey(Int.self)))
      if ofDependent { try await Timeout.until("what was made is disposed of") { works.all.last?.disposed == 1 } }
      try await replace(as: form)
      #expect(try await store(form) !== old)
      #expect(try await container.shutdown(deadline: nil).isClean)
      for pool in works.all { #expect(pool.disposed == 1) }
    }

    @Test("Case 143: callers go on with the old values while the new ones are built", arguments: Form.allCases)
    func meanwhile(_ form: Form) async throws {
      try register(as: form)
      let old = try await store(form)
      let (building, goOn) = (Gate("the new pool is being built"), Gate("the build goes on"))
      let replacing = Pending<Void>.inTask(on: form.buildsAsynchronously ? nil : OwnThread()) { [container, works] in
        try await container.replace { batch in
          batch.register(CountingPool.self, as: form) { _ in
            building.open()
            try goOn.block()
            return works.pool()
          } async: { _ in
            building.open()
            try await goOn.pass()
            return works.pool()
          }
        }
      }
      try await building.pass()
      #expect(try await store(form) === old)
      #expect(try old.again.resolveNow() === old.pool)
      goOn.open()
      try await replacing.value()
      #expect(try await store(form) !== old)
      #expect(try await container.shutdown(deadline: nil).isClean)
    }

    @Test("Case 143: what is changed while the new values are built is built from what is there then", arguments: Form.allCases)
    func overtaken(_ form: Form) async throws {
      try container.register(Part.self, named: "host", as: form) { _ in Part("host", build: 1) }
      let make: @Sendable (Batch, Gate?, Gate?) -> Void = { batch, building, goOn in
        batch.register(Part.self, named: "pool", as: form) { r in
          let host = try r.resolve(Part.self, named: "host")
          building?.open()
          try goOn?.block()
          return Part("pool", build: host.build)
        } async: { r in
          let host = try await r.resolve(Part.self, named: "host")
          building?.open()
          try await goOn?.pass()
          return Part("pool", build: host.build)
        }
      }
      try container.registerAll { make($0, nil, nil) }
      _ = try await ask(container, "pool", as: form.caller(0)).value()
      let (building, goOn) = (Gate("the new pool is being built"), Gate("the build goes on"))
      let replacing = Pending<Void>.inTask(on: form.buildsAsynchronously ? nil : OwnThread()) { [container] in
        try await container.replace { make($0, building, goOn) }
      }
      try await building.pass()
      try container.register(Part.self, named: "host", as: form) { _ in Part("host", build: 2) }
      _ = try await ask(container, "host", as: form.caller(0)).value()
      goOn.open()
      try await replacing.value()
      #expect(try await container.resolve(Part.self, named: "pool").build == 2)
      #expect(try await container.shutdown(deadline: nil).isClean)
    }

    @Test("Case 143: a shutdown waits for a replacement that fails, and for what that had made", arguments: Form.allCases)
    func shutdown(_ form: Form) async throws {
      let names = Name.fresh(2)
      for name in names { try container.register(Part.self, named: name, as: form) { _ in Part(name) } }
      for name in names { _ = try await ask(container, name, as: form.caller(0)).value() }
      let (disposing, goOn) = (Gate("what was made is being disposed of"), Gate("its disposer goes on"))
      let replacing = Pending<Void>.inTask(on: form.buildsAsynchronously ? nil : OwnThread()) { [container] in
        try await container.replace { batch in
          let dispose: @Sendable (Part) async throws -> Void = { _ in
            disposing.open()
            try await goOn.pass()
          }
          batch.register(Part.self, named: names[0], scope: .singleton(dispose: dispose), as: form) { _ in Part(names[0]) }
          batch.register(Part.self, named: names[1], as: form) { _ in throw Broken() }
        }
      }
      try await disposing.pass()
      let ending = Pending<Bool>.inTask { [container] in try await container.shutdown(deadline: nil).isClean }
      await ending.expectWaiting("what was made is being disposed of")
      goOn.open()
      #expect(try await ending.value())
      #expect(try await replacing.error().underlying is Broken)
    }

    @Test("Case 143: refusals: in a factory, sealed, shut down, cancelled", arguments: Form.allCases)
    func refusals(_ form: Form) async throws {
      try register(as: form)
      try container.register(
        Int.self,
        .async { [container] _ in
          try await container.replace { $0.register(Double.self) { _ in 1 } }
          return 1
        })
      let inFactory = await #expect(throws: ResolutionError.self) { try await container.resolve(Int.self) }
      #expect(inFactory?.code == .replacedInFactory)
      let cancelled = Pending<Void>.inTask { [container] in
        withUnsafeCurrentTask { $0?.cancel() }
        try await container.replace { $0.register(Double.self) { _ in 1 } }
      }
      #expect(try await cancelled.error().code == .cancelled)
      container.seal()
      let sealed = await #expect(throws: ResolutionError.self) { try await replace(as: form) }
      #expect(sealed?.code == .sealed)
      try await container.shutdown(deadline: nil)
      let late = await #expect(throws: ResolutionError.self) { try await replace(as: form) }
      #expect(late?.code == .shutDown)
    }

    @Test("Case 143: it is no duplicate, removes in the same step, and is told of", arguments: Form.allCases)
    func duplicates(_ form: Form) async throws {
      let container = Container(duplicates: .reject)
      try register(container, as: form)
      _ = try await store(form, container)
      try container.register(Double.self) { _ in 1 }
      let told = Guarded<[String]>([])
      let observation = container.observe { event in
        switch event.kind {
        case .replaced, .unregistered, .registered, .disposed: told.withLock { $0.append("\(event)") }
        default: break
        }
      }
      try await container.replace { [works] batch in
        batch.register(CountingPool.self, as: form) { _ in works.pool() }
        batch.register(String.self, instance: "")
        batch.unregister(Double.self)
      }
      #expect(!container.contains(AnyKey(Double.self)) && container.contains(AnyKey(String.self)))
      try container.validate(.afterRun)
      try await Timeout.until("the old pool is disposed of") { works.all[0].disposed == 1 }
      try await Timeout.until("all is told") { told.withLock { $0.count } == 5 }
      observation.cancel()
      #expect(told.withLock { $0.count { $0.hasPrefix("replaced") } } == 2)
      #expect(try await container.shutdown(deadline: nil).isClean)
    }

    @Test("Case 143 S: keys come and go in the same steps, many times")
    func comeAndGo() async throws {
      let container = Container()
      let names = (0..<40).map { Name("\($0)") }
      for name in names.prefix(10) { try container.register(Part.self, named: name) { _ in Part(name) } }
      for round in 0..<200 {
        let (gone, come) = (names[round % 40], names[(round + 10) % 40])
        try await container.replace { batch in
          batch.unregister(Part.self, named: gone)
          batch.register(Part.self, named: come) { _ in Part(come, build: round) }
          batch.register(Part.self, named: "always") { _ in Part("always", build: round) }
        }
        #expect(!container.contains(AnyKey(Part.self, named: gone)))
        #expect(try container.resolveNow(Part.self, named: come).build == round)
        #expect(try container.resolveNow(Part.self, named: "always").build == round)
        #expect(container.keys().count == 11)
      }
      // What is registered and removed by one batch stays.
      try container.registerAll { batch in
        batch.unregister(Part.self, named: "always")
        batch.register(Part.self, named: "always") { _ in Part("again") }
        for name in names { batch.unregister(Part.self, named: name) }
      }
      #expect(container.keys() == [AnyKey(Part.self, named: "always")])
      #expect(try container.resolveNow(Part.self, named: "always").name == "again")
    }

    @Test("Case 143: in overrides, and in a child", arguments: Form.allCases)
    func layers(_ form: Form) async throws {
      try register(as: form)
      let live = try await store(form)
      try await container.withOverrides({ $0.register(Int.self, instance: 1) }) { () async throws in
        let before = try await container.resolve(Store.self)
        try await replace(as: form)
        let after = try await container.resolve(Store.self)
        #expect(after !== before && after.pool.number > before.pool.number)
        #expect(try after.again.resolveNow() === after.pool)
      }
      #expect(try await store(form) === live)
      let child = Container(parent: container)
      try register(child, as: form)
      let old = try await store(form, child)
      try await replace(child, as: form)
      #expect(try await store(form, child) !== old)
      #expect(try await store(form) === live)
      #expect(try await child.shutdown(deadline: nil).isClean)
      #expect(try await container.shutdown(deadline: nil).isClean)
      for pool in works.all { #expect(pool.disposed == 1) }
    }

    @Test("Case 143: under load no request builds, fails, or uses what was disposed of", arguments: Form.allCases)
    func load(_ form: Form) async throws {
      try register(as: form)
      _ = try await store(form)
      let oldest = try container.openScope()
      let first = try await oldest.resolve(Store.self)
      let stop = ContinuousClock.now + .milliseconds(700)
      let users = PoolUsers(of: Store.self, \.pool, in: container, as: form)
      var rounds = 0
      while ContinuousClock.now < stop {
        rounds += 1
        try await replace(as: form)
      }
      try await users.finish()
      #expect(users.wrong.value == 0)
      // No request has built anything.
      #expect(works.all.count == rounds + 1 && storesBuilt.value == rounds + 1)
      #expect(first.pool.disposed == 0)
      await oldest.end()
      try await Timeout.until("all but the last are disposed of") { works.all.dropLast().allSatisfy { $0.disposed > 0 } }
      #expect(try await container.shutdown(deadline: nil).isClean)
      #expect(works.all.allSatisfy { $0.disposed == 1 })
    }

    @Test("Case 143: what replaces a member of a collection has its place, for all who collect", arguments: Form.allCases)
    func place(_ form: Form) async throws {
      @Sendable func collect(_ numbers: [Int]) -> Numbers { Numbers(all: numbers) }
      try container.contribute(Int.self, id: "a") { _ in 1 }.contribute(Int.self) { _ in 2 }
      try container.register(Int.self, named: "c") { _ in 3 }
      try container.register(Numbers.self, scope: .transient, .wired(collect))
      try container.register(Numbers.self, named: "shared", .wired(collect))
      #expect(try await numbers(named: "shared", form) == [1, 2, 3])
      try await container.replace { batch in
        batch.contribute(Int.self, id: "a") { _ in 11 }
        batch.contribute(Int.self) { _ in 4 }
        batch.register(Int.self, named: "c") { _ in 33 }
      }
      let changed = [11, 2, 33, 4]
      #expect(try await numbers(named: "shared", form) == changed)
      #expect(try await numbers(form) == changed)
      #expect(try await container.resolveAll(Int.self) == changed)
      try container.reset(Numbers.self, named: "shared")
      #expect(try await numbers(named: "shared", form) == changed)
      // What is registered again is the latest registration.
      try container.contribute(Int.self, id: "a") { _ in 12 }
      #expect(try await numbers(form) == [2, 33, 4, 12])
    }

    private struct Numbers: Sendable { let all: [Int] }

    private func numbers(named name: Name? = nil, _ form: Form) async throws -> [Int] {
      try await ask(container, Numbers.self, named: name, as: form.caller(0)).value().all
    }
  }
}
