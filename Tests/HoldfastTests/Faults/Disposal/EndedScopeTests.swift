import Holdfast
import OnceKernel
import Testing

extension Faults {
  @Suite("Scopes that end while they build")
  struct EndedScopeTests {
    private let container = Container()
    private let disposed = Counter()
    private let started = Gate("the factory runs")
    private let go = Gate("the factory goes on")

    private func register(_ name: Name, _ scope: Sharing, as form: Form) throws {
      let (started, go, disposed) = (started, go, disposed)
      try container.register(Part.self, named: name, scope: scope.lifetime(dispose: { _ in disposed.add() }), as: form) { _ in
        started.open()
        try go.block()
        return Part(name)
      } async: { _ in
        started.open()
        try await go.pass()
        return Part(name)
      }
    }

    private func endNow(_ scope: Scope) { scope.end() }

    private func ask(_ scope: Scope, _ name: Name, as caller: Caller) -> Pending<Part> {
      HoldfastTests.ask(as: caller) {
        try scope.resolveNow(Part.self, named: name)
      } async: {
        try await scope.resolve(Part.self, named: name)
      }
    }

    //  the callers             the scope
    //  build and wait
    //                          ends
    //  the factory returns
    //  are told `.shutDown`
    @Test(
      "Case 131: callers of a scope that ends meanwhile are told so, and the value is disposed of", arguments: Form.allCases, [false, true])
    func told(_ form: Form, synchronously: Bool) async throws {
      let name = Name.fresh("ended")
      try register(name, .scoped, as: form)
      let scope = try container.openScope()
      let callers = (0..<3).map { ask(scope, name, as: form.blockingCaller($0)) }
      try await started.pass()
      try await joined(form.buildsAsynchronously ? 3 : 2, on: name)
      if synchronously { endNow(scope) } else { await scope.end() }
      go.open()
      for caller in callers { #expect(try await caller.error().code == .shutDown) }
      try await Timeout.until("the value is disposed of") { disposed.value == 1 }
      #expect(try await container.shutdown(deadline: nil).isClean)
      #expect(disposed.value == 1)
    }

    @Test("Case 131: so are those of a scope further out, whose kind is that of one around it", arguments: Form.allCases)
    func kinds(_ form: Form) async throws {
      let name = Name.fresh("ended")
      try register(name, .scoped(to: "session"), as: form)
      let outermost = try container.openScope("session")
      let session = try outermost.openScope("session")
      let request = try session.openScope()
      let callers = (0..<2).map { ask(request, name, as: form.blockingCaller($0)) }
      try await started.pass()
      try await joined(form.buildsAsynchronously ? 2 : 1, on: name)
      await session.end()
      go.open()
      for caller in callers { #expect(try await caller.error().code == .shutDown) }
      // The next request lives in the session around it.
      #expect(try await ask(request, name, as: form.caller(0)).value().name == name)
      await request.end()
      await outermost.end()
      #expect(try await container.shutdown(deadline: nil).isClean)
      #expect(disposed.value == 2)
    }

    @Test("Case 131: so is one whose value needs what is being built", arguments: Form.allCases)
    func needs(_ form: Form) async throws {
      let (name, disposed) = (Name.fresh("ended"), disposed)
      try register(name, .scoped, as: form)
      try container.register(Regressions.One.self, scope: .scoped(dispose: { _ in disposed.add() }), as: form) { r in
        _ = try r.resolveNow(Part.self, named: name)
        return Regressions.One()
      } async: { r in
        _ = try await r.resolve(Part.self, named: name)
        return Regressions.One()
      }
      let scope = try container.openScope()
      let caller = HoldfastTests.ask(scope, Regressions.One.self, as: form.blockingCaller(0))
      try await started.pass()
      await scope.end()
      go.open()
      let error = try await caller.error()
      #expect(error.code == .shutDown)
      #expect(error.path.first == AnyKey(Regressions.One.self))
      #expect(try await container.shutdown(deadline: nil).isClean)
      #expect(disposed.value == 1, "only what was made")
    }
  }
}
