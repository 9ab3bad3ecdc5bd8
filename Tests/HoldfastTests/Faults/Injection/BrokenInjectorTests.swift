import Holdfast
import Testing

extension Faults {
  @Suite("Injectors that throw")
  struct BrokenInjectorTests {
    /// What the injectors here throw.
    struct Refused: Error, Equatable {
      let build: Int
    }

    /// ```
    ///   builder                              others
    ///   a made, its injector asks for b
    ///     b made, injected with a
    ///   a's injector waits                   ask for a, ask for b: they wait
    ///   a's injector throws                  all get what it threw
    ///                                        the next one builds both again
    /// ```
    @Test("Case 80: an injector throws: nothing of its group is published, every waiter gets the error", arguments: Form.allCases)
    func waiters(_ form: Form) async throws {
      for _ in 0..<10 {
        var ring = Ring(2)
        let (first, waits, go) = (ring.names[0], Gate("an injector"), Gate("go"))
        ring.injecting = { link, _ in
          guard link.name == first, link.build == 1 else { return }
          waits.open()
          try go.block()
          throw Refused(build: link.build)
        }
        try ring.register()
        let builder = ring.ask(first, as: form.blockingCaller(0))
        try await waits.pass()
        let others = (1...6).map { ring.ask(ring.names[$0 % 2], as: form.blockingCaller($0)) }
        try await Timeout.until("all wait") { ring.waiters(of: ring.names[0]) >= 3 && ring.waiters(of: ring.names[1]) >= 3 }
        go.open()
        for caller in [builder] + others {
          let error = try await caller.error()
          #expect(error.code == .factoryFailed)
          #expect(error.underlying as? Refused == Refused(build: 1))
        }
        #expect(ring.isEmpty)
        #expect(ring.names.allSatisfy { ring.ledger.builds($0) == 1 })
        try await Timeout.until("nothing holds what was made") { ring.ledger.alive.value == 0 }
        ring.expectOne(try await herd(ring, form), build: 2)
      }
    }

    @Test("Case 80: one injector of several throws while callers come from every end", arguments: Form.allCases, [2, 3])
    func bothEnds(_ form: Form, _ length: Int) async throws {
      for round in 0..<20 {
        var ring = Ring(length)
        let (all, broken) = (Countdown(length, "all factories run"), ring.names[round % length])
        ring.made = { link in
          guard link.build == 1 else { return }
          all.arrive()
          try all.block()
        }
        ring.injecting = { link, _ in
          if link.name == broken, link.build == 1 { throw Refused(build: link.build) }
        }
        try ring.register()
        let callers = (0..<length).map { ring.ask(ring.names[$0], as: form.blockingCaller($0)) }
        for caller in callers { #expect(try await caller.error().underlying as? Refused == Refused(build: 1)) }
        #expect(ring.isEmpty)
        try await Timeout.until("nothing holds what was made") { ring.ledger.alive.value == 0 }
        ring.expectOne(try await herd(ring, form), build: 2)
      }
    }

    /// The injected object is not kept, what its injector resolved is.
    @Test("Case 80: an injector that throws on its own fails its own build only", arguments: Form.allCases)
    func alone(_ form: Form) async throws {
      let (container, ledger, names) = (Container(), Ledger(), Name.fresh(2))
      try container.register(Plan(names[0], ledger), as: form)
      try container.register(Link.self, named: names[1]) { _ in Link(names[1], next: names[0], ledger) }
      try container.registerInjector(Link.self) { link, r in
        #expect(try r.resolve(Part.self, named: link.nextName).build == 1)
        if link.build == 1 { throw Refused(build: link.build) }
      }
      _ = try await ask(container, names[0], as: form.caller(0)).value()
      let callers: [Pending<Int>] = (0..<2).map { index in
        ask(container, Link.self, named: names[1], as: form.caller(index)) { $0.build }
      }
      for caller in callers {
        switch try await caller.result() {
        case .success(let build): #expect(build == 2)
        case .failure(let error): #expect((error as? ResolutionError)?.underlying as? Refused == Refused(build: 1))
        }
      }
      #expect(container.peek(Part.self, named: names[0]) != nil)
      #expect(try await container.resolve(Link.self, named: names[1]).build == 2)
      #expect([ledger.builds(names[0]), ledger.builds(names[1])] == [1, 2])
    }

    private func herd(_ ring: Ring, _ form: Form) async throws -> [RingSight] {
      let callers = (0..<6).map { ring.ask(ring.names[$0 % ring.names.count], as: form.blockingCaller($0)) }
      var circles: [RingSight] = []
      for caller in callers { circles.append(try await caller.value()) }
      return circles
    }
  }
}
