import Holdfast
import OnceKernel
import Testing

extension Faults {
  @Suite("What is replaced, reset, removed or pushed out is disposed of when nothing that is counted uses it")
  struct ReplacedInUseTests {
    /// How a value leaves its container.
    enum Cause: CaseIterable, Sendable {
      case reset, resetAll, resetGroup, replaced, removed, removedAll, pushedOut
    }

    private let container = Container()

    private func register(_ cause: Cause, in container: Container, as form: Form) throws {
      switch cause {
      case .pushedOut:
        if form.buildsAsynchronously {
          try container.register(CountingPool.self, scope: .singleton(capacity: 1), .async(taking: Int.self) { _, _ in CountingPool() })
        } else {
          try container.register(CountingPool.self, scope: .singleton(capacity: 1), .factory(taking: Int.self) { _, _ in CountingPool() })
        }
      case .resetGroup: try container.register(CountingPool.self, scope: .cached("pools"), as: form) { _ in CountingPool() }
      case .reset, .resetAll, .replaced, .removed, .removedAll: try container.register(CountingPool.self, as: form) { _ in CountingPool() }
      }
    }

    private func pool(_ cause: Cause, _ resolver: some ContainerResolver & Sendable, _ form: Form, _ number: Int = 0) async throws
      -> CountingPool
    {
      try await ask(as: form.caller(number)) {
        cause == .pushedOut ? try resolver.resolveNow(CountingPool.self, with: number) : try resolver.resolveNow(CountingPool.self)
      } async: {
        cause == .pushedOut ? try await resolver.resolve(CountingPool.self, with: number) : try await resolver.resolve(CountingPool.self)
      }.value()
    }

    private func discard(_ cause: Cause, in container: Container, as form: Form) async throws {
      switch cause {
      case .reset: try container.reset(CountingPool.self)
      case .resetAll: try container.resetAll()
      case .resetGroup: container.reset(group: "pools")
      case .replaced: try container.register(CountingPool.self, as: form) { _ in CountingPool() }
      case .removed: try container.unregister(CountingPool.self)
      case .removedAll: try container.unregisterAll()
      case .pushedOut: _ = try await pool(cause, container, form, 1)
      }
    }

    // MARK: Scopes

    /// Whose the scope is that uses the value.
    enum Owner: CaseIterable, Sendable {
      case container, child, layer, overriding
    }

    @Test("Case 142: a scope that was open then keeps it, one that was opened since does not", arguments: Form.allCases, Cause.allCases)
    func scopes(_ form: Form, _ cause: Cause) async throws {
      try register(cause, in: container, as: form)
      let scope = try container.openScope()
      let pool = try await pool(cause, scope, form)
      try await discard(cause, in: container, as: form)
      let later = try container.openScope()
      #expect(pool.disposed == 0)
      await scope.end()
      try await pool.expectDisposal()
      await later.end()
      #expect(try await container.shutdown(deadline: nil).isClean)
      #expect(pool.disposed == 1)
    }

    @Test("Case 142: a scope of a child, of overrides, of a container that overrides", arguments: Form.allCases, Owner.allCases)
    func owners(_ form: Form, _ owner: Owner) async throws {
      try register(.reset, in: container, as: form)
      let pool = try await pool(.reset, container, form)
      let opened: Scope
      var other: Container?
      switch owner {
      case .container: opened = try container.openScope()
      case .child: opened = try Container(parent: container).openScope()
      case .layer:
        let (open, goOn, ended) = (Gate("the layer's scope is open"), Gate("the layer goes on"), Gate("the layer's scope has ended"))
        let layer = Pending<Void>.inTask { [container] in
          try await container.withOverrides({ $0.register(Int.self, instance: 1) }) { () async throws in
            try await container.withScope { (_: Scope) async throws in
              open.open()
              try await goOn.pass()
            }
            ended.open()
          }
        }
        try await open.pass()
        try container.reset(CountingPool.self)
        #expect(pool.disposed == 0)
        goOn.open()
        try await ended.pass()
        try await layer.value()
        return try await pool.expectDisposal()
      case .overriding:
        let overriding = try Container(overriding: container) { $0.register(Int.self, instance: 1) }
        other = overriding
        opened = try overriding.openScope()
      }
      try container.reset(CountingPool.self)
      #expect(pool.disposed == 0)
      await opened.end()
      try await pool.expectDisposal()
      withExtendedLifetime(other) {}
      #expect(try await container.shutdown(deadline: nil).isClean)
    }

