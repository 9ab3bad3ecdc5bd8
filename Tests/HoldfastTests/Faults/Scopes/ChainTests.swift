import Holdfast
import OnceKernel
import TestSupport
import Testing

extension Faults {
  @Suite("Chains of scopes")
  struct ChainTests {
    private static let rounds = Effort.scaled(160_000)

    private let container = Container()
    private let over = Gate("the last scope of a chain has ended")
    private let before = Guarded<Int?>(nil)

    /// What of the chain's links is noted.
    private func note(_ round: Int) {
      if round == Self.rounds / 5 { before.withLock { $0 = Memory.resident } }
      if round == Self.rounds { over.open() }
    }

    private func expectFlat(_ location: SourceLocation = #_sourceLocation) async throws {
      try await over.pass()
      guard let before = before.withLock({ $0 }), let after = Memory.resident, !Sanitizer.isOn else { return }
      // One that is kept takes more than half a kilobyte.
      #expect(after - before < Self.rounds * 100, "it grew by \(after - before) bytes", sourceLocation: location)
      #expect(container.openScopes < 10, sourceLocation: location)
    }

    private func openNextInTask(_ round: Int) {
      note(round)
      guard round < Self.rounds else { return }
      Task { container.withScope { _ in openNextInTask(round + 1) } }
    }

    @Test("Case 125 A: tasks each of which opens a scope inside the one that it was started in keep none that has ended")
    func tasks() async throws {
      openNextInTask(0)
      try await expectFlat()
    }

    private func openNextByHand(_ round: Int) throws {
      note(round)
      guard round < Self.rounds else { return }
      let scope = try container.openScope()
      Task { try await scope.endAfter { try openNextByHand(round + 1) } }
    }

    @Test("Case 125 A: nor do those each of which runs the last part of a scope in the one before")
    func lastParts() async throws {
      try openNextByHand(0)
      try await expectFlat()
    }

    private func endNow(_ scope: Scope) { scope.end() }

    @Test("Case 125: nor does a scope that was opened from the one before it", arguments: [Form.threads, .tasks], [1, 3])
    func opened(_ form: Form, openAtATime: Int) async throws {
      try container.register(seeded: Int.self)
      var open: [Scope] = []
      for round in 0...Self.rounds {
        note(round)
        open.append(try open.last?.openScope("link", seeds: [.value(round)]) ?? container.openScope("link", seeds: [.value(round)]))
        guard open.count > openAtATime else { continue }
        let first = open.removeFirst()
        if form.buildsAsynchronously { await first.end() } else { endNow(first) }
      }
      try await expectFlat()
      #expect(try open.last?.resolveNow(Int.self) == Self.rounds)
      for scope in open { await scope.end() }
    }

    @Test("Case 125: scopes that were opened inside each other are released one after the other", arguments: [Form.threads, .tasks])
    func released(_ form: Form) async throws {
      var open = [try container.openScope()]
      for _ in 0..<Self.rounds { open.append(try open[open.count - 1].openScope()) }
      for scope in open.reversed() {
        if form.buildsAsynchronously { await scope.end() } else { endNow(scope) }
      }
      open.removeFirst(open.count - 1)
      #expect(container.openScopes == 0)
      // The last one keeps the others, with none but its own stack for all of them.
      open.removeAll()
    }

    @Test("Case 125: what lies between it and an open scope further out counts as before", arguments: [Form.threads, .tasks])
    func skipped(_ form: Form) async throws {
      try container.register(seeded: Int.self)
      try container.register(seeded: String.self)
      try container.register(Part.self, scope: .scoped(to: "session"), as: form) { _ in Part("session") }
      try container.register(Part.self, named: "middle", scope: .scoped(to: "middle"), as: form) { _ in Part("middle") }
      let session = try container.openScope("session", seeds: [.value("outer"), .value(0)])
      let middle = try session.openScope("middle", seeds: [.value(1)])
      let inner = try middle.openScope(seeds: [.value("inner")])
      let innermost = try inner.openScope()
      let seen = (0..<2).map { _ in Guarded<Part?>(nil) }
      for step in seen.indices {
        if step == 1 {
          endNow(middle)
          endNow(inner)
        }
        let part = try await ask(innermost, Part.self, as: form.caller(0)).value()
        seen[step].withLock { $0 = part }
        #expect(try innermost.resolveNow(Int.self) == 1)
        #expect(try innermost.resolveNow(String.self) == "inner")
      }
      #expect(seen[0].withLock { $0 } === seen[1].withLock { $0 })
      #expect(try failure { try innermost.resolveNow(Part.self, named: "middle") }.code == .shutDown)
      for scope in [innermost, session] { await scope.end() }
    }
  }
}
