#if Exploration
  import OnceKernel

  extension Scenario {
    /// Circles with a constructor, which a closure closes that runs later.
    static let ofLater: [Scenario] = [
      circle("later-2", "b is built with a, which gets b later; one enters at each", resolve: "a", "b"),
      circle("later-2-one-end", "two enter where the closure is", resolve: "a", "a"),
      circle("later-2-other-end", "two enter at the constructor", resolve: "b", "b"),
      circle("later-2-outsider", "a third, outside, waits for one of them", resolve: "a", "b", "a"),
      Scenario("later-chain", "a gets b later, b gets c later, and c is built with a", threads: 2) {
        let (a, b) = (closing("a", with: "b"), closing("b", with: "c"))
        let c = Recipe("c") { requester throws(Failure) in [try requester.resolve("a")] }
        let container = ExploredContainer(a, b, c)
        return Script.program(container, [outside(container, "a"), outside(container, "c")]) {
          require(a.runs == 1 && b.runs == 1 && c.runs == 1, "built \(a.runs), \(b.runs) and \(c.runs) times")
        }
      },
      Scenario("later-and-injected", "b is built with a, which gets b later, and is injected with c, which is injected with b", threads: 2)
      {
        let a = closing("a", with: "b")
        let b = Recipe(
          "b", { requester throws(Failure) in [try requester.resolve("a")] },
          inject: { instance, requester throws(Failure) in instance.parts.append(try requester.resolve("c")) })
        let c = Recipe("c", inject: { instance, requester throws(Failure) in instance.parts.append(try requester.resolve("b")) })
        let container = ExploredContainer(a, b, c)
        return Script.program(container, [outside(container, "a"), outside(container, "c")]) {
          require(a.runs == 1 && b.runs == 1 && c.runs == 1, "built \(a.runs), \(b.runs) and \(c.runs) times")
        }
      },
      Scenario("later-fails", "a's closure fails once: a and b fail together, and both can be had then", threads: 2) {
        let failed = Plain(false)
        let a = closing("a", with: "b") { () throws(Failure) in
          if failed.value { return }
          failed.value = true
          throw .factory
        }
        let b = Recipe("b") { requester throws(Failure) in [try requester.resolve("a")] }
        let container = ExploredContainer(a, b)
        let both: (String) -> () -> Void = { name in
          { if Script.attempt(container, name, or: { $0 == .factory }) == nil { outside(container, name)() } }
        }
        return Script.program(container, [both("a"), both("b")]) {
          for name in ["a", "b"] { require(container.published(name) != nil, "\(name) is not there") }
        }
      },
      Scenario("later-reset", "one of the circle is reset while it is closed", threads: 3) {
        let a = closing("a", with: "b")
        let b = Recipe("b") { requester throws(Failure) in [try requester.resolve("a")] }
        let container = ExploredContainer(a, b)
        return Script.program(
          container, [outside(container, "a"), outside(container, "b"), Script.change { () throws(Failure) in try container.reset("b") }])
      },
      Scenario("later-shutdown", "a container whose circle is being closed is shut down", threads: 2) {
        let a = closing("a", with: "b")
        let b = Recipe("b") { requester throws(Failure) in [try requester.resolve("a")] }
        let container = ExploredContainer(a, b)
        let ask = {
          guard let instance = Script.attempt(container, "a", or: { $0 == .shutDown }) else { return }
          require(instance.closed.value, "a was seen before it was closed")
        }
        return Script.program(container, [ask, { container.shutDown() }]) {
          for instance in container.journal.disposed {
            require(instance.recipe.runs == 1, "disposed of although it was built twice")
          }
          require([0, 2].contains(container.journal.disposed.count), "\(container.journal.disposed.count) of the circle disposed of")
        }
      },
    ]

    /// A recipe whose objects get another one later.
    private static func closing(
      _ name: String, with other: String, _ check: @escaping () throws(Failure) -> Void = { () throws(Failure) in }
    ) -> Recipe {
      Recipe(
        name, { _ throws(Failure) in [] },
        inject: { instance, requester throws(Failure) in
          instance.closed.value = false
          requester.later(other) { part throws(Failure) in
            instance.parts.append(part)
            try check()
            instance.closed.value = true
          }
        })
    }

    /// A caller outside every build, which must see objects only after their closures.
    private static func outside(_ container: ExploredContainer, _ name: String) -> () -> Void {
      {
        guard let instance = Script.attempt(container, name) else { return }
        for seen in [instance] + instance.parts { require(seen.closed.value, "\(seen.recipe.name) was seen before it was closed") }
      }
    }

    private static func circle(_ name: String, _ about: String, resolve names: String...) -> Scenario {
      Scenario(name, about, threads: names.count) {
        let a = closing("a", with: "b")
        let b = Recipe("b") { requester throws(Failure) in [try requester.resolve("a")] }
        let container = ExploredContainer(a, b)
        return Script.program(container, names.map { outside(container, $0) }) {
          require(a.runs == 1 && b.runs == 1, "built \(a.runs) and \(b.runs) times")
          let published = [container.published("a"), container.published("b")]
          require(published[0]?.parts.first === published[1] && published[1]?.parts.first === published[0], "the circle is not closed")
        }
      }
    }
  }
#endif
