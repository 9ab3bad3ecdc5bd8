#if Exploration
  import OnceKernel

  extension Scenario {
    /// Builds that wait for each other, over graphs with a cycle and without.
    static let ofCycles: [Scenario] = [
      graph("self", "a needs itself", ["a": "a"], resolve: "a", "a"),
      graph("two-cycle", "a and b need each other; one enters at each", ["a": "b", "b": "a"], resolve: "a", "b"),
      graph("two-cycle-3", "a and b need each other, and two enter at a", ["a": "b", "b": "a"], resolve: "a", "b", "a"),
      graph("three-cycle", "a needs b needs c needs a; one enters at each", ["a": "b", "b": "c", "c": "a"], resolve: "a", "b", "c"),
      graph("three-cycle-2", "a needs b needs c needs a; two enter", ["a": "b", "b": "c", "c": "a"], resolve: "a", "c"),
      graph("entries", "e leads into the cycle of a and b", ["e": "b", "a": "b", "b": "a"], resolve: "e", "a"),
      graph("nested", "a needs b, which is in a cycle with c", ["a": "b", "b": "c", "c": "b"], resolve: "a", "c"),
      graph("diamond", "a needs b and c, both need d", ["a": "bc", "b": "d", "c": "d", "d": ""], resolve: "a", "c", "b"),
      graph("chain", "a needs b needs c", ["a": "b", "b": "c", "c": ""], resolve: "a", "b", "c"),
      graph("chain-2", "a needs b needs c", ["a": "b", "b": "c", "c": ""], resolve: "a", "b"),
      graph("shared-leaf", "a and b need c and nothing of each other", ["a": "c", "b": "c", "c": ""], resolve: "a", "b", "c"),
      Scenario("retreat", "two that need each other take no for an answer", threads: 2) {
        let a = Recipe("a") { requester throws(Failure) in retreating(requester, "b") }
        let b = Recipe("b") { requester throws(Failure) in retreating(requester, "a") }
        let container = ExploredContainer(a, b)
        return Script.program(container, [Script.resolve(container, "a"), Script.resolve(container, "b")]) {
          require(a.runs == 1 && b.runs == 1, "built \(a.runs) and \(b.runs) times")
          require(!(container.journal.answers.allSatisfy { $0.instance.parts.isEmpty }), "both were refused")
        }
      },
      Scenario("after-wait", "a build waits for a build that has waited for it before", threads: 2) {
        // b is built for a, then c, built by the other thread, needs a: no cycle, as the wait for b is over.
        let a = Recipe("a") { requester throws(Failure) in [try requester.resolve("b"), try requester.resolve("d")] }
        let c = Recipe("c") { requester throws(Failure) in [try requester.resolve("b"), try requester.resolve("a")] }
        let container = ExploredContainer(a, Recipe("b"), c, Recipe("d"))
        return Script.program(container, [Script.resolve(container, "a"), Script.resolve(container, "c")]) {
          require(a.runs == 1 && c.runs == 1, "built \(a.runs) and \(c.runs) times")
        }
      },
      Scenario("join-each-other", "two builds ask for each other's cell at once: one is told of the cycle", threads: 2) {
        guard let a = KernelBuild(), let b = KernelBuild() else { return Program([]) }
        let refused = Plain(0)
        let lock = Lock()
        let ask: (KernelBuild, KernelBuild) -> () -> Void = { own, other in
          {
            switch other.cell.ask(for: own.attempt, depth: 1, mode: .suspending, buildsAsynchronously: true) {
            case .cycle: lock.withLock { refused.value += 1 }
            case .wait(let waiter, _): _ = waiter.suspendAsThread()
            case .failed: break
            case .ready, .build, .early, .mustSuspend, .overtaken: require(false, "neither waits nor is refused")
            }
            own.attempt.fail(Failure.factory)
            _ = own.first.suspendAsThread()
          }
        }
        return Program(
          [ask(a, b), ask(b, a)],
          check: {
            require(refused.value <= 1, "both were refused")
            lock.destroyAndFree()
          })
      },
      Scenario("would-close", "asking beforehand says the same as waiting", threads: 2) {
        let a = Recipe("a") { requester throws(Failure) in
          let before = requester.build.map { mine in
            requester.container.builds.filter { $0 != mine && $0.wouldClose(with: mine) }
          }
          do throws(Failure) { return [try requester.resolve("b")] } catch {
            throw before == nil ? .factory : error
          }
        }
        let b = Recipe("b") { requester throws(Failure) in
          let before = requester.build.map { mine in
            requester.container.builds.filter { $0 != mine && $0.wouldClose(with: mine) }
          }
          do throws(Failure) { return [try requester.resolve("a")] } catch {
            throw before == nil ? .factory : error
          }
        }
        let container = ExploredContainer(a, b)
        return Script.program(
          container, [Script.resolve(container, "a", or: Script.isCycle), Script.resolve(container, "b", or: Script.isCycle)])
      },
    ]

    private static func retreating(_ requester: Requester, _ name: String) -> [Instance] {
      do throws(Failure) { return [try requester.resolve(name)] } catch {
        require(Script.isCycle(error), "failed: \(error)")
        return []
      }
    }

    /// A graph of names, each with the names that its factory needs, and which thread resolves what.
    ///
    /// A resolve that leads into a cycle fails with a cycle, and no other fails; nothing hangs, and what is published was built once.
    private static func graph(_ name: String, _ about: String, _ needs: [String: String], resolve names: String...) -> Scenario {
      Scenario(name, about, threads: names.count) {
        let recipes = needs.keys.sorted().map { name in
          Recipe(name) { requester throws(Failure) in
            var parts: [Instance] = []
            for need in needs[name] ?? "" {
              do throws(Failure) { parts.append(try requester.resolve(String(need))) } catch {
                if case .cycle(let path) = error { require(isPath(path, needs), "\(name) is told \(path), which is not in the graph") }
                throw error
              }
            }
            return parts
          }
        }
        let container = ExploredContainer(recipes)
        let threads = names.map { name in
          let isHopeless = leadsIntoCycle(from: name, needs)
          return {
            do throws(Failure) {
              let instance = try container.resolve(name)
              require(!isHopeless, "\(name) was built from itself")
              require(instance.parts.map(\.recipe.name) == (needs[name] ?? "").map(String.init), "\(name) has other parts")
            } catch {
              Mark.ended("resolve \(name)")
              guard case .cycle(let path) = error else { return require(false, "\(name) failed: \(error)") }
              require(isHopeless, "\(name): a cycle that is none: \(path)")
              require(isPath(path, needs), "\(name): the path \(path) is not in the graph")
            }
          }
        }
        return Script.program(container, threads) {
          for recipe in recipes where !leadsIntoCycle(from: recipe.name, needs) {
            require(recipe.runs <= 1 && container.journal.isOneObject(recipe.name), "\(recipe.name) was built \(recipe.runs) times")
          }
        }
      }
    }

    private static func leadsIntoCycle(from name: String, _ needs: [String: String]) -> Bool {
      func visit(_ name: String, _ above: [String]) -> Bool {
        above.contains(name) || (needs[name] ?? "").contains { visit(String($0), above + [name]) }
      }
      return visit(name, [])
    }

    /// Whether each name on `path` needs the next, and the last one stands there before.
    private static func isPath(_ path: [String], _ needs: [String: String]) -> Bool {
      guard let last = path.last, path.dropLast().contains(last) else { return false }
      return zip(path, path.dropFirst()).allSatisfy { needs[$0]?.contains($1) == true }
    }
  }
#endif
