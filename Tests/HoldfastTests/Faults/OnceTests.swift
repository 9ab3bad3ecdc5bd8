import Holdfast
import Testing

extension Faults {
  @Suite("Once")
  struct OnceTests {
    @Test("Case 01 S: threads on a cold key get one build and one object")
    func threads() async throws { try await coldKey(.threads) }

    @Test("Case 02 A: tasks on a cold key get one build and one object")
    func tasks() async throws { try await coldKey(.tasks) }

    @Test("Case 03 M: threads and tasks on a cold key get one build and one object", arguments: Form.mixes)
    func both(_ form: Form) async throws { try await coldKey(form) }

    private func coldKey(_ form: Form) async throws {
      for _ in 0..<40 {
        let (container, ledger, name) = (Container(), Ledger(), Name.fresh("a"))
        try container.register(Plan(name, ledger), as: form)
        let parts = try await herd(8, container, name, as: form).map { try $0.get() }
        #expect(parts.allSatisfy { $0 === parts[0] })
        #expect(ledger.builds(name) == 1)
      }
    }

    /// ```
    ///   first caller                second caller
    ///   factory of a starts
    ///     waits for b's start       factory of b starts
    ///                                 waits for a's start      each passes only while the other one runs
    /// ```
    @Test("Case 05: different keys build in parallel", arguments: Form.allCases)
    func parallel(_ form: Form) async throws {
      let (container, ledger, names) = (Container(), Ledger(), Name.fresh(2))
      let started = [Gate("a starts"), Gate("b starts")]
      try container.register(Plan(names[0], ledger).gated(started: started[0], go: started[1]), as: form)
      try container.register(Plan(names[1], ledger).gated(started: started[1], go: started[0]), as: form)
      let callers = (0..<2).map { ask(container, names[$0], as: form.caller($0)) }
      for (caller, name) in zip(callers, names) { #expect(try await caller.value().name == name) }
    }

    @Test("Case 06: two containers with the same key are independent", arguments: Form.allCases)
    func containers(_ form: Form) async throws {
      let (slow, quick, ledger, name) = (Container(), Container(), Ledger(), Name.fresh("a"))
      let (started, go) = (Gate("the slow build"), Gate("go"))
      try slow.register(Plan(name, ledger).gated(started: started, go: go), as: form)
      try quick.register(Plan(name, ledger), as: form)
      let first = ask(slow, name, as: form.caller(0))
      try await started.pass()
      let second = try await ask(quick, name, as: form.caller(1)).value()
      #expect(!first.isSettled)
      go.open()
      #expect(try await first.value() !== second)
      #expect(ledger.builds(name) == 2)
    }

    @Test("Case 07: hits on other keys never wait for a slow build", arguments: Form.allCases)
    func hits(_ form: Form) async throws {
      let (container, ledger, names) = (Container(), Ledger(), Name.fresh(2))
      let (started, go) = (Gate("the slow build"), Gate("go"))
      try container.register(Plan(names[0], ledger).gated(started: started, go: go), as: form)
      try container.register(Plan(names[1], ledger), as: form)
      let warm = try await container.resolve(Part.self, named: names[1])
      let slow = ask(container, names[0], as: form.caller(0))
      try await started.pass()
      for index in 0..<8 {
        let hit = ask(as: form.caller(index)) {
          try (0..<1000).allSatisfy { _ in try container.resolveNow(Part.self, named: names[1]) === warm }
        } async: {
          for _ in 0..<1000 where try await container.resolve(Part.self, named: names[1]) !== warm { return false }
          return true
        }
        #expect(try await hit.value())
      }
      #expect(!slow.isSettled)
      go.open()
      #expect(try await slow.value().name == names[0])
    }
  }
}
