import Holdfast
import OnceKernel
import Testing

extension Faults {
  @Suite("What waits to be disposed of when its container ends, and under load")
  struct ReplacedAtTheEndTests {
    /// Knows how many times it was disposed of.
    private final class Pool: Disposable, Sendable {
      private let disposals = Counter()
      var disposed: Int { disposals.value }
      func dispose() { disposals.add() }
    }

    /// Keeps a pool.
    private final class Store: Sendable {
      let pool: Pool
      init(_ pool: Pool) { self.pool = pool }
    }

    private let container = Container()

    private func expectDisposal(of pool: Pool) async throws {
      try await Timeout.until("the pool is disposed of") { pool.disposed > 0 }
      #expect(pool.disposed == 1)
    }

    private func keep(in container: Container, _ form: Form) async throws {
      try container.register(Store.self, as: form) {
        Store(try $0.resolve())
      } async: {
        Store(try await $0.resolve())
      }
      _ = try await ask(container, Store.self, as: form.caller(0)).value()
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
      try container?.register(Pool.self, as: form) { _ in Pool() }
      let pool = try await ask(try #require(container), Pool.self, as: form.caller(0)).value()
      if !hasScope { try await keep(in: try #require(container), form) }
      let scope = hasScope ? try container?.openScope() : nil
      try container?.reset(Pool.self)
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
        try await expectDisposal(of: pool)
        await scope?.end()
      case .released:
        container = nil
        if hasScope { #expect(pool.disposed == 0) }
        await scope?.end()
      }
      try await expectDisposal(of: pool)
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

    // MARK: Load

    //  requests                               a caller that changes something
    //  open a scope, resolve the store and
    //  the pool, and use them to its end
    //                                         resets one or both
    @Test("Case 142: under load no request uses what was disposed of, and each is disposed of once", arguments: Form.allCases)
    func load(_ form: Form) async throws {
      let (made, failures) = (Guarded<[Pool]>([]), Counter())
      let make: @Sendable () -> Pool = {
        let pool = Pool()
        made.withLock { $0.append(pool) }
        return pool
      }
      try container.register(Pool.self, as: form) { _ in make() }
      try container.register(Store.self, as: form) {
        Store(try $0.resolve())
      } async: {
        Store(try await $0.resolve())
      }
      let stop = ContinuousClock.now + .milliseconds(700)
      let callers = (0..<4).map { number in
        ask(as: form.caller(number)) { [container] in
          while ContinuousClock.now < stop {
            try container.withScope { scope in
              let (store, pool) = (try scope.resolveNow(Store.self), try scope.resolveNow(Pool.self))
              for _ in 0..<3 { if store.pool.disposed + pool.disposed > 0 { failures.add() } }
            }
          }
        } async: { [container] in
          while ContinuousClock.now < stop {
            try await container.withScope { scope async throws in
              let (store, pool) = (try await scope.resolve(Store.self), try await scope.resolve(Pool.self))
              for _ in 0..<3 {
                if store.pool.disposed + pool.disposed > 0 { failures.add() }
                await Task.yield()
              }
            }
          }
        }
      }
      var round = 0
      while ContinuousClock.now < stop {
        round += 1
        if round.isMultiple(of: 3) { try container.resetAll() } else { try container.reset(Pool.self) }
        await Task.yield()
      }
      for caller in callers { try await caller.value() }
      try container.resetAll()
      let all = made.withLock { $0 }
      try await Timeout.until("all are disposed of") { all.allSatisfy { $0.disposed > 0 } }
      #expect(try await container.shutdown(deadline: nil).isClean)
      #expect(failures.value == 0)
      #expect(all.allSatisfy { $0.disposed == 1 })
      #expect(all.count > 1)
    }
  }
}
