#if Exploration
  import Holdfast
  import OnceKernel

  /// Held weakly by the container.
  private final class Watched: Sendable {}

  /// An error that looks, when it dies, whether its thread holds a lock.
  private final class DyingError: Error {
    deinit { require(Engine.running?.holdsLock != true, "an error died under a lock") }
  }

  extension Scenario {
    /// Once cells under changes of every kind.
    static let ofCells: [Scenario] = [
      herd(2), herd(3),
      Scenario("replace", "two threads resolve while a third one replaces and then resolves", threads: 3) {
        let old = Recipe("a")
        let new = Recipe("a", version: 2)
        let container = ExploredContainer(old)
        return Script.program(
          container,
          [
            Script.resolve(container, "a"), Script.resolve(container, "a"),
            Script.change { () throws(Failure) in
              try container.register(new)
              require(try container.resolve("a").recipe === new, "the thread that replaced got the old one")
            },
          ]
        ) { require(old.runs <= 1 && new.runs == 1, "built \(old.runs) and \(new.runs) times") }
      },
      Scenario("replace-2", "one resolves twice while another replaces", threads: 2) {
        let old = Recipe("a")
        let new = Recipe("a", version: 2)
        let container = ExploredContainer(old)
        return Script.program(
          container,
          [
            {
              Script.attempt(container, "a")
              Script.attempt(container, "a")
            }, Script.change { () throws(Failure) in try container.register(new) },
          ]
        ) { require(old.runs <= 1 && new.runs <= 1, "built \(old.runs) and \(new.runs) times") }
      },
      Scenario("reset", "two resolve while a third resets and resolves", threads: 3) {
        let recipe = Recipe("a")
        let container = ExploredContainer(recipe)
        return Script.program(
          container,
          [
            Script.resolve(container, "a"), Script.resolve(container, "a"),
            Script.change { () throws(Failure) in
              try container.reset("a")
              _ = try container.resolve("a")
            },
          ]
        ) {
          require(1...2 ~= recipe.runs, "built \(recipe.runs) times")
          if recipe.runs == 1 { require(container.journal.isOneObject("a"), "one build, but different objects") }
        }
      },
      Scenario("reset-disposes", "a reset beside a build disposes of what it takes away, once", threads: 2) {
        let recipe = Recipe("a")
        let container = ExploredContainer(recipe)
        return Script.program(
          container, [Script.resolve(container, "a"), Script.change { () throws(Failure) in try container.reset("a") }]
        ) {
          let kept = container.published("a") == nil ? 0 : 1
          require(
            recipe.runs == container.journal.disposed.count + kept,
            "\(recipe.runs) built, \(container.journal.disposed.count) disposed of, \(kept) kept")
        }
      },
      Scenario("reset-all", "two shared names and a cached one are reset in one step", threads: 2) {
        let container = ExploredContainer(Recipe("a"), Recipe("b"), Recipe("c", scope: .cached("theme")))
        return Script.program(
          container,
          [
            {
              Script.attempt(container, "a")
              Script.attempt(container, "c")
              Script.attempt(container, "b")
            }, Script.change { () throws(Failure) in try container.resetAll(["a", "b", "c"]) },
          ])
      },
      Scenario("unregister", "one resolves twice while another unregisters and resolves", threads: 2) {
        let recipe = Recipe("a")
        let container = ExploredContainer(recipe)
        return Script.program(
          container,
          [
            {
              let first = Script.attempt(container, "a") { $0 == .notRegistered }
              let second = Script.attempt(container, "a") { $0 == .notRegistered }
              require(first != nil || second == nil, "found after another call did not find it")
            },
            Script.change { () throws(Failure) in
              try container.unregister("a")
              require(Script.attempt(container, "a") { $0 == .notRegistered } == nil, "found by the thread that unregistered it")
            },
          ]
        ) { require(recipe.runs <= 1, "built \(recipe.runs) times") }
      },
      Scenario("unregister-3", "two resolve while a third unregisters", threads: 3) {
        let recipe = Recipe("a")
        let container = ExploredContainer(recipe)
        let resolve = Script.resolve(container, "a") { $0 == .notRegistered }
        return Script.program(container, [resolve, resolve, Script.change { () throws(Failure) in try container.unregister("a") }]) {
          require(recipe.runs <= 1 && container.journal.isOneObject("a"), "built \(recipe.runs) times")
        }
      },
      Scenario("register-grows", "registering makes the table grow under a reader", threads: 2) {
        let container = ExploredContainer(Recipe("a"))
        Script.change { () throws(Failure) in try container.register(Recipe("b")) }()
        return Script.program(
          container,
          [
            {
              Script.attempt(container, "a")
              Script.attempt(container, "c") { $0 == .notRegistered }
            },
            Script.change { () throws(Failure) in
              try container.register(Recipe("c"))
              _ = try container.resolve("c")
            },
          ]
        ) { require(container.journal.isOneObject("c"), "two objects") }
      },
      Scenario("register-batch", "two registrations appear in one step", threads: 2) {
        let container = ExploredContainer(Recipe("a"))
        let b = Recipe("b") { requester throws(Failure) in [try requester.resolve("c")] }
        return Script.program(
          container,
          [
            Script.resolve(container, "b") { $0 == .notRegistered },
            Script.change { () throws(Failure) in try container.register(all: [b, Recipe("c"), Recipe("a", version: 2)]) },
          ]
        ) { require(b.runs == 0 || container.journal.answers.contains { $0.name == "b" }, "half of a batch was seen") }
      },
      Scenario("register-inside", "a factory registers what it then resolves", threads: 2) {
        let inner = Recipe("b")
        let outer = Recipe("a") { requester throws(Failure) in
          try requester.container.register(inner)
          return [try requester.resolve("b")]
        }
        let container = ExploredContainer(outer)
        return Script.program(container, [Script.resolve(container, "a"), Script.resolve(container, "b") { $0 == .notRegistered }]) {
          require(inner.runs == 1 && outer.runs == 1 && container.journal.isOneObject("b"), "built \(inner.runs) times")
        }
      },
      failing(2), failing(3),
      dyingError,
      Scenario("keyed", "two resolve in a scope, and a third ends it", threads: 3) {
        let recipes = "abcdefg".map { Recipe(String($0), scope: .scoped) }
        let container = ExploredContainer(recipes)
        guard let scope = try? container.container.openScope() else { return Program([]) }
        // So many that one more makes the scope's table grow.
        for recipe in recipes.dropFirst() { _ = try? container.resolve(recipe.name, in: scope) }
        let use = {
          do throws(Failure) { _ = try container.resolve("a", in: scope) } catch {
            require(error == .shutDown, "failed: \(error)")
            Mark.ended("resolve a")
          }
        }
        return Script.program(container, [use, use, { require(scope.end(), "ended before") }]) {
          require(recipes[0].runs <= 1, "built \(recipes[0].runs) times")
          require(container.journal.disposed.count == recipes[0].runs + 6, "\(container.journal.disposed.count) disposed of")
          require((try? container.resolve("a", in: scope)) == nil, "a scope that has ended was filled")
        }
      },
      expiring("expire", "a weak instance dies while two threads resolve it") { _ in },
      expiring("expire-sealed", "the same in a sealed container, from which nothing is removed") { $0.seal() },
      Scenario("fill", "an instance made elsewhere comes to an empty cell that another one builds", threads: 2) {
        let recipe = Recipe("a")
        let container = ExploredContainer(recipe)
        guard let cell = container.cell("a") else { return Program([]) }
        let fill = {
          let made = Instance(recipe, begun: 1, container.journal.census)
          made.injected.value = true
          cell.fill(Box(made))
        }
        return Script.program(container, [Script.resolve(container, "a"), fill]) {
          require(container.journal.isOneObject("a"), "two objects")
        }
      },
      Scenario("come-back", "a name is unregistered and registered again while a thread resolves it", threads: 2) {
        let container = ExploredContainer(Recipe("a"))
        return Script.program(
          container,
          [
            Script.resolve(container, "a") { $0 == .notRegistered },
            Script.change { () throws(Failure) in
              try container.unregister("a")
              try container.register(Recipe("a", version: 2))
              require(try container.resolve("a").recipe.version == 2, "got the one that was unregistered")
            },
          ])
      },
      Scenario("looking", "a thread looks at the builds in flight and at a cell while it is built", threads: 2) {
        let recipe = Recipe("a")
        let container = ExploredContainer(recipe)
        guard let cell = container.cell("a") else { return Program([]) }
        return Script.program(
          container,
          [
            Script.resolve(container, "a"),
            {
              let isCurrent = cell.current != nil
              let isPublished = cell.orderOfPublication != 0
              require(!isCurrent || isPublished, "published later than seen")
              require(!isPublished || !cell.isBuilding, "built again")
              require(!isPublished || !BuildInFlight.all.contains { $0.subject === cell.subject }, "still in flight after it was published")
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
        let container = ExploredContainer(recipe)
        return Script.program(container, Array(repeating: Script.resolve(container, "a"), count: count)) {
          require(recipe.runs == 1, "built \(recipe.runs) times")
          require(container.journal.answers.count == count && container.journal.isOneObject("a"), "not one object for all")
        }
      }
    }

    private static func expiring(_ name: String, _ summary: String, _ prepare: @escaping @Sendable (Container) -> Void) -> Scenario {
      Scenario(name, summary, threads: 3) {
        let container = ExploredContainer()
        let made = Plain(0)
        let make: @Sendable (FactoryResolver) -> Watched = { _ in
          made.value += 1
          return Watched()
        }
        guard (try? container.container.register(Watched.self, scope: .weak, factory: make)) != nil else { return Program([]) }
        prepare(container.container)
        let held = Plain(try? container.container.resolve(Watched.self))
        let seen = [Plain<Watched?>(nil), Plain<Watched?>(nil)]
        let ask: (Int) -> () -> Void = { index in { seen[index].value = try? container.container.resolve(Watched.self) } }
        return Script.program(container, [ask(0), ask(1), { held.value = nil }]) {
          require(seen[0].value != nil && seen[0].value === seen[1].value, "not one object for both")
          require(made.value <= 2, "built \(made.value) times")
          for place in seen { place.value = nil }
        }
      }
    }

    private static var dyingError: Scenario {
      Scenario("dying-error", "two resolve what asks twice for what fails, and keeps no error", threads: 2) {
        let container = ExploredContainer()
        let inner = container.container
        let setUp = try? inner.registerAll { (batch: Batch) in
          batch.register(Watched.self, named: Recipe.key("a")) { (_: FactoryResolver) throws -> Watched in throw DyingError() }
          batch.register(Watched.self, named: Recipe.key("b")) { (r: FactoryResolver) throws -> Watched in
            for _ in 0..<2 { _ = try? r.resolve(Watched.self, named: Recipe.key("a")) }
            return Watched()
          }
        }
        let ask: () -> Void = {
          let made = try? inner.resolve(Watched.self, named: Recipe.key("b"))
          require(made != nil, "b was not built")
        }
        return Script.program(container, [ask, ask]) { require(setUp != nil, "not set up") }
      }
    }

    private static func failing(_ count: Int) -> Scenario {
      Scenario("failing-\(count)", "the first factory run fails, and its callers try once more", threads: count) {
        let failed = Plain(false)
        let recipe = Recipe("a") { _ throws(Failure) in
          // Builds of one cell follow each other, each ordered after the one before.
          if failed.value { return [] }
          failed.value = true
          throw .factory
        }
        let container = ExploredContainer(recipe)
        let twice = {
          if Script.attempt(container, "a", or: { $0 == .factory }) == nil { Script.attempt(container, "a") }
        }
        return Script.program(container, Array(repeating: twice, count: count)) {
          require(recipe.runs == 2, "the factory ran \(recipe.runs) times")
          require(container.journal.answers.count == count && container.journal.isOneObject("a"), "not one object for all")
        }
      }
    }
  }
#endif
