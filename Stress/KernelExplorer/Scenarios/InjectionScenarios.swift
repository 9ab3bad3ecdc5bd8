#if Exploration
  import OnceKernel

  extension Scenario {
    /// Objects that get each other by injectors, and callers that wait for them.
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
        let container = ExploredContainer(a, b, o)
        return Script.program(container, [outside(container, "a"), outside(container, "b"), outside(container, "o")]) {
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
        let container = ExploredContainer(a, b)
        let both: (String) -> () -> Void = { name in
          {
            if Script.attempt(container, name, or: { $0 == .factory }) == nil { outside(container, name)() }
          }
        }
        return Script.program(container, [both("a"), both("b")]) {
          for name in ["a", "b"] { require(container.published(name) != nil, "\(name) is not there") }
        }
      },
      Scenario("half-circle", "a is injected with b, and b is built with a: no thread gets either", threads: 2) {
        let a = linked("a", to: "b")
        let b = Recipe("b") { requester throws(Failure) in [try requester.resolve("a")] }
        let container = ExploredContainer(a, b)
        let ask: (String) -> () -> Void = { name in
          { require(Script.attempt(container, name, or: Script.isCycle) == nil, "\(name) was built from itself") }
        }
        return Script.program(container, [ask("a"), ask("b")])
      },
      groupCycle("group-cycle", "o is built with a, whose partner b is injected with o: no thread gets any of them", "a", "o"),
      groupCycle("group-cycle-2", "the same, entered at a and at b: a may be done and held when o asks for it", "a", "b"),
      Scenario("early-reference", "a circle that asks for the early object without joining first", threads: 2) {
        let a = early("a", to: "b")
        let b = early("b", to: "a")
        let container = ExploredContainer(a, b)
        return Script.program(container, [outside(container, "a"), outside(container, "b")]) {
          require(a.runs == 1 && b.runs == 1, "built \(a.runs) and \(b.runs) times")
        }
      },
      Scenario("inject-reset", "a circle whose one member is reset while it is closed", threads: 3) {
        let (a, b) = (linked("a", to: "b"), linked("b", to: "a"))
        let container = ExploredContainer(a, b)
        return Script.program(
          container, [outside(container, "a"), outside(container, "b"), Script.change { () throws(Failure) in try container.reset("b") }])
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
        let container = ExploredContainer(linked("a", to: "b"), b, o)
        return Script.program(
          container,
          names.map { name in
            { require(Script.attempt(container, name, or: Script.isCycle) == nil, "\(name) was built from itself") }
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
          if let build = requester.build, let object = requester.container.cell(other)?.earlyReference(for: build) {
            instance.parts = [AnyBox.box(object, of: Instance.self).value]  // only instances are registered by name
          } else {
            instance.parts = [try requester.resolve(other)]
          }
        })
    }

    /// A caller outside every build, which must see whole objects only.
    private static func outside(_ container: ExploredContainer, _ name: String) -> () -> Void {
      {
        guard let instance = Script.attempt(container, name) else { return }
        require(instance.injected.value, "\(name) was seen before it was injected")
        for part in instance.parts { require(part.injected.value, "\(part.recipe.name) was seen before it was injected") }
      }
    }

    /// Names in a ring, each injected with the next, and which thread resolves what.
    private static func circle(_ name: String, _ about: String, _ ring: String, resolve names: String...) -> Scenario {
      Scenario(name, about, threads: names.count) {
        let letters = ring.map(String.init)
        let recipes = letters.indices.map { linked(letters[$0], to: letters[($0 + 1) % letters.count]) }
        let container = ExploredContainer(recipes)
        return Script.program(container, names.map { outside(container, $0) }) {
          for (index, recipe) in recipes.enumerated() {
            require(recipe.runs == 1, "\(recipe.name) was built \(recipe.runs) times")
            let part = container.published(recipe.name)?.parts.first
            let next = container.published(recipes[(index + 1) % recipes.count].name)
            require(part != nil && part === next, "\(recipe.name) was injected with another object than is published")
          }
        }
      }
    }
  }
#endif
