import Holdfast
import Testing

extension Faults {
  @Suite("Deinits")
  struct DeinitTests {
    @Test("Case 58: a deinit may resolve and register", arguments: Change.allCases, Form.allCases)
    func busyDeinit(_ change: Change, _ form: Form) async throws {
      let (container, ledger, names, dead) = (Container(), Ledger(), Name.fresh(3), Gate("the deinit is done"))
      try container.register(Plan(names[0], ledger), as: .threads)
      try container.register(Plan(names[1], ledger), as: .threads)
      let hit = try container.resolveNow(Part.self, named: names[0])
      try container.register(DeinitProbe.self) { [weak container] _ in
        DeinitProbe { [weak container] in
          guard let container, let same = try? container.resolveNow(Part.self, named: names[0]), same === hit else { return }
          guard let cold = try? container.resolveNow(Part.self, named: names[1]), cold.build >= 1 else { return }
          guard (try? container.register(Plan(names[2], ledger), as: .threads)) != nil else { return }
          dead.open()
        }
      }
      if change == .resetAll { try container.register(Part.self, named: names[0], instance: hit) }
      _ = try container.resolveNow(DeinitProbe.self)
      let changer = ask(as: form.caller(0)) { try change.apply(to: container) }
      try await changer.value()
      try await dead.pass()
      #expect(try await ask(container, names[2], as: form.caller(1)).value().build == 1)
    }

    /// ```
    ///   changer                     others
    ///   takes the instance away
    ///     its deinit starts
    ///       waits                   hit, miss, register, replace, reset, list: all return
    ///     its deinit ends
    /// ```
    @Test("Case 59: a slow deinit never runs under a lock", arguments: Change.allCases, Form.allCases)
    func slowDeinit(_ change: Change, _ form: Form) async throws {
      let (container, ledger, names) = (Container(), Ledger(), Name.fresh(3))
      let (dying, go) = (Gate("the deinit"), Gate("go"))
      try container.register(Plan(names[0], ledger), as: form)
      try container.register(Plan(names[1], ledger), as: form)
      _ = try await container.resolve(Part.self, named: names[0])
      try container.register(DeinitProbe.self) { _ in
        DeinitProbe {
          dying.open()
          try? go.block()
        }
      }
      _ = try container.resolveNow(DeinitProbe.self)
      let changer = ask(as: form.blockingCaller(0)) { try change.apply(to: container) }
      try await dying.pass()
      for index in 0..<4 {
        let caller = form.caller(index)
        _ = try await ask(container, names[0], as: caller).value()
        _ = try await ask(container, names[1], as: caller).value()
        try await ask(as: caller) {
          try container.register(Plan(names[2], ledger), as: form)
          try container.reset(Part.self, named: names[1])
          _ = container.keys()
        }.value()
        _ = try await ask(container, names[2], as: caller).value()
      }
      #expect(!changer.isSettled)
      go.open()
      try await changer.value()
    }
  }
}
