import Holdfast
import HoldfastDiagnostics
import OnceKernel
import Testing

extension Faults {
  @Suite("Scopes that are opened and ended by hand")
  struct ByHandTests {
    private let container = Container()
    private let journal = Chronicle()

    /// Two scoped values, the second of which needs the first; both tell when they are disposed of, and how their scope ended.
    private func register() throws {
      let journal = journal
      try container.register(
        Regressions.One.self, scope: .scoped(dispose: { _, ending in journal.note("one \(Self.name(ending))") }),
        factory: { _ in Regressions.One() })
      try container.register(
        Regressions.Two.self, scope: .scoped(dispose: { _, ending in journal.note("two \(Self.name(ending))") }),
        .async { r in
          _ = try await r.resolve(Regressions.One.self)
          return Regressions.Two()
        })
    }

    private static func name(_ ending: Ending) -> String {
      switch ending {
      case .completed: "completed"
      case .failed(let error): "failed \(error)"
      case .abandoned: "abandoned"
      case .shutDown: "shut down"
      case .reset: "reset"
      }
    }

    // MARK: Ended twice

    @Test("Case 113: of the callers that end a scope one does, and it is disposed of once", arguments: Form.allCases)
    func twice(_ form: Form) async throws {
      try register()
      for round in 1...20 {
        let (scope, start) = (try container.openScope(), Gate("the start"))
        _ = try await scope.resolve(Regressions.Two.self)
        let callers = (0..<4).map { index in
          ask(as: form.caller(index), after: start) {
            scope.end()
          } async: {
            await scope.end()
          }
        }
        start.open()
        var ended = 0
        for caller in callers where try await caller.value() { ended += 1 }
        #expect(ended == 1)
        #expect(try failure { try scope.resolveNow(Regressions.One.self) }.code == .shutDown)
        // The caller that ended it may have been a thread, which waits for no disposer.
        try await Timeout.until("the disposers of scope \(round)") { journal.all.count == 2 * round }
      }
      #expect(try await container.shutdown(deadline: nil).isClean)
      #expect(journal.all == (0..<20).flatMap { _ in ["two completed", "one completed"] })
      #expect(container.openScopes == 0)
    }

    // MARK: Ended while used

    @Test("Case 113: a scope that ends while it is used serves or refuses, and disposes of all that was made", arguments: Form.allCases)
    func used(_ form: Form) async throws {
      let (made, disposed) = (Counter(), Counter())
      try container.register(
        Part.self, scope: .scoped(dispose: { _ in disposed.add() }),
        factory: { _ in
          made.add()
          return Part("used")
        })
      for round in 0..<50 {
        let (scope, start) = (try container.openScope(), Gate("the start"))
        let callers = (0..<3).map { index in
          ask(scope, Part.self, as: form.caller(index), after: start)
        }
        start.open()
        if round.isMultiple(of: 2) { _ = try? await callers[0].value() }
        await scope.end()
        for caller in callers {
          do { _ = try await caller.value() } catch { #expect((error as? ResolutionError)?.code == .shutDown) }
        }
      }
      #expect(try await container.shutdown(deadline: nil).isClean)
      #expect(made.value == disposed.value)
    }

    // MARK: Forgotten

    @Test("Case 113: a scope that its caller forgets is ended, and reported with its place", arguments: Form.allCases)
    func forgotten(_ form: Form) async throws {
      try register()
      let told = Guarded<[String]>([])
      let observation = container.observe { event in
        if case .scopeForgotten(let scope) = event.kind { told.withLock { $0.append(scope.site.file) } }
      }
      for index in 0..<2 {
        try await ask(as: form.caller(index)) {
          let scope = try container.openScope()
          _ = try scope.resolveNow(Regressions.One.self)
        } async: {
          let scope = try container.openScope()
          _ = try await scope.resolve(Regressions.One.self)
        }.value()
      }
      #expect(try await container.shutdown(deadline: .seconds(200)).isClean)
      #expect(journal.all == ["one abandoned", "one abandoned"])
      #expect(told.withLock { $0 } == [#fileID, #fileID])
      #expect(container.openScopes == 0)
      observation.cancel()
    }

    private static func refusal(of provider: Provider<Regressions.One>) throws -> ResolutionError { try failure { try provider() } }

    @Test("Case 113 A: what a scope handed out does not keep it open")
    func references() async throws {
      try register()
      let observation = container.observe { _ in }
      let lazy = Guarded<Provider<Regressions.One>?>(nil)
      try container.register(Part.self, scope: .scoped) { r in
        let provider = r.provider(Regressions.One.self)
        lazy.withLock { $0 = provider }
        return Part("holder")
      }
      do { _ = try await container.openScope().resolve(Part.self) }
      let provider = try #require(lazy.withLock { $0 })
      #expect(try Self.refusal(of: provider).code == .shutDown)
      #expect(container.openScopes == 0)
      observation.cancel()
    }
  }
}
