import Holdfast
import Testing

extension Faults {
  @Suite("Cycles")
  struct CycleTests {
    /// A container in which each of `names` needs the next and the last one needs the first.
    private func ring(_ names: [Name], _ ledger: Ledger, as form: Form) throws -> Container {
      let container = Container()
      for (index, name) in names.enumerated() {
        try container.register(Plan(name, ledger, needs: [names[(index + 1) % names.count]]), as: form)
      }
      return container
    }

    @Test("Case 28: a cycle is an error with the full path, from whichever key it is entered", arguments: Form.allCases, [2, 3, 5])
    func oneCaller(_ form: Form, _ length: Int) async throws {
      let (ledger, names) = (Ledger(), Name.fresh(length))
      let container = try ring(names, ledger, as: form)
      for index in 0..<length {
        let error = try await ask(container, names[index], as: form.caller(index)).error()
        #expect(error.code == .cycle)
        #expect(error.path == (names[index...] + names[...index]).map { AnyKey(Part.self, named: $0) })
        #expect(error.site != nil)
      }
    }

    @Test("Case 29: a cycle across two callers is an error for both, and for their waiters", arguments: Form.allCases, [0, 4])
    func two(_ form: Form, waiting: Int) async throws { try await parties(2, form, waiting: waiting) }

    @Test("Case 30: a cycle across three callers is an error for all", arguments: Form.allCases)
    func three(_ form: Form) async throws { try await parties(3, form) }

    @Test("Case 31 A: a cycle across two tasks is an error for both")
    func twoTasks() async throws { try await parties(2, .tasks) }

    @Test("Case 32 M: a cycle across a thread and a task is an error for both", arguments: Form.mixes)
    func threadAndTask(_ form: Form) async throws { try await parties(2, form) }

    /// ```
    ///   caller 0                    caller 1                    …
    ///   factory of a starts         factory of b starts
    ///     all wait until all run
    ///   asks for b                  asks for …                  the last one to ask closes the circle
    /// ```
    private func parties(_ count: Int, _ form: Form, waiting: Int = 0) async throws {
      for _ in 0..<20 {
        let (container, ledger, names) = (Container(), Ledger(), Name.fresh(count))
        let (started, go) = (names.map { _ in Gate("a factory") }, Gate("all factories run"))
        for index in 0..<count {
          let plan = Plan(names[index], ledger, needs: [names[(index + 1) % count]]).gated(started: started[index], go: go)
          try container.register(plan, as: form)
        }
        let callers = (0..<count).map { ask(container, names[$0], as: form.caller($0)) }
        for gate in started { try await gate.pass() }
        let more = (0..<waiting).map { ask(container, names[0], as: form.caller($0)) }
        try await joined(waiting, on: names[0])
        go.open()
        for (caller, name) in zip(callers + more, names + Array(repeating: names[0], count: waiting)) {
          let error = try await caller.error()
          #expect(error.code == .cycle)
          #expect(Set(error.path) == Set(names.map { AnyKey(Part.self, named: $0) }), "\(error)")
          #expect(error.path.first == AnyKey(Part.self, named: name), "\(error)")
          #expect(error.path.first == error.path.last, "\(error)")
        }
        #expect(names.allSatisfy { waiters(of: $0) == -1 })
      }
    }

    @Test("Case 39: after a cycle error every key is empty and usable", arguments: Form.allCases)
    func usable(_ form: Form) async throws {
      let (ledger, names) = (Ledger(), Name.fresh(3))
      let container = try ring(names, ledger, as: form)
      for result in try await herd(6, container, names[0], as: form) { #expect(try failure { try result.get() }.code == .cycle) }
      #expect(names.allSatisfy { container.peek(Part.self, named: $0) == nil && waiters(of: $0) == -1 })
      try container.register(Plan(names[2], ledger), as: form)
      let parts = try await herd(6, container, names[0], as: form).map { try $0.get() }
      #expect(parts.allSatisfy { $0 === parts[0] && $0.parts[0].parts[0].parts.isEmpty })
    }
  }
}
