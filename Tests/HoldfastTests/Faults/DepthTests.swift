import Holdfast
import TestSupport
import Testing

extension Faults {
  @Suite("Depth")
  struct DepthTests {
    /// A container with a chain of `count` parts, each of which needs the next.
    private static func chain(_ count: Int, _ form: Form, _ ledger: Ledger, transient: Bool = false) throws -> (Container, [Name]) {
      let serial = Name.fresh("chain")
      let names = (0..<count).map { Name("\(serial.text) \($0)") }
      let container = Container()
      try container.registerAll { batch in
        for (index, name) in names.enumerated() {
          let plan = Plan(name, ledger, needs: index + 1 < count ? [names[index + 1]] : [])
          if transient {
            batch.register(Part.self, named: name, scope: .transient) { r in try plan.make(r) }
          } else {
            batch.register(plan, as: form)
          }
        }
      }
      return (container, names)
    }

    @Test("Case 62 S: a chain of 1,000 levels resolves on a thread with a main thread's stack", arguments: [false, true])
    func thousand(_ transient: Bool) async throws {
      let (container, names) = try Self.chain(1000, .threads, Ledger(), transient: transient)
      // Sanitizers make every frame larger.
      let stack = (Sanitizer.isOn ? 64 : 8) << 20
      #expect(try await onThread(stack: stack) { try container.resolveNow(Part.self, named: names[0]).name } == names[0])
      #expect(try await onThread(stack: stack) { try container.resolveNow(Part.self, named: names[999]).name } == names[999])
    }

    @Test(
      "Case 62 S: a chain of 10,000 levels is a clean error, on a small stack and on a large one",
      arguments: [512 << 10, 8 << 20, 64 << 20])
    func tooDeep(_ size: Int) async throws {
      // Sanitizers make every frame larger.
      let stack = Sanitizer.isAddress ? 8 * size : size
      for transient in [false, true] {
        let ledger = Ledger()
        let (container, names) = try Self.chain(10_000, .threads, ledger, transient: transient)
        let error = try await onThread(stack: stack) { try failure { try container.resolveNow(Part.self, named: names[0]) } }
        #expect(error.code == .tooDeep)
        #expect(error.path.first == AnyKey(Part.self, named: names[0]))
        #expect(error.path.count >= 2)
        #expect(error.description.utf8.count <= 4096)
        #expect(ledger.alive.value == 0)
        // Everything is empty and usable: from the end of the chain it resolves.
        let near = names.suffix(20)
        #expect(try await onThread(stack: stack) { try container.resolveNow(Part.self, named: near.first).name } == near.first)
      }
    }

    @Test("Case 62 S: transients that need each other without end are an error with their path")
    func endlessTransients() throws {
      let (container, names) = (Container(), Name.fresh(2))
      for (name, other) in [(names[0], names[1]), (names[1], names[0])] {
        try container.register(Part.self, named: name, scope: .transient) { r in Part(name, parts: [try r.resolve(named: other)]) }
      }
      let error = try failure { try container.resolve(Part.self, named: names[0]) }
      #expect(error.code == .cycle)
      #expect(error.path == keys(names[0], names[1], names[0]))
    }

    @Test("Case 62 A: a chain of asynchronous factories resolves 1,000 levels, and 10,000 are a clean error")
    func tasks() async throws {
      let (container, names) = try Self.chain(10_000, .tasks, Ledger())
      let error = try await ask(container, names[0], as: .task).error()
      #expect(error.code == .tooDeep)
      #expect(error.description.utf8.count <= 4096)
      #expect(try await ask(container, names[9000], as: .task).value().name == names[9000])
    }
  }
}
