import Holdfast
import HoldfastDiagnostics
import TestSupport
import Testing

extension Faults {
  @Suite("Cycles through wrappers and captured containers")
  struct WrappedCycleTests {
    @Test("Case 104: shared values that need each other by wrappers are an error from each end", arguments: Way.waiting)
    func shared(_ form: Form, _ way: Way) async throws {
      for scope in [Sharing.singleton, .scoped] {
        let (container, ledger, names) = (Container(), Ledger(), Name.fresh(3))
        for index in 0..<3 {
          try container.register(
            Asking(name: names[index], ledger: ledger, needs: [names[(index + 1) % 3]], way: way), as: form, scope: scope)
        }
        for index in 0..<3 {
          let error = try await ask(as: form.caller(index)) {
            try container.withScope { try $0.resolveNow(Part.self, named: names[index]) }
          } async: {
            try await container.withScope { try await $0.resolve(Part.self, named: names[index]) }
          }.error()
          #expect(error.code == .cycle)
          #expect(error.path == (names[index...] + names[...index]).map { AnyKey(Part.self, named: $0) })
        }
        #expect(names.allSatisfy { waiters(of: $0) == -1 })
      }
    }

    @Test("Case 104 S: wrappers whose errors are not looked at are an error all the same, with the whole path in the wrapper's own")
    func swallowed() throws {
      final class Left: Sendable {
        let right = Injected<Right>()
      }
      final class Right: Sendable {
        let left = Injected<Left>()
      }
      let container = Container()
      let seen = Counter()
      try container.register(Left.self) { _ in Left() }.register(Right.self) { _ in
        let right = Right()
        let error = try failure { try right.left.get() }
        #expect(error.path == [AnyKey(Left.self), AnyKey(Right.self), AnyKey(Left.self)])
        seen.add()
        return right
      }
      #expect(throws: Never.self) { try container.validate() }
      let error = try failure { try container.resolveNow(Left.self) }
      #expect(error.code == .cycle)
      #expect(error.path == [AnyKey(Left.self), AnyKey(Right.self), AnyKey(Left.self)])
      #expect(seen.value == 1)
      #expect(container.peek(Left.self) == nil && container.peek(Right.self) == nil)
    }

    @Test("Case 104: transients that need each other by wrappers are an error with their path", arguments: Way.waiting)
    func transient(_ form: Form, _ way: Way) async throws {
      let (container, ledger, names) = (Container(), Ledger(), Name.fresh(2))
      try container.registerTransient(Asking(name: names[0], ledger: ledger, needs: [names[1]], way: way), as: form)
      try container.registerTransient(Asking(name: names[1], ledger: ledger, needs: [names[0]], way: way), as: form)
      for index in 0..<2 {
        let error = try await ask(as: form.caller(index)) {
          try container.withCurrent { try container.resolveNow(Part.self, named: names[0]) }
        } async: {
          try await container.withCurrent { try await container.resolve(Part.self, named: names[0]) }
        }.error()
        #expect(error.code == .cycle)
        #expect(error.path == keys(names[0], names[1], names[0]))
        #expect(ledger.builds(names[0]) <= 40 * (index + 1), "\(ledger.builds(names[0])) runs")
        try await Timeout.until("nothing holds what was made") { ledger.alive.value == 0 }
      }
    }

    /// Except for wrappers, each request has a graph of its own, so that no object is asked for twice.
    @Test("Case 104: objects of graphs that need each other by wrappers or captured containers are an error", arguments: Way.waiting)
    func graphs(_ form: Form, _ way: Way) async throws {
      let (container, ledger, names) = (Container(), Ledger(), Name.fresh(2))
      for (name, needed) in zip(names, names.reversed()) {
        let plan = Asking(name: name, ledger: ledger, needs: [needed], way: way)
        try container.register(Part.self, named: name, scope: .graph, as: form) { [weak container] _ in
          try plan.make(container)
        } async: { [weak container] _ in
          try await plan.make(container)
        }
      }
      for index in 0..<2 {
        let error = try await ask(container, names[0], as: form.caller(index)).error()
        #expect(error.code == .cycle)
        #expect(error.path == keys(names[0], names[1], names[0]) || error.path == keys(names[1], names[0], names[1]))
        #expect(ledger.builds(names[0]) <= 40 * (index + 1))
        try await Timeout.until("nothing holds what was made") { ledger.alive.value == 0 }
      }
    }

    @Test("Case 104 S: a transient that makes its own kind by a wrapper, and stops, is no cycle", arguments: Way.allCases)
    func recursion(_ way: Way) throws {
      let (container, ledger, name) = (Container(), Ledger(), Name.fresh("a"))
      try container.register(Part.self, named: name, scope: .transient) { [weak container] _ in
        let number = ledger.begin(name)
        return Part(name, build: number, parts: number < 40 ? [try way.part(name, container)] : [])
      }
      #expect(try container.resolveNow(Part.self, named: name).build == 1)
      #expect(ledger.builds(name) == 40)
    }

    /// ```
    ///   caller 0                    caller 1
    ///   factory of a starts         factory of b starts
    ///     both wait until both run
    ///   asks for b                  asks for a
    /// ```
    @Test("Case 104: two callers that build each other's needs by wrappers get the error of a cycle", arguments: Way.waiting)
    func across(_ form: Form, _ way: Way) async throws {
      let (container, ledger, names) = (Container(), Ledger(), Name.fresh(2))
      let (started, go) = ([Gate("a runs"), Gate("b runs")], Gate("both run"))
      for index in 0..<2 {
        let plan = Asking(name: names[index], ledger: ledger, needs: [names[1 - index]], way: way, started: started[index], go: go)
        try container.register(plan, as: form)
      }
      let callers = (0..<2).map { ask(container, names[$0], as: form.caller($0)) }
      for gate in started { try await gate.pass() }
      go.open()
      for (caller, name) in zip(callers, names) {
        let error = try await caller.error()
        #expect(error.code == .cycle)
        #expect(error.path.first == AnyKey(Part.self, named: name) && error.path.last == error.path.first && error.path.count == 3)
      }
    }

    @Test("Case 104 S: a chain that the stack ends says so, and never that nothing was nested")
    func depth() async throws {
      let (container, name) = (Container(), Name.fresh("a"))
      try container.register(Part.self, named: name, scope: .transient) { [weak container] r in
        guard let container else { throw TimedOut(what: "the container lives") }
        return try container.provider(Part.self, named: name)()
      }
      let error = try await onThread(stack: (Sanitizer.isOn ? 8 : 1) << 19) {
        try failure { try container.resolveNow(Part.self, named: name) }
      }
      #expect(error.code == .tooDeep || error.code == .cycle)
      #expect(!error.message.contains(" 0 factories"))
    }
  }
}
