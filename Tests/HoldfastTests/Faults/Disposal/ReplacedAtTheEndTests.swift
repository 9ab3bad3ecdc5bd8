import Holdfast
import OnceKernel
import TestSupport
import Testing

extension Faults {
  @Suite("What waits to be disposed of when its container ends, and under load")
  struct ReplacedAtTheEndTests {
    private let container = Container()

    private func keep(in container: Container, _ form: Form) async throws {
      try container.register(PoolKeeper.self, as: form) {
        PoolKeeper(try $0.resolve())
      } async: {
        PoolKeeper(try await $0.resolve())
      }
      _ = try await ask(container, PoolKeeper.self, as: form.caller(0)).value()
    }

    // MARK: Ends

    /// How the container ends while a value waits.
    enum End: CaseIterable, Sendable {
      case shutdown, deadline, released
    }

    /// Whether a scope, and not a kept value, uses it.
    private static let endings = End.allCases.flatMap { [($0, true), ($0, false)] }

    @Test("Case 142: the container ends while a value waits for a scope or a kept value", arguments: Form.allCases, endings)
    func ends(_ form: Form, _ ending: (End, hasScope: Bool)) async throws {
      let (end, hasScope) = ending
      var container: Container? = Container()
      try container?.register(CountingPool.self, as: form) { _ in CountingPool() }
      let pool = try await ask(try #require(container), CountingPool.self, as: form.caller(0)).value()
      if !hasScope { try await keep(in: try #require(container), form) }
      let scope = hasScope ? try container?.openScope() : nil
      try container?.reset(CountingPool.self)
      #expect(pool.disposed == 0)
      switch end {
      case .shutdown:
        let ending = Pending<Bool>.inTask { [container] in try await container?.shutdown(deadline: nil).isClean ?? false }
        if hasScope { await ending.expectWaiting("the scope is open") }
        await scope?.end()
        #expect(try await ending.value())
      case .deadline:
        let report = try await container?.shutdown(deadline: .zero)
        #expect(report?.isClean == false || !hasScope || report?.openScopes == 0)
        try await pool.expectDisposal()
        await scope?.end()
      case .released:
        container = nil
        if hasScope { #expect(pool.disposed == 0) }
        await scope?.end()
      }
      try await pool.expectDisposal()
      _ = try await container?.shutdown(deadline: nil)
      #expect(pool.disposed == 1)
    }

    @Test("Case 142: what waits is disposed of before what it uses, when the container ends", arguments: Form.allCases)
    func order(_ form: Form) async throws {
      let log = DisposalLog()
      try container.register(Part.self, named: "base", scope: .singleton(dispose: { _ in log.add("base") }), as: form) { _ in Part("base") }
      try container.register(Part.self, named: "tile", scope: .singleton(dispose: { _ in log.add("tile") }), as: form) {
        Part("tile", parts: [try $0.resolve(Part.self, named: "base")])
      } async: {
        Part("tile", parts: [try await $0.resolve(Part.self, named: "base")])
      }
      _ = try await ask(container, "tile", as: form.caller(0)).value()
      let scope = try container.openScope()
      try container.reset(Part.self, named: "tile")
      try container.reset(Part.self, named: "base")
      #expect(log.entries.isEmpty)
      await scope.end()
      #expect(try await container.shutdown(deadline: nil).isClean)
      #expect(log.entries == ["tile", "base"])
    }

    @Test("Case 142: of values that are discarded together, those that nothing uses are disposed of at once", arguments: Form.allCases)
    func together(_ form: Form) async throws {
      let log = DisposalLog()
      for (name, text) in [("used", "used"), ("free", "free")] as [(Name, String)] {
        try container.register(Part.self, named: name, scope: .singleton(dispose: { _ in log.add(text) }), as: form) { _ in Part(name) }
      }
      let child = Container(parent: container)
      try child.register(Part.self, named: "keeper", as: form) {
        Part("keeper", parts: [try $0.resolve(Part.self, named: "used")])
      } async: {
        Part("keeper", parts: [try await $0.resolve(Part.self, named: "used")])
      }
      _ = try await ask(container, "free", as: form.caller(0)).value()
      _ = try await ask(child, "keeper", as: form.caller(1)).value()
      try container.resetAll()
      try await Timeout.until("what nothing uses is disposed of") { log.entries == ["free"] }
      try child.reset(Part.self, named: "keeper")
      try await Timeout.until("the other one is") { log.entries == ["free", "used"] }
    }

    // MARK: Load

    @Test("Case 142: under load no request uses what was disposed of, and each is disposed of once", .load, arguments: Form.allCases)
    func load(_ form: Form) async throws {
      let works = PoolWorks()
      try container.register(CountingPool.self, as: form) { _ in works.pool() }
      try container.register(PoolKeeper.self, as: form) {
        PoolKeeper(try $0.resolve())
      } async: {
        PoolKeeper(try await $0.resolve())
      }
      let (stop, patience) = (ContinuousClock.now + .milliseconds(700), Patience(30))
      let users = PoolUsers(of: PoolKeeper.self, \.pool, in: container, as: form)
      var round = 0
      // On a busy machine the users may have had no turn yet.
      while ContinuousClock.now < stop || works.all.count < 3 && !patience.isOver {
        round += 1
        if round.isMultiple(of: 3) { try container.resetAll() } else { try container.reset(CountingPool.self) }
        await Task.yield()
      }
      try await users.finish()
      try container.resetAll()
      let all = works.all
      try await Timeout.until("all are disposed of") { all.allSatisfy { $0.disposed > 0 } }
      #expect(try await container.shutdown(deadline: nil).isClean)
      #expect(users.wrong.value == 0)
      #expect(all.allSatisfy { $0.disposed == 1 })
      #expect(all.count > 1)
    }
  }
}
