#if Exploration
  import OnceKernel

  extension Scenario {
    /// Objects that get each other by injectors, and those who wait for them.
    static let ofInjection: [Scenario] = [
      circle("inject-2", "a and b are injected into each other; one enters at each", "ab", resolve: "a", "b"),
      circle("inject-2-outsider", "a third, outside, waits for one of them", "ab", resolve: "a", "b", "a"),
      circle("inject-2-one-end", "two enter at the same end", "ab", resolve: "a", "a"),
      circle("inject-3", "a ring of three; one enters at each", "abc", resolve: "a", "b", "c"),
      circle("inject-3-2", "a ring of three; two enter", "abc", resolve: "a", "b"),
      Scenario("inject-built-with", "o is built with a, which is in a circle with b", threads: 3) {
        let (a, b) = (linked("a", to: "b"), linked("b", to: "a"))
        let o = Recipe("o") { requester throws(Failure) in
          let part = try requester.resolve("a")
          require(part.injected.value, "o got a that is not injected")
          return [part]
        }
        let replica = Replica(a, b, o, capacity: 16)
        return Script.program(replica, [outside(replica, "a"), outside(replica, "b"), outside(replica, "o")]) {
          require(a.runs == 1 && b.runs == 1 && o.runs == 1, "built \(a.runs), \(b.runs) and \(o.runs) times")
        }
      },
      Scenario("inject-fails", "b's injector fails once: both fail together, and both can be had then", threads: 2) {
        let failed = Plain(false)
        let a = linked("a", to: "b")
        let b = Recipe(
          "b",
          inject: { instance, requester throws(Failure) in
            instance.parts = [try requester.resolve("a")]
            if failed.value { return }
            failed.value = true
            throw .factory
          })
        let replica = Replica(a, b)
        let both: (String) -> () -> Void = { name in
          {
            if Script.attempt(replica, name, or: { $0 == .factory }) == nil { outside(replica, name)() }
          }
        }
        return Script.program(replica, [both("a"), both("b")]) {
          for cell in replica.table.cells { require(cell.instance != nil, "\(cell.recipe.name) is not there") }
        }
      },
      Scenario("half-circle", "a is injected with b, and b is built with a: nobody gets either", threads: 2) {
        let a = linked("a", to: "b")
        let b = Recipe("b") { requester throws(Failure) in [try requester.resolve("a")] }
        let replica = Replica(a, b)
        let ask: (String) -> () -> Void = { name in
          { require(Script.attempt(replica, name, or: Script.isCycle) == nil, "\(name) was built from itself") }
        }
        return Script.program(replica, [ask("a"), ask("b")])
      },
      groupCycle("group-cycle", "o is built with a, whose partner b is injected with o: nobody gets any of them", "a", "o"),
      groupCycle("group-cycle-2", "the same, entered at a and at b: a may be done and held when o asks for it", "a", "b"),
      Scenario("early-reference", "a circle that asks for the early object without joining first", threads: 2) {
        let a = early("a", to: "b")
        let b = early("b", to: "a")
        let replica = Replica(a, b)
        return Script.program(replica, [outside(replica, "a"), outside(replica, "b")]) {
          require(a.runs == 1 && b.runs == 1, "built \(a.runs) and \(b.runs) times")
        }
      },
      Scenario("inject-reset", "a circle whose one member is reset while it is closed", threads: 3) {
        let (a, b) = (linked("a", to: "b"), linked("b", to: "a"))
        let replica = Replica(a, b)
        return Script.program(
          replica, [outside(replica, "a"), outside(replica, "b"), Script.change { () throws(Failure) in try replica.reset("b") }])
      },
    ]

    private static func groupCycle(_ name: String, _ about: String, _ names: String...) -> Scenario {
      Scenario(name, about, threads: names.count) {
        let b = Recipe(
          "b",
          inject: { instance, requester throws(Failure) in
            instance.parts = [try requester.resolve("a"), try requester.resolve("o")]
          })
        let o = Recipe("o") { requester throws(Failure) in [try requester.resolve("a")] }
        let replica = Replica(linked("a", to: "b"), b, o, capacity: 16)
        return Script.program(
          replica,
          names.map { name in
            { require(Script.attempt(replica, name, or: Script.isCycle) == nil, "\(name) was built from itself") }
          })
      }
    }

    /// A recipe whose injector needs another.
    private static func linked(_ name: String, to other: String) -> Recipe {
      Recipe(name, inject: { instance, requester throws(Failure) in instance.parts = [try requester.resolve(other)] })
    }

    /// As `linked`, but asking first as `Core.share` does for an asynchronous recipe.
    private static func early(_ name: String, to other: String) -> Recipe {
      Recipe(
        name,
        inject: { instance, requester throws(Failure) in
          let cell = requester.replica.table.cells.first { $0.recipe.name == other }
          if let build = requester.build, let object = cell?.earlyReference(for: build) {
            // Unretained: the caller holds it while it is looked at.
            instance.parts = [requester.replica.journal.value(Unmanaged.passUnretained(object))]
          } else {
            instance.parts = [try requester.resolve(other)]
          }
        })
    }

    /// A caller outside every build, who must see whole objects only.
    private static func outside(_ replica: Replica, _ name: String) -> () -> Void {
      {
        guard let instance = Script.attempt(replica, name) else { return }
        require(instance.injected.value, "\(name) was seen before it was injected")
        for part in instance.parts { require(part.injected.value, "\(part.recipe.name) was seen before it was injected") }
      }
    }

    /// Names in a ring, each injected with the next, and who resolves what.
    private static func circle(_ name: String, _ about: String, _ ring: String, resolve names: String...) -> Scenario {
      Scenario(name, about, threads: names.count) {
        let letters = ring.map(String.init)
        let recipes = letters.indices.map { linked(letters[$0], to: letters[($0 + 1) % letters.count]) }
        let replica = Replica(capacity: 16)
        for recipe in recipes { _ = replica.table.set(recipe.makeCell(), for: Recipe.word(recipe.name)) { $0.recipe.name == recipe.name } }
        return Script.program(replica, names.map { outside(replica, $0) }) {
          for (index, recipe) in recipes.enumerated() {
            require(recipe.runs == 1, "\(recipe.name) was built \(recipe.runs) times")
            let cell = replica.table.cells.first { $0.recipe === recipe }
            let next = replica.table.cells.first { $0.recipe === recipes[(index + 1) % recipes.count] }
            let part = (cell?.instance).map { unsafeDowncast($0, to: Instance.self) }?.parts.first  // only instances are put into cells
            require(part != nil && part === next?.instance, "\(recipe.name) was injected with another object than is published")
          }
        }
      }
    }
  }
#endif
