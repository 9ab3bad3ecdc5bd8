import Holdfast
import HoldfastDiagnostics
import Testing

extension Faults {
  /// What is asked inside a factory without its resolver belongs to that factory's run.
  @Suite("Wrappers and captured containers in a run")
  struct RunTests {
    /// The root is a transient, which may be asynchronous; `middle` and `leaf` are objects of its graph.
    /// What a captured container or the current resolver hands out is `sending`, so that each of their requests has a graph of its own.
    @Test("Case 102: in a graph's factory, a wrapper shares its graph, and no other way does", arguments: Form.allCases, Way.allCases)
    func graph(_ form: Form, _ way: Way) async throws {
      let (container, ledger, names) = (Container(), Ledger(), Name.fresh(3))
      let (root, middle, leaf) = (names[0], names[1], names[2])
      try container.register(Part.self, named: leaf, scope: .graph) { _ in Part(leaf, build: ledger.begin(leaf)) }
      try container.register(Part.self, named: middle, scope: .graph) { [weak container] r in
        Part(middle, parts: [try way.part(leaf, container), try r.resolve(named: leaf), try way.part(leaf, container)])
      }
      try container.registerTransient(Asking(name: root, ledger: ledger, needs: [leaf, middle, leaf, middle], way: way), as: form)
      for index in 1...4 {
        let part = try await ask(container, root, as: form.caller(index)).value()
        let leaves = [part.parts[0]] + part.parts[1].parts + [part.parts[2]] + part.parts[3].parts
        let distinct = way == .injected ? 1 : leaves.count
        #expect(Set(leaves.map { ObjectIdentifier($0) }).count == distinct)
        #expect((part.parts[1] === part.parts[3]) == (way == .injected))
        #expect(ledger.builds(leaf) == index * distinct)
      }
    }

    @Test("Case 102: in a scoped factory, a wrapper and a captured container are in its scope", arguments: Form.allCases, Way.allCases)
    func scoped(_ form: Form, _ way: Way) async throws {
      let (container, ledger, names) = (Container(), Ledger(), Name.fresh(4))
      let (first, second, plain, shared) = (names[0], names[1], names[2], names[3])
      try container.register(Part.self, named: second, scope: .scoped) { _ in Part(second, build: ledger.begin(second)) }
      // A transient that the container itself makes, in the middle of the run.
      try container.register(Part.self, named: plain, scope: .transient) { r in Part(plain, parts: [try r.resolve(named: second)]) }
      try container.register(Asking(name: first, ledger: ledger, needs: [second, plain], way: way), as: form, scope: .scoped)
      try container.register(Asking(name: shared, ledger: ledger, needs: [second], way: way), as: form)
      for index in 1...2 {
        let caller = form.caller(index)
        let parts = try await ask(as: caller) {
          try container.withScope { [try $0.resolveNow(Part.self, named: first), try $0.resolveNow(Part.self, named: second)] }
        } async: {
          try await container.withScope {
            [try await $0.resolve(Part.self, named: first), try await $0.resolve(Part.self, named: second)]
          }
        }.value()
        #expect(parts[0].parts[0] === parts[1])
        #expect(parts[0].parts[1].parts[0] === parts[1])
        #expect(ledger.builds(second) == index)
        // A singleton sees no scope, whatever asked for it.
        let error = try await ask(as: caller) {
          try container.withScope { try $0.resolveNow(Part.self, named: shared) }
        } async: {
          try await container.withScope { try await $0.resolve(Part.self, named: shared) }
        }.error()
        #expect(error.code == .outsideScope)
        #expect(error.path == keys(shared, second))
      }
    }

    @Test("Case 102: what is built for a wrapper or a captured container is an edge of the graph", arguments: Way.waiting)
    func edges(_ form: Form, _ way: Way) async throws {
      let (container, ledger, names) = (Container(), Ledger(), Name.fresh(2))
      try container.register(Plan(names[1], ledger), as: form)
      try container.register(Asking(name: names[0], ledger: ledger, needs: [names[1]], way: way), as: form)
      _ = try await ask(container, names[0], as: form.caller(0)).value()
      func edges() -> [[AnyKey]] { container.graph().edges.map { [$0.from, $0.to] } }
      #expect(edges() == [keys(names[0], names[1])])
      if way == .captured { return }
      // ObservedDependencies also from what was there before.
      try container.register(Asking(name: names[0], ledger: ledger, needs: [names[1]], way: way), as: form)
      #expect(edges() == [])
      _ = try await ask(container, names[0], as: form.caller(1)).value()
      #expect(edges() == [keys(names[0], names[1])])
    }

    @Test("Case 102: a stranger's container shares neither graph nor scope, and a cycle through it is an error", arguments: Form.allCases)
    func stranger(_ form: Form) async throws {
      let (container, other, names) = (Container(), Container(), Name.fresh(4))
      let (root, leaf, there, back) = (names[0], names[1], names[2], names[3])
      try other.register(Part.self, named: leaf, scope: .graph) { _ in Part(leaf) }
      try container.register(Part.self, named: leaf, scope: .graph) { _ in Part(leaf) }
      try container.register(Part.self, named: root, scope: .graph) { _ in
        Part(root, parts: [try other.resolveNow(named: leaf), try other.resolveNow(named: leaf)])
      }
      let part = try await ask(container, root, as: form.caller(0)).value()
      #expect(part.parts[0] !== part.parts[1])
      // Each registers its factory with the other one's container captured.
      func register(_ name: Name, in home: Container, needs: Name, of asked: Container) throws {
        try home.register(Part.self, named: name, as: form) { [weak asked] _ in
          try Way.captured.part(needs, asked)
        } async: { [weak asked] _ in
          try await Way.captured.part(needs, asked)
        }
      }
      try register(there, in: container, needs: back, of: other)
      try register(back, in: other, needs: there, of: container)
      for index in 0..<2 {
        let error = try await ask(container, there, as: form.caller(index)).error()
        #expect(error.code == .cycle)
        #expect(error.path == keys(there, back, there))
      }
    }
  }
}
