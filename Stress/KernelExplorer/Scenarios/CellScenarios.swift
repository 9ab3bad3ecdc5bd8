#if Exploration
  import OnceKernel

  extension Scenario {
    /// Once cells under changes of every kind.
    static let ofCells: [Scenario] = [
      herd(2), herd(3),
      Scenario("replace", "two resolve while a third replaces; the one who replaced resolves then", threads: 3) {
        let old = Recipe("a")
        let new = Recipe("a", version: 2)
        let replica = Replica(old)
        return Script.program(
          replica,
          [
            Script.resolve(replica, "a"), Script.resolve(replica, "a"),
            Script.change { () throws(Failure) in
              try replica.register(new)
              require(try replica.resolve("a").recipe === new, "who replaced got the old one")
            },
          ]
        ) { require(old.runs <= 1 && new.runs == 1, "built \(old.runs) and \(new.runs) times") }
      },
      Scenario("replace-2", "one resolves twice while another replaces", threads: 2) {
        let old = Recipe("a")
        let new = Recipe("a", version: 2)
        let replica = Replica(old)
        return Script.program(
          replica,
          [
            {
              Script.attempt(replica, "a")
              Script.attempt(replica, "a")
            }, Script.change { () throws(Failure) in try replica.register(new) },
          ]
        ) { require(old.runs <= 1 && new.runs <= 1, "built \(old.runs) and \(new.runs) times") }
      },
      Scenario("reset", "two resolve while a third resets and resolves", threads: 3) {
        let recipe = Recipe("a")
        let replica = Replica(recipe)
        return Script.program(
          replica,
          [
            Script.resolve(replica, "a"), Script.resolve(replica, "a"),
            Script.change { () throws(Failure) in
              try replica.reset("a")
              _ = try replica.resolve("a")
            },
          ]
        ) {
          require(1...2 ~= recipe.runs, "built \(recipe.runs) times")
          if recipe.runs == 1 { require(replica.journal.isOneObject("a"), "one build, but different objects") }
        }
      },
      Scenario("reset-disposes", "a reset beside a build disposes of what it takes away, once", threads: 2) {
        let recipe = Recipe("a")
        let replica = Replica(recipe)
        return Script.program(
          replica, [Script.resolve(replica, "a"), Script.change { () throws(Failure) in try replica.reset("a") }]
        ) {
          let current = replica.table.cells.compactMap(\.instance)
          require(
            recipe.runs == replica.journal.disposed.count + current.count,
            "\(recipe.runs) built, \(replica.journal.disposed.count) disposed of, \(current.count) kept")
        }
      },
      Scenario("reset-all", "two names and a table of cached instances are reset in one step", threads: 2) {
        let replica = Replica(Recipe("a"), Recipe("b"))
        let cached = LockedCellTable(capacity: 2)
        let aside = Recipe("c")
        return Script.program(
          replica,
          [
            {
              Script.attempt(replica, "a")
              if let cell = cached.findOrInsert(Recipe.word("c"), aside.makeCell) {
                do { _ = try replica.share(cell, for: nil) } catch { require(false, "failed: \(error)") }
              }
              Script.attempt(replica, "b")
            }, Script.change { () throws(Failure) in try replica.resetAll(["a", "b"], also: cached) },
          ]
        ) {
          _ = cached.takeOut(forGood: true) { _ in true }
          cached.destroy()
        }
      },
      Scenario("unregister", "one resolves twice while another unregisters and resolves", threads: 2) {
        let recipe = Recipe("a")
        let replica = Replica(recipe)
        return Script.program(
          replica,
          [
            {
              let first = Script.attempt(replica, "a") { $0 == .notRegistered }
              let second = Script.attempt(replica, "a") { $0 == .notRegistered }
              require(first != nil || second == nil, "found after it was gone")
            },
            Script.change { () throws(Failure) in
              try replica.unregister("a")
              require(Script.attempt(replica, "a") { $0 == .notRegistered } == nil, "found by who unregistered it")
            },
          ]
        ) { require(recipe.runs <= 1, "built \(recipe.runs) times") }
      },
      Scenario("unregister-3", "two resolve while a third unregisters", threads: 3) {
        let recipe = Recipe("a")
        let replica = Replica(recipe)
        let resolve = Script.resolve(replica, "a") { $0 == .notRegistered }
        return Script.program(replica, [resolve, resolve, Script.change { () throws(Failure) in try replica.unregister("a") }]) {
          require(recipe.runs <= 1 && replica.journal.isOneObject("a"), "built \(recipe.runs) times")
        }
      },
      Scenario("register-grows", "registering makes the table grow under a reader", threads: 2) {
        let replica = Replica(Recipe("a"), Recipe("b"))
        return Script.program(
          replica,
          [
            {
              Script.attempt(replica, "a")
              Script.attempt(replica, "c") { $0 == .notRegistered }
            },
            Script.change { () throws(Failure) in
              try replica.register(Recipe("c"))
              _ = try replica.resolve("c")
            },
          ]
        ) { require(replica.journal.isOneObject("c"), "two objects") }
      },
      Scenario("register-batch", "two registrations appear in one step", threads: 2) {
        let replica = Replica(Recipe("a"))
        let b = Recipe("b") { requester throws(Failure) in [try requester.resolve("c")] }
        return Script.program(
          replica,
          [
            Script.resolve(replica, "b") { $0 == .notRegistered },
            Script.change { () throws(Failure) in try replica.register(all: [b, Recipe("c"), Recipe("a", version: 2)]) },
          ]
        ) { require(b.runs == 0 || replica.journal.answers.contains { $0.name == "b" }, "half of a batch was seen") }
      },
      Scenario("register-inside", "a factory registers what it then resolves", threads: 2) {
        let inner = Recipe("b")
        let outer = Recipe("a") { requester throws(Failure) in
          try requester.replica.register(inner)
          return [try requester.resolve("b")]
        }
        let replica = Replica(outer)
        return Script.program(replica, [Script.resolve(replica, "a"), Script.resolve(replica, "b") { $0 == .notRegistered }]) {
          require(inner.runs == 1 && outer.runs == 1 && replica.journal.isOneObject("b"), "built \(inner.runs) times")
        }
      },
      failing(2), failing(3),
      Scenario("keyed", "two ask a table that they fill themselves, and a third closes it", threads: 3) {
        let replica = Replica()
        let table = LockedCellTable(capacity: 2)
        let recipe = Recipe("a")
        let use = {
          _ = table.findOrInsert(Recipe.word("b"), recipe.makeCell)
          guard let cell = table.findOrInsert(Recipe.word("a"), recipe.makeCell) else { return }
          do { _ = try replica.share(cell, for: nil) } catch { require(false, "failed: \(error)") }
        }
        return Script.program(
          replica,
          [
            use, use,
            {
              require(table.cells.count <= 2, "a key has two cells")
              for cell in table.takeOut(forGood: true, where: { _ in true }) { _ = cell.retire() }
            },
          ]
        ) {
          require(recipe.runs <= 1, "built \(recipe.runs) times")
          require(table.findOrInsert(Recipe.word("b"), recipe.makeCell) == nil, "a closed table was filled")
          table.destroy()
        }
      },
      Scenario("expire", "a weak instance dies beside two who resolve", threads: 3) {
        let recipe = Recipe("a", kind: .guarded)
        let replica = Replica(recipe)
        guard let first = try? replica.resolve("a"), let cell = replica.table.cells.first else { return Program([]) }
        return Script.program(
          replica, [Script.resolve(replica, "a"), Script.resolve(replica, "a"), { cell.expire(first) }]
        ) { require(recipe.runs == (cell.instance === first ? 1 : 2) || cell.instance == nil, "built \(recipe.runs) times") }
      },
      Scenario("fill", "an instance made elsewhere comes to an empty cell that another one builds", threads: 2) {
        let recipe = Recipe("a")
        let replica = Replica(recipe)
        let made = Instance(recipe, begun: 1, replica.journal.census)
        made.injected.value = true
        guard let cell = replica.table.cells.first else { return Program([]) }
        return Script.program(replica, [Script.resolve(replica, "a"), { cell.fill(made) }]) {
          require(replica.journal.isOneObject("a"), "two objects")
        }
      },
      Scenario("come-back", "a name is unregistered and registered again, beside who resolves it", threads: 2) {
        let replica = Replica(Recipe("a"))
        return Script.program(
          replica,
          [
            Script.resolve(replica, "a") { $0 == .notRegistered },
            Script.change { () throws(Failure) in
              try replica.unregister("a")
              try replica.register(Recipe("a", version: 2))
              require(try replica.resolve("a").recipe.version == 2, "got the one that was unregistered")
            },
          ])
      },
      Scenario("looking", "somebody looks at the builds in flight and at a cell while it is built", threads: 2) {
        let recipe = Recipe("a")
        let replica = Replica(recipe)
        guard let cell = replica.table.cells.first else { return Program([]) }
        return Script.program(
          replica,
          [
            Script.resolve(replica, "a"),
            {
              let isCurrent = cell.current != nil
              let published = cell.published
              require(!isCurrent || published != nil, "published later than seen")
              require(published == nil || !cell.isBuilding, "built again")
              require(published == nil || BuildInFlight.all.isEmpty, "still in flight after it was published")
            },
          ])
      },
      Scenario("guarded", "two count under one lock", threads: 2) {
        let counter = Guarded(0)
        let count = { counter.withLock { $0 += 1 } }
        return Program([count, count], check: { require(counter.withLock { $0 } == 2, "a count was lost") })
      },
    ]

    private static func herd(_ count: Int) -> Scenario {
      Scenario("herd-\(count)", "\(count) threads resolve the same cold name", threads: count) {
        let recipe = Recipe("a")
        let replica = Replica(recipe)
        return Script.program(replica, Array(repeating: Script.resolve(replica, "a"), count: count)) {
          require(recipe.runs == 1, "built \(recipe.runs) times")
          require(replica.journal.answers.count == count && replica.journal.isOneObject("a"), "not one object for all")
        }
      }
    }

    private static func failing(_ count: Int) -> Scenario {
      Scenario("failing-\(count)", "the first factory run fails, and everybody tries once more", threads: count) {
        let failed = Plain(false)
        let recipe = Recipe("a") { _ throws(Failure) in
          // Builds of one cell follow each other, each ordered after the one before.
          if failed.value { return [] }
          failed.value = true
          throw .factory
        }
        let replica = Replica(recipe)
        let twice = {
          if Script.attempt(replica, "a", or: { $0 == .factory }) == nil { Script.attempt(replica, "a") }
        }
        return Script.program(replica, Array(repeating: twice, count: count)) {
          require(recipe.runs == 2, "the factory ran \(recipe.runs) times")
          require(replica.journal.answers.count == count && replica.journal.isOneObject("a"), "not one object for all")
        }
      }
    }
  }
#endif
