#if Exploration
  import OnceKernel

  extension Scenario {
    /// Sealing, shutting down and override layers beside resolving.
    static let ofPhases: [Scenario] = [
      Scenario("seal-build", "a container is sealed while two resolve a cold name", threads: 3) {
        let recipe = Recipe("a")
        let replica = Replica(recipe)
        return Script.program(replica, [replica.seal, Script.resolve(replica, "a"), Script.resolve(replica, "a")]) {
          require(recipe.runs == 1 && replica.journal.isOneObject("a"), "built \(recipe.runs) times")
        }
      },
      Scenario("seal-reset", "seal, reset and a cold build", threads: 3) {
        let recipe = Recipe("a")
        let replica = Replica(recipe)
        return Script.program(
          replica,
          [
            {
              replica.seal()
              Script.attempt(replica, "a")
            }, Script.resolve(replica, "a"),
            Script.change(or: { $0 == .sealed }) { () throws(Failure) in try replica.reset("a") },
          ]
        ) { require(1...2 ~= recipe.runs, "built \(recipe.runs) times") }
      },
      Scenario("seal-replace", "after the seal nothing is replaced, and no reader without a lock sees what was", threads: 3) {
        let replica = Replica(Recipe("a"))
        return Script.program(
          replica,
          [
            replica.seal,
            {
              Script.attempt(replica, "a")
              Script.attempt(replica, "a")
            },
            Script.change(or: { $0 == .sealed }) { () throws(Failure) in try replica.register(Recipe("a", version: 2)) },
          ])
      },
      Scenario("seal-grow", "the table grows just before the seal", threads: 3) {
        let replica = Replica(Recipe("a"), Recipe("b"))
        return Script.program(
          replica,
          [
            replica.seal, Script.resolve(replica, "a"),
            Script.change(or: { $0 == .sealed }) { () throws(Failure) in try replica.register(Recipe("c")) },
          ])
      },
      Scenario("seal-shutdown", "seal, shutdown and a cold build", threads: 3) {
        let recipe = Recipe("a")
        let replica = Replica(recipe)
        return Script.program(replica, [replica.seal, Script.resolve(replica, "a") { $0 == .shutDown }, { replica.shutDown() }]) {
          require(replica.journal.disposed.count == recipe.runs, "\(recipe.runs) built, \(replica.journal.disposed.count) disposed of")
        }
      },
      Scenario("shutdown", "a shutdown drains or refuses a nested cold build", threads: 2) {
        let inner = Recipe("b")
        let outer = Recipe("a") { requester throws(Failure) in [try requester.resolve("b")] }
        let replica = Replica(outer, inner)
        return Script.program(replica, [Script.resolve(replica, "a") { $0 == .shutDown }, { replica.shutDown() }]) {
          require(
            replica.journal.disposed.count == replica.journal.census.alive,
            "\(replica.journal.census.alive) alive, \(replica.journal.disposed.count) disposed of")
        }
      },
      Scenario("shutdown-reset", "reset, shutdown and a cold build", threads: 3) {
        let recipe = Recipe("a")
        let replica = Replica(recipe)
        return Script.program(
          replica,
          [
            Script.resolve(replica, "a") { $0 == .shutDown },
            Script.change(or: { $0 == .shutDown }) { () throws(Failure) in try replica.reset("a") }, { replica.shutDown() },
          ]
        ) { require(replica.journal.disposed.count == recipe.runs, "\(recipe.runs) built, \(replica.journal.disposed.count) disposed of") }
      },
      Scenario("layers", "a layer comes and goes while others resolve and replace", threads: 3) {
        let replica = Replica(Recipe("a"))
        return Script.program(
          replica,
          [
            {
              replica.changeLayers(by: 1)
              replica.changeLayers(by: -1)
            }, Script.resolve(replica, "a"),
            Script.change { () throws(Failure) in
              try replica.register(Recipe("a", version: 2))
              _ = try replica.resolve("a")
            },
          ])
      },
      Scenario("layers-seal", "a layer goes back to the sealed phase, and readers take no lock again", threads: 2) {
        let replica = Replica(Recipe("a"))
        replica.seal()
        return Script.program(
          replica,
          [
            {
              replica.changeLayers(by: 1)
              replica.changeLayers(by: -1)
              Script.attempt(replica, "a")
            }, Script.resolve(replica, "a"),
          ])
      },
    ]
  }
#endif
