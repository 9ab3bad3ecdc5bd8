import Holdfast
import HoldfastDiagnostics
import OnceKernel
import Testing

extension Faults {
  @Suite("Disposers that await a task which waits for them")
  struct AwaitedTaskTests {
    private final class Base: Sendable {}

    private final class Tile: Sendable {
      let base: Base
      let number: Int
      init(_ base: Base, _ number: Int) { (self.base, self.number) = (base, number) }
    }

    /// What the disposer of the tile that is pushed out awaits.
    enum Awaited: CaseIterable, Sendable {
      case ownRequest, detachedEnd
    }

    //  the request                       the disposer
    //  pushes a value out
    //                                    awaits the request's task
    //  ends its scope, which waits
    //  for the disposer
    @Test("Case 132 A: a disposer awaits the task that ends its scope: the end waits for a while only, and says so")
    func awaitsItsEnd() async {
      await #expect(processExitsWith: .success) {
        ProcessClock.own()
        let reported = Guarded<[AnyKey]>([])
        LongWaits.report(after: .seconds(1_000_000)) { report in reported.withLock { $0.append(report.key) } }
        try await AwaitedTaskTests().awaits(.ownRequest, .tasks)
        try await AwaitedTaskTests().awaits(.detachedEnd, .threads)
        let keys = reported.withLock { $0 }
        if keys != Array(repeating: AnyKey(Tile.self, taking: Int.self), count: 2) { fatalError("\(keys) are reported") }
      }
    }

    private func awaits(_ awaited: Awaited, _ form: Form) async throws {
      let (container, log, known) = (Container(), DisposalLog(), Gate("the request is known"))
      let (request, opened) = (Guarded<Task<Void, any Error>?>(nil), Guarded<Scope?>(nil))
      try container.register(Base.self, scope: .scoped(dispose: { _ in log.add("base") }), as: form) { _ in Base() }
      let lifetime = Lifetime<Tile, Int>.scoped(
        capacity: 1,
        dispose: { tile in
          if tile.number == 1 {
            try await known.pass()
            switch awaited {
            case .ownRequest: _ = await request.withLock { $0 }?.result
            case .detachedEnd:
              let scope = opened.withLock { $0 }
              await Task.detached { _ = await scope?.end() }.value
            }
          }
          log.add("tile \(tile.number)")
        })
      if form.buildsAsynchronously {
        try container.register(
          Tile.self, scope: lifetime, .async(taking: Int.self) { r, number in Tile(try await r.resolve(Base.self), number) })
      } else {
        try container.register(
          Tile.self, scope: lifetime, .factory(taking: Int.self) { r, number in Tile(try r.resolve(Base.self), number) })
      }
      let task = Task {
        try await container.withScope { scope in
          opened.withLock { $0 = scope }
          for number in 1...2 {
            _ =
              form.buildsAsynchronously
              ? try await scope.resolve(Tile.self, with: number) : try scope.resolveNow(Tile.self, with: number)
          }
          if awaited == .ownRequest { return }
          // The disposer ends the scope, not this operation.
          known.open()
          try await Timeout.until("the scope has ended") { (try? scope.resolveNow(Base.self)) == nil }
        }
      }
      request.withLock { $0 = task }
      if awaited == .ownRequest { known.open() }
      try await PassingTime.passes(.seconds(10)) {
        try await Pending<Void>.inTask { try await task.value }.value()
        try await Timeout.until("all is disposed of") { log.entries.count == 3 }
      }
      if log.entries != ["tile 1", "tile 2", "base"] { fatalError("\(log.entries)") }
      let report = try await Pending.inTask { try await container.shutdown(deadline: .seconds(200)) }.value(within: promptly)
      if !report.isClean { fatalError("\(report)") }
    }
  }
}
