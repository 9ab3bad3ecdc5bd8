import Holdfast
import Testing

/// What factories of these tests throw: it knows which build threw it.
struct Broken: Error, Equatable {
  let build: Int
}

extension Faults {
  @Suite("Failures and retries")
  struct FailureTests {
    @Test("Case 11: a throw is not cached, the next call retries", arguments: Form.allCases)
    func notCached(_ form: Form) async throws {
      let (container, ledger, name) = (Container(), Ledger(), Name.fresh("a"))
      try container.register(Plan(name, ledger).checking { if $0 == 1 { throw Broken(build: $0) } }, as: form)
      let error = try await ask(container, name, as: form.caller(0)).error()
      #expect(error.code == .factoryFailed)
      #expect(error.underlying as? Broken == Broken(build: 1))
      #expect(container.peek(Part.self, named: name) == nil)
      #expect(try await ask(container, name, as: form.caller(1)).value().build == 2)
      #expect(try await ask(container, name, as: form.caller(0)).value().build == 2)
    }

    @Test("Case 12: waiters of the failed attempt all get that attempt's error", arguments: Form.allCases)
    func joiners(_ form: Form) async throws { try await waitersGetTheError(form) }

    @Test("Case 13: later arrivals start a fresh attempt", arguments: Form.allCases)
    func latecomers(_ form: Form) async throws { try await waitersGetTheError(form, thenAskedBy: 6) }

    /// ```
    ///   builder                     waiters
    ///   factory starts
    ///     waits                     join
    ///   throws                      all get what was thrown; none of them builds
    ///                               late: a new attempt
    /// ```
    private func waitersGetTheError(_ form: Form, thenAskedBy late: Int = 0) async throws {
      let (container, ledger, name) = (Container(), Ledger(), Name.fresh("a"))
      let (started, go) = (Gate("the build"), Gate("go"))
      let plan = Plan(name, ledger).gated(started: started, go: go).checking { if $0 == 1 { throw Broken(build: $0) } }
      try container.register(plan, as: form)
      let builder = ask(container, name, as: form.caller(0))
      try await started.pass()
      let waiters = (1...7).map { ask(container, name, as: form.caller($0)) }
      try await joined(form.buildsAsynchronously ? 8 : 7, on: name)
      go.open()
      let error = try await builder.error()
      #expect(error.code == .factoryFailed)
      for waiter in waiters {
        let other = try await waiter.error()
        #expect(other == error)
        #expect(other.underlying as? Broken == Broken(build: 1))
      }
      #expect(ledger.builds(name) == 1)
      if late > 0 {
        let parts = try await herd(late, container, name, as: form).map { try $0.get() }
        #expect(parts.allSatisfy { $0 === parts[0] && $0.build == 2 })
      }
    }

    @Test("Case 14: a failure never leaves a key building", arguments: Form.allCases)
    func emptyAfterFailure(_ form: Form) async throws {
      let (container, ledger, names) = (Container(), Ledger(), Name.fresh(2))
      try container.register(Plan(names[0], ledger, needs: [names[1]]), as: form)
      try container.register(Plan(names[1], ledger).checking { throw Broken(build: $0) }, as: form)
      for _ in 0..<30 {
        for result in try await herd(6, container, names[0], as: form) { #expect(throws: ResolutionError.self) { try result.get() } }
        #expect(names.allSatisfy { waiters(of: $0) == -1 })
        #expect(names.allSatisfy { container.peek(Part.self, named: $0) == nil })
      }
      try container.register(Plan(names[1], ledger), as: form)
      #expect(try await ask(container, names[0], as: form.caller(0)).value().parts.count == 1)
    }

    @Test("Case 17: fail N times, then succeed: N + 1 attempts", arguments: Form.allCases)
    func attempts(_ form: Form) async throws {
      let (container, ledger, name) = (Container(), Ledger(), Name.fresh("a"))
      try container.register(Plan(name, ledger).checking { if $0 <= 9 { throw Broken(build: $0) } }, as: form)
      for number in 1...9 {
        let error = try await ask(container, name, as: form.caller(number)).error()
        #expect(error.underlying as? Broken == Broken(build: number))
      }
      for index in 0..<3 { #expect(try await ask(container, name, as: form.caller(index)).value().build == 10) }
      #expect(ledger.builds(name) == 10)
    }
  }
}
