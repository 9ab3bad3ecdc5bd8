import Foundation
import Holdfast
import OnceKernel
import Testing

extension Regressions {
  /// A replacement builds in a layer of its own, which must not be met from outside, nor outlive it.
  @Suite("What a replacement leaves behind", .serialized)
  struct ReplacementRegressions {
    private struct Broken: Error {}

    private final class Keeper: Sendable {
      let scope: Scope

      init(_ scope: Scope) { self.scope = scope }
    }

    private final class Tile: Sendable {
      let pool: CountingPool
      let number: Int

      init(_ pool: CountingPool, _ number: Int) { (self.pool, self.number) = (pool, number) }
    }

    private let container: Container
    private let builds = Counter()

    init() throws {
      container = Container()
      let builds = builds
      try container.register(Int.self) { _ in 1 }.register(Double.self) { _ in Double(builds.add()) }
      _ = (try container.resolve(Int.self), try container.resolve(Double.self))
    }

    // MARK: Tasks that its factories start

    /// Replaces a value by one whose factory starts a task, and has this task do something after that.
    private static func afterwards(
      in container: Container, async isAsync: Bool, _ body: @escaping @Sendable (Container, Provider<Double>) async throws -> Void
    ) async throws {
      let go = Gate("the replacement is over")
      let done = Pending<Void>()
      let start: @Sendable (Provider<Double>) -> Void = { [unowned container] provider in
        Task { [unowned container] in
          await done.run {
            try await go.pass()
            try await body(container, provider)
          }
        }
      }
      try await container.replace { batch in
        if isAsync {
          batch.register(
            Int.self,
            .async { r in
              start(r.provider())
              return 2
            })
        } else {
          batch.register(Int.self) { r in
            start(r.provider())
            return 2
          }
        }
      }
      go.open()
      try await done.value()
    }

    @Test("What a task resolves that a factory of a replacement started")
    func resolvingTask() async {
      // A stack that overflows, or a recursion that takes all memory, is the end of the process.
      await #expect(processExitsWith: .success) {
        DispatchQueue.global().asyncAfter(deadline: .now() + min(Regressions.patience, 10)) { exit(9) }
        for isAsync in [true, false] {
          try await Self.afterwards(in: ReplacementRegressions().container, async: isAsync) { container, provider in
            guard try container.resolveNow(Double.self) == 1 else { exit(10) }
            guard try await container.resolve(Double.self) == 1 else { exit(11) }
            guard try await provider() == 1 else { exit(12) }
            let inScope = try container.withScope { scope in try scope.resolveNow(Int.self) }
            guard inScope == 2 else { exit(13) }
          }
        }
      }
    }

    @Test("A task that a factory of a replacement started keeps nothing that the factory only resolved")
    func keepingTask() async throws {
      let (container, isOver) = (container, Gate("the task is over"))
      try container.register(PoolKeeper.self) { _ in PoolKeeper(CountingPool()) }
      weak var keeper: PoolKeeper?
      keeper = try container.resolveNow(PoolKeeper.self)
      try await container.replace { batch in
        batch.register(Int.self) { r in
          _ = try r.resolve(PoolKeeper.self)
          Task { try await isOver.pass() }
          return 2
        }
      }
      try container.reset(PoolKeeper.self)
      await giveTime { keeper == nil }
      #expect(keeper == nil)
      isOver.open()
    }

    enum Change: CaseIterable, Sendable {
      case register, registerInstance, registerAgain, reset, unregister, replace

      func make(in container: Container) async throws {
        if self == .replace { return try await container.replace { $0.register(Double.self) { _ in 7 } } }
        try makeNow(in: container)
      }

      /// Makes it where nothing can be replaced: in a factory.
      func makeNow(in container: Container) throws {
        switch self {
        case .register: try container.register(Bool.self) { _ in true }
        case .registerInstance: try container.register(Bool.self, instance: true)
        case .registerAgain, .replace: try container.register(Double.self) { _ in 7 }
        case .reset: try container.reset(Double.self)
        case .unregister: try container.unregister(Double.self)
        }
      }

      func expectMade(in container: Container) throws {
        switch self {
        case .register, .registerInstance: #expect(container.contains(AnyKey(Bool.self)))
        case .registerAgain, .replace: #expect(try container.resolveNow(Double.self) == 7)
        case .reset: #expect(try container.resolveNow(Double.self) == 2)
        case .unregister: #expect(!container.contains(AnyKey(Double.self)))
        }
      }
    }

    @Test(
      "What a task changes that a factory of a replacement started is changed in the container", arguments: Change.allCases, [true, false])
    func changingTask(_ change: Change, async isAsync: Bool) async throws {
      try await Self.afterwards(in: container, async: isAsync) { container, _ in try await change.make(in: container) }
      try change.expectMade(in: container)
    }