    @Test("Case 142 S: so many replacements while one scope is open that their epochs cannot be told apart")
    func many() async throws {
      let (made, disposed) = (Counter(), Counter())
      try container.register(Int.self, scope: .singleton(dispose: { _ in disposed.add() })) { _ in made.add() }
      var scope: Scope? = try container.openScope()
      var last: Scope?
      let count = LifeState.epochs + 1_000
      for round in 1...count {
        _ = try container.resolveNow(Int.self)
        try container.reset(Int.self)
        if round == count - 500 { last = try container.openScope() }
        if round % 1_000 == 0 { try await container.openScope().end() }
      }
      #expect(disposed.value == 0)
      await scope?.end()
      scope = nil
      try await Timeout.until("what only the first scope could use is disposed of") { disposed.value >= LifeState.epochs - 2 }
      #expect(disposed.value < count)
      await last?.end()
      try await Timeout.until("all are disposed of") { disposed.value >= count }
      #expect(try await container.shutdown(deadline: nil).isClean)
      #expect(made.value == count && disposed.value == count)
    }

    // MARK: Runs

    @Test(
      "Case 142: a build that is under way and may have taken it keeps it until its code has returned", arguments: Form.allCases,
      [true, false])
    func runs(_ form: Form, isKept: Bool) async throws {
      let (building, goOn) = (Gate("the store is being built"), Gate("the build goes on"))
      try container.register(CountingPool.self, as: form) { _ in CountingPool() }
      let lifetime: Lifetime<PoolKeeper> = isKept ? .singleton : .scoped
      try container.register(PoolKeeper.self, scope: lifetime, as: form) { r in
        let store = PoolKeeper(try r.resolve())
        building.open()
        try goOn.block()
        return store
      } async: { r in
        let store = PoolKeeper(try await r.resolve())
        building.open()
        try await goOn.pass()
        return store
      }
      let pool = try await pool(.reset, container, form)
      let caller =
        isKept
        ? ask(container, PoolKeeper.self, as: form.blockingCaller(0))
        : .inTask(on: form.buildsAsynchronously ? nil : OwnThread()) { [container] in
          try await container.withScope { (scope: Scope) async throws in try await scope.resolve(PoolKeeper.self) }
        }
      try await building.pass()
      try container.reset(CountingPool.self)
      #expect(pool.disposed == 0)
      goOn.open()
      #expect(try await caller.value().pool === pool)
      if isKept {
        // The store is kept, and has it.
        for _ in 0..<20 { await Task.yield() }
        #expect(pool.disposed == 0)
        try container.reset(PoolKeeper.self)
      }
      try await pool.expectDisposal()
      #expect(try await container.shutdown(deadline: nil).isClean)
    }

    @Test("Case 142: callers that joined a build which was reset use its value until their scope ends", arguments: Form.allCases)
    func joined(_ form: Form) async throws {
      let (building, goOn) = (Gate("the pool is being built"), Gate("the build goes on"))
      try container.register(CountingPool.self, as: form) { _ in
        building.open()
        try goOn.block()
        return CountingPool()
      } async: { _ in
        building.open()
        try await goOn.pass()
        return CountingPool()
      }
      let scope = try container.openScope()
      let caller = ask(scope, CountingPool.self, as: form.blockingCaller(0))
      try await building.pass()
      try container.reset(CountingPool.self)
      goOn.open()
      let pool = try await caller.value()
      for _ in 0..<20 { await Task.yield() }
      #expect(pool.disposed == 0)
      await scope.end()
      try await pool.expectDisposal()
      #expect(try await container.shutdown(deadline: nil).isClean)
    }

    // MARK: Kept values

    /// Where the value is kept that took it.
    enum Keeper: CaseIterable, Sendable {
      case singleton, cached, ofArguments, throughTransient, inChild, throughForward, collection
    }

