import Holdfast
import Testing

extension Faults {
  @Suite("Teardown")
  struct TeardownTests {
    @Test("Case 57: instances go in reverse order of creation", arguments: Form.allCases)
    func order(_ form: Form) async throws { try await order(form, seals: false) }

    /// A build's own task may still hold what it has just published, and so delay its death: then the order is looked at again.
    private func order(_ form: Form, seals: Bool, lends: Bool = false, shutsDown: Bool = false) async throws {
      var (dead, expected) = try await deaths(form, seals: seals, lends: lends, shutsDown: shutsDown)
      for _ in 0..<20 where form.buildsAsynchronously && dead != expected {
        (dead, expected) = try await deaths(form, seals: seals, lends: lends, shutsDown: shutsDown)
      }
      #expect(dead == expected)
    }

    private func deaths(_ form: Form, seals: Bool, lends: Bool, shutsDown: Bool) async throws -> (dead: [Name], expected: [Name]) {
      let (ledger, names) = (Ledger(), Name.fresh(8))
      var provider: Provider<Part>?
      do {
        let container = Container()
        for (index, name) in names.enumerated() {
          try container.register(Plan(name, ledger, needs: index == 2 ? [names[6], names[4]] : []), as: form)
        }
        if seals { container.seal() }
        if lends { provider = container.provider(named: names[0]) }
        for (index, name) in [3, 2, 7, 0, 5, 1].map({ names[$0] }).enumerated() {
          // The caller lets go of the part before it is awaited.
          let caller = ask(container, Part.self, named: name, as: form.caller(index)) { $0.build }
          #expect(try await caller.value() == 1)
        }
        if shutsDown { try await container.shutdown(deadline: nil) }
      }
      #expect(!lends || provider != nil)
      provider = nil
      try await Timeout.until("all parts are dead") { ledger.dead.count == 8 }
      return (ledger.dead, [3, 6, 4, 2, 7, 0, 5, 1].reversed().map { names[$0] })
    }

    @Test("Case 57 S: instances of a sealed container go in reverse order of creation")
    func sealed() async throws { try await order(.threads, seals: true) }

    @Test("Case 57 S: instances of a sealed container that lent a provider go in reverse order of creation")
    func sealedAndLent() async throws { try await order(.threads, seals: true, lends: true) }

    @Test("Case 57 S: instances of a container that was shut down go in reverse order of creation", arguments: [false, true])
    func shutDown(_ seals: Bool) async throws { try await order(.threads, seals: seals, shutsDown: true) }

    @Test("Case 57 S: a long chain of instances is not released by deep recursion")
    func chainOnThread() async throws {
      try await onThread(stack: 512 << 10) { try Self.release(20_000) { try $0.resolveNow(Part.self, named: $1) } }
    }

    @Test("Case 57 A: a long chain of instances is not released by deep recursion")
    func chainInTask() async throws {
      let (ledger, container) = (Ledger(), Container())
      try await Pending.inTask { try await Self.chain(5000, container, ledger) { try await $0.resolve(Part.self, named: $1) } }.value()
      try container.resetAll()
      try await Timeout.until("all parts are dead") { ledger.alive.value == 0 }
    }

    @Test("Case 57 M: a long chain of instances is not released by deep recursion")
    func chainInBoth() async throws {
      let (ledger, container) = (Ledger(), Container())
      try await Pending.inTask { try await Self.chain(5000, container, ledger) { try await $0.resolve(Part.self, named: $1) } }.value()
      try await onThread(stack: 512 << 10) { try container.resetAll() }
      try await Timeout.until("all parts are dead") { ledger.alive.value == 0 }
    }

    /// Builds a chain of `count` parts, from its end, each of which holds the next; then lets the container go.
    private static func release(_ count: Int, _ resolve: (Container, Name) throws -> Part) throws {
      let ledger = Ledger()
      do {
        let (container, serial) = (Container(), Name.fresh("chain"))
        var last: Name?
        for number in 0..<count {
          let name = Name("\(serial.text) \(number)")
          try container.register(Plan(name, ledger, needs: last.map { [$0] } ?? []), as: .threads)
          _ = try resolve(container, name)
          last = name
        }
      }
      guard ledger.alive.value == 0, ledger.dead.count == count else { throw TimedOut(what: "all parts are dead") }
    }

    private static func chain(
      _ count: Int, _ container: Container, _ ledger: Ledger, _ resolve: @Sendable (Container, Name) async throws -> Part
    ) async throws {
      let serial = Name.fresh("chain")
      var last: Name?
      for number in 0..<count {
        let name = Name("\(serial.text) \(number)")
        try container.register(Plan(name, ledger, needs: last.map { [$0] } ?? []), as: .tasks)
        _ = try await resolve(container, name)
        last = name
      }
    }

    @Test("Case 60 S: a factory that captures its container keeps it alive, which a leak test finds")
    func capture() throws {
      weak var leaked: Container?
      weak var released: Container?
      do {
        let container = Container()
        try container.register(Part.self, named: "captures") { [container] _ in
          Part("captures", parts: [try container.resolve(named: "other")])
        }
        leaked = container
        let careful = Container()
        try careful.register(Part.self, named: "resolver") { r in Part("resolver", parts: [try r.resolve(named: "other")]) }
        released = careful
      }
      #expect(leaked != nil, "the leak test finds the capture")
      #expect(released == nil, "a factory that uses its resolver keeps nothing alive")
      try leaked?.unregister(Part.self, named: "captures")
      #expect(leaked == nil, "unregistering the factory ends the leak")
    }
  }
}