    @Test(
      "What a factory changes that a replacement runs is changed in the container", arguments: Change.allCases.filter { $0 != .replace })
    func changingFactory(_ change: Change) async throws {
      let (container, runs) = (container, Counter())
      await #expect(throws: Never.self) {
        try await container.replace { batch in
          batch.register(Int.self) { [unowned container] _ in
            // Tried again for ever, otherwise.
            if runs.add() > 10 { throw Broken() }
            try change.makeNow(in: container)
            return 2
          }
        }
      }
      try change.expectMade(in: container)
    }

    @Test("A child task of a factory that a replacement runs cannot replace, and does not wait for its own turn", .bounded)
    func replacingChildTask() async throws {
      let replacing = Pending<Void>.inTask { [container] in
        try await container.replace { batch in
          batch.register(
            Int.self,
            .async { [unowned container] _ in
              async let inner: Void = container.replace { $0.register(Double.self) { _ in 7 } }
              try await inner
              return 2
            })
        }
      }
      #expect(try await replacing.error().code == .replacedInFactory)
      #expect(try container.resolveNow(Int.self) == 1)
    }

    @Test("What is thrown as a scope ends that a factory of a replacement opened is in the report of the container")
    func openedScope() async throws {
      try container.register(String.self, scope: .scoped(dispose: { _ in throw Broken() })) { _ in "" }
      try await container.replace { [unowned container] batch in
        batch.register(Keeper.self, scope: .eagerSingleton) { _ in Keeper(try container.openScope()) }
      }
      let scope = try container.resolveNow(Keeper.self).scope
      _ = try scope.resolveNow(String.self)
      await scope.end()
      #expect(try await container.shutdown(deadline: nil).failures.count == 1)
    }

    // MARK: What happens meanwhile

    /// Replaces a value; `body` runs while its new factory is under way, after `taking`.
    private func meanwhile(
      _ more: @escaping (Batch) -> Void = { _ in }, taking: @escaping @Sendable (FactoryResolver) async throws -> Void = { _ in },
      _ body: () async throws -> Void
    ) async throws {
      let (building, goOn) = (Gate("the new value is being built"), Gate("the build goes on"))
      // Filled here, as the closure of a replacement is called in the task that replaces.
      nonisolated(unsafe) let more = more
      let replacing = Pending<Void>.inTask { [container] in
        try await container.replace { batch in
          batch.register(
            Int.self,
            .async { r in
              try await taking(r)
              building.open()
              try await goOn.pass()
              return 2
            })
          more(batch)
        }
      }
      try await building.pass()
      try await body()
      goOn.open()
      try await replacing.value()
      #expect(try container.resolveNow(Int.self) == 2)
    }

    enum Reset: CaseIterable, Sendable {
      case key, group, all
    }

    @Test("No caller gets, after a reset, what a replacement had begun to build before it", arguments: Reset.allCases)
    func reset(_ reset: Reset) async throws {
      let (began, changed) = (Gate("the dependent is being built"), Gate("it was reset"))
      let (data, runs) = (Counter(1), Counter())
      try container.register(
        String.self, scope: .cached("group"),
        .async { r in
          let read = data.value
          if runs.add() == 2 {
            began.open()
            try await changed.pass()
          }
          return "\(try await r.resolve(Int.self)) of \(read)"
        })
      #expect(try await container.resolve(String.self) == "1 of 1")
      let replacing = Pending<Void>.inTask { [container] in try await container.replace { $0.register(Int.self) { _ in 2 } } }
      try await began.pass()
      data.set(2)
      switch reset {
      case .key: try container.reset(String.self)
      case .group: container.reset(group: "group")
      case .all: try container.resetAll()
      }
      changed.open()
      try await replacing.value()
      #expect(try await container.resolve(String.self) == "2 of 2")
    }

    @Test("A singleton that the container builds while a replacement builds it too is one")
    func builtMeanwhile() async throws {
      try container.register(CountingPool.self) { _ in CountingPool() }
      try container.register(PoolKeeper.self) { r in PoolKeeper(try r.resolve()) }
      var keeper: PoolKeeper?
      try await meanwhile(taking: { _ = try await $0.resolve(CountingPool.self) }) {
        keeper = try container.resolveNow(PoolKeeper.self)
      }
      #expect(try container.resolveNow(PoolKeeper.self) === keeper)
      #expect(try container.resolveNow(CountingPool.self) === keeper?.pool)
    }

    @Test("A value of arguments that a replacement needs is not seen before, and not at all if that fails", arguments: [true, false])
    func arguments(fails: Bool) async throws {
      try container.register(CountingPool.self) { _ in CountingPool(1) }
      try container.register(Tile.self, .factory(taking: Int.self) { r, number in Tile(try r.resolve(), number) })
      _ = try container.resolveNow(Tile.self, with: 1)
      let (building, goOn) = (Gate("the new value is being built"), Gate("the build goes on"))
      let replacing = Pending<Void>.inTask { [container] in
        try await container.replace(rebuildsDependents: false) { batch in
          batch.register(CountingPool.self) { _ in CountingPool(2) }
          batch.register(
            Int.self,
            .async { r in
              _ = try await r.resolve(Tile.self, with: 3)
              building.open()
              try await goOn.pass()
              if fails { throw Broken() }
              return 2
            })
        }
      }
      try await building.pass()
      #expect(try container.resolveNow(Tile.self, with: 3).pool.number == 1)
      goOn.open()
      _ = try await replacing.result()
      if fails { #expect(try container.resolveNow(Tile.self, with: 3).pool.disposed == 0) }
    }

    @Test("A factory of a replacement gets what a child of the container has, and the child disposes of it", arguments: [true, false])
    func child(isBuilt: Bool) async throws {
      let (child, works) = (Container(parent: container), PoolWorks())
      try child.register(CountingPool.self) { _ in works.pool() }
      if isBuilt { _ = try child.resolveNow(CountingPool.self) }
      try await container.replace { batch in
        batch.register(PoolKeeper.self, scope: .eagerSingleton) { [unowned child] _ in PoolKeeper(try child.resolveNow()) }
      }
      #expect(try child.resolveNow(CountingPool.self) === container.resolveNow(PoolKeeper.self).pool)
      #expect(try await child.shutdown(deadline: nil).isClean)
      for pool in works.all { #expect(pool.disposed == 1) }
    }

    @Test("What a failed replacement made for a child container is not kept there")
    func failedForChild() async throws {
      let child = Container(parent: container)
      try container.register(CountingPool.self) { _ in CountingPool(1) }
      try child.register(PoolKeeper.self) { r in PoolKeeper(try r.resolve()) }
      await #expect(throws: ResolutionError.self) {
        try await container.replace { batch in
          batch.register(CountingPool.self) { _ in CountingPool(2) }
          batch.register(String.self, scope: .eagerSingleton) { [unowned child] _ in
            guard try child.resolveNow(PoolKeeper.self).pool.number == 2 else { return "" }
            throw Broken()
          }
        }
      }
      #expect(try child.resolveNow(PoolKeeper.self).pool.number == 1)
    }

    @Test("A failed replacement returns, also if a disposer of what it made replaces")
    func replacingDisposer() async throws {
      let (container, clock) = (container, ContinuousClock())
      let start = clock.now
      await #expect(throws: ResolutionError.self) {
        try await container.replace { batch in
          let dispose: @Sendable (Int) async throws -> Void = { [weak container] _ in
            try await container?.replace { $0.register(Bool.self) { _ in true } }
          }
          batch.register(Int.self, scope: .singleton(dispose: dispose)) { _ in 2 }
          batch.register(Double.self) { _ in throw Broken() }
        }
      }
      #expect(clock.now - start < .seconds(20))
    }

    // MARK: What it registers and removes

    @Test("A default that a replacement brought gives way to an ordinary registration")
    func defaults() async throws {
      let container = Container(duplicates: .reject)
      try await container.replace { batch in batch.registerIfAbsent { $0.register(String.self) { _ in "default" } } }
      #expect(try container.resolveNow(String.self) == "default")
      try container.register(String.self) { _ in "ordinary" }
      #expect(try container.resolveNow(String.self) == "ordinary")
    }

    @Test("A default of a replacement does not take the place of what was registered meanwhile")
    func defaultMeanwhile() async throws {
      try await meanwhile { batch in
        batch.registerIfAbsent { $0.register(String.self) { _ in "default" } }
      } _: {
        try container.register(String.self) { _ in "ordinary" }
      }
      #expect(try container.resolveNow(String.self) == "ordinary")
    }

    @Test("A default of a replacement that does not apply leaves what is registered, and what was made from it")
    func refusedDefault() async throws {
      try container.register(CountingPool.self) { _ in CountingPool() }
      try container.register(PoolKeeper.self) { r in PoolKeeper(try r.resolve()) }
      let keeper = try container.resolveNow(PoolKeeper.self)
      try await container.replace { batch in
        batch.register(Int.self) { _ in 2 }
        batch.registerIfAbsent { $0.register(CountingPool.self) { _ in CountingPool() } }
      }
      #expect(try container.resolveNow(PoolKeeper.self) === keeper)
      #expect(try container.resolveNow(CountingPool.self) === keeper.pool)
      await giveTime { keeper.pool.disposed > 0 }
      #expect(keeper.pool.disposed == 0)
    }

    @Test("A key that is removed as an Optional is removed for what is made from it", arguments: [true, false])
    func removal(asOptional: Bool) async throws {
      try container.register(CountingPool.self) { _ in CountingPool() }
      try container.register(Bool.self) { r in try r.resolveIfRegistered(CountingPool.self) != nil }
      let pool = try container.resolveNow(CountingPool.self)
      #expect(try container.resolveNow(Bool.self))
      try await container.replace { batch in
        if asOptional { batch.unregister(CountingPool?.self) } else { batch.unregister(CountingPool.self) }
      }
      #expect(!container.contains(AnyKey(CountingPool.self)))
      #expect(try container.resolveNow(Bool.self) == false)
      try await pool.expectDisposal()
    }
  }
}