    private func keep(_ keeper: Keeper, in container: Container, _ form: Form) async throws {
      switch keeper {
      case .cached:
        try container.register(PoolKeeper.self, scope: .cached("stores"), as: form) {
          PoolKeeper(try $0.resolve())
        } async: {
          PoolKeeper(try await $0.resolve())
        }
      case .ofArguments:
        if form.buildsAsynchronously {
          try container.register(PoolKeeper.self, scope: .singleton, .async(taking: Int.self) { r, _ in PoolKeeper(try await r.resolve()) })
        } else {
          try container.register(PoolKeeper.self, scope: .singleton, .factory(taking: Int.self) { r, _ in PoolKeeper(try r.resolve()) })
        }
        _ = try await ask(as: form.caller(0)) {
          try container.resolveNow(PoolKeeper.self, with: 1)
        } async: {
          try await container.resolve(PoolKeeper.self, with: 1)
        }.value()
        return
      case .throughTransient:
        try container.register([CountingPool].self, scope: .transient, as: form) {
          [try $0.resolve()]
        } async: {
          [try await $0.resolve()]
        }
        try container.register(PoolKeeper.self, as: form) {
          PoolKeeper(try $0.resolve([CountingPool].self)[0])
        } async: {
          PoolKeeper(try await $0.resolve([CountingPool].self)[0])
        }
      case .throughForward:
        try container.forward((any Disposable).self, to: CountingPool.self) { $0 }
        try container.register(PoolKeeper.self, as: form) {
          PoolKeeper(try #require(try $0.resolve((any Disposable).self) as? CountingPool))
        } async: {
          PoolKeeper(try #require(try await $0.resolve((any Disposable).self) as? CountingPool))
        }
      case .collection:
        try container.register(PoolKeeper.self, as: form) {
          PoolKeeper(try #require(try $0.resolveAll(CountingPool.self).first))
        } async: {
          PoolKeeper(try #require(try await $0.resolveAll(CountingPool.self).first))
        }
      case .singleton, .inChild:
        try container.register(PoolKeeper.self, as: form) {
          PoolKeeper(try $0.resolve())
        } async: {
          PoolKeeper(try await $0.resolve())
        }
      }
      _ = try await ask(container, PoolKeeper.self, as: form.caller(0)).value()
    }

    private func discard(_ keeper: Keeper, in container: Container) throws {
      switch keeper {
      case .cached: container.reset(group: "stores")
      case .ofArguments: try container.reset(PoolKeeper.self, taking: Int.self)
      case .throughTransient, .singleton, .throughForward, .collection: try container.reset(PoolKeeper.self)
      case .inChild: break
      }
    }

    @Test(
      "Case 142: a kept value that took it keeps it, until that is discarded and no scope of then uses it", arguments: Form.allCases,
      Keeper.allCases)
    func kept(_ form: Form, _ keeper: Keeper) async throws {
      try container.register(CountingPool.self, as: form) { _ in CountingPool() }
      let first = try await pool(.reset, container, form)
      var child: Container? = keeper == .inChild ? Container(parent: container) : nil
      try await keep(keeper, in: child ?? container, form)
      try container.reset(CountingPool.self)
      for _ in 0..<20 { await Task.yield() }
      #expect(first.disposed == 0)
      // What was made since is used by no kept value.
      let second = try await pool(.reset, container, form)
      try container.reset(CountingPool.self)
      try await second.expectDisposal()
      #expect(first.disposed == 0)
      let scope = try container.openScope()
      if keeper == .inChild {
        child = nil
      } else {
        try discard(keeper, in: container)
      }
      for _ in 0..<20 { await Task.yield() }
      #expect(first.disposed == 0)
      await scope.end()
      try await first.expectDisposal()
      #expect(try await container.shutdown(deadline: nil).isClean)
      withExtendedLifetime(child) {}
    }

    @Test("Case 142: a value and what took it, replaced together", arguments: Form.allCases)
    func together(_ form: Form) async throws {
      try container.register(CountingPool.self, as: form) { _ in CountingPool() }
      let pool = try await pool(.reset, container, form)
      try await keep(.singleton, in: container, form)
      try container.registerAll { batch in
        batch.register(CountingPool.self) { _ in CountingPool() }
        batch.register(PoolKeeper.self) { r in PoolKeeper(try r.resolve()) }
      }
      try await pool.expectDisposal()
      #expect(try await container.shutdown(deadline: nil).isClean)
    }
  }
}
