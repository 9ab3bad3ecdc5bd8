#if Exploration
  import OnceKernel
  import Searching

  extension Scenario {
    /// Sealing, shutting down and override layers beside resolving.
    static let ofPhases: [Scenario] = [
      Scenario("seal-build", "a container is sealed while two resolve a cold name", threads: 3) {
        let recipe = Recipe("a")
        let container = ExploredContainer(recipe)
        return Script.program(container, [container.seal, Script.resolve(container, "a"), Script.resolve(container, "a")]) {
          require(recipe.runs == 1 && container.journal.isOneObject("a"), "built \(recipe.runs) times")
        }
      },
      Scenario("seal-reset", "seal, reset and a cold build", threads: 3) {
        let recipe = Recipe("a")
        let container = ExploredContainer(recipe)
        return Script.program(
          container,
          [
            {
              container.seal()
              Script.attempt(container, "a")
            }, Script.resolve(container, "a"),
            Script.change(or: { $0 == .sealed }) { () throws(Failure) in try container.reset("a") },
          ]
        ) { require(1...2 ~= recipe.runs, "built \(recipe.runs) times") }
      },
      Scenario("seal-replace", "after the seal nothing is replaced, and no reader without a lock sees what was", threads: 3) {
        let container = ExploredContainer(Recipe("a"))
        return Script.program(
          container,
          [
            container.seal,
            {
              Script.attempt(container, "a")
              Script.attempt(container, "a")
            },
            Script.change(or: { $0 == .sealed }) { () throws(Failure) in try container.register(Recipe("a", version: 2)) },
          ])
      },
      Scenario("seal-grow", "the table grows just before the seal", threads: 3) {
        let container = ExploredContainer(Recipe("a"), Recipe("b"))
        return Script.program(
          container,
          [
            container.seal, Script.resolve(container, "a"),
            Script.change(or: { $0 == .sealed }) { () throws(Failure) in try container.register(Recipe("c")) },
          ])
      },
      Scenario("seal-shutdown", "seal, shutdown and a cold build", threads: 3) {
        let recipe = Recipe("a")
        let container = ExploredContainer(recipe)
        return Script.program(container, [container.seal, Script.resolve(container, "a") { $0 == .shutDown }, { container.shutDown() }]) {
          require(container.journal.disposed.count == recipe.runs, "\(recipe.runs) built, \(container.journal.disposed.count) disposed of")
        }
      },
      Scenario("shutdown", "a shutdown drains or refuses a nested cold build", threads: 2) {
        let inner = Recipe("b")
        let outer = Recipe("a") { requester throws(Failure) in [try requester.resolve("b")] }
        let container = ExploredContainer(outer, inner)
        return Script.program(container, [Script.resolve(container, "a") { $0 == .shutDown }, { container.shutDown() }]) {
          require(
            container.journal.disposed.count == container.journal.census.living,
            "\(container.journal.census.living) alive, \(container.journal.disposed.count) disposed of")
        }
      },
      Scenario("shutdown-reset", "reset, shutdown and a cold build", threads: 3) {
        let recipe = Recipe("a")
        let container = ExploredContainer(recipe)
        return Script.program(
          container,
          [
            Script.resolve(container, "a") { $0 == .shutDown },
            Script.change(or: { $0 == .shutDown }) { () throws(Failure) in try container.reset("a") }, { container.shutDown() },
          ]
        ) {
          require(container.journal.disposed.count == recipe.runs, "\(recipe.runs) built, \(container.journal.disposed.count) disposed of")
        }
      },
      Scenario("layers", "a layer comes and goes while others resolve and replace", threads: 3) {
        let container = ExploredContainer(Recipe("a"))
        return Script.program(
          container,
          [
            {
              container.changeLayers(by: 1)
              container.changeLayers(by: -1)
            }, Script.resolve(container, "a"),
            Script.change { () throws(Failure) in
              try container.register(Recipe("a", version: 2))
              _ = try container.resolve("a")
            },
          ])
      },
      Scenario("layers-seal", "a layer goes back to the sealed phase, and readers take no lock again", threads: 2) {
        let container = ExploredContainer(Recipe("a"))
        container.seal()
        return Script.program(
          container,
          [
            {
              container.changeLayers(by: 1)
              container.changeLayers(by: -1)
              Script.attempt(container, "a")
            }, Script.resolve(container, "a"),
          ])
      },
    ]
  }
#endif
