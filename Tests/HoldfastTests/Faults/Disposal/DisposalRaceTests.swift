import Foundation
import Holdfast
import OnceKernel
import Testing

extension Faults {
  @Suite("What is given up while an end begins is disposed of before what it uses")
  struct DisposalRaceTests {
    private final class Base: Disposable, Sendable {
      private let over = Counter()
      var isOver: Bool { over.value > 0 }
      func dispose() { over.add() }
    }

    /// Uses a base.
    private final class Tile: Disposable, Sendable {
      let base: Base
      /// How many times it was disposed of, and how many times after its base.
      let disposals = Counter()
      let lateOnes = Counter()

      init(_ base: Base) { self.base = base }

      func dispose() {
        if base.isOver { lateOnes.add() }
        disposals.add()
      }
    }

    /// What a caller got, in order.
    private final class Tiles: Sendable {
      private let made = Guarded<[Tile]>([])
      var all: [Tile] { made.withLock { $0 } }
      func add(_ tile: Tile) { made.withLock { $0.append(tile) } }
    }

    /// What ends or forgets all that uses a base, and the base.
    enum End: CaseIterable, Sendable {
      case scope, scopeSynchronously, container, resetAll, unregisterAll

      var isOfScope: Bool { self == .scope || self == .scopeSynchronously }
    }

    private func endNow(_ scope: Scope) { scope.end() }

    private func register(_ sharing: Sharing, in container: Container, as form: Form) throws {
      try container.register(Base.self, scope: sharing.lifetime(), as: form) { _ in Base() }
      if form.buildsAsynchronously {
        try container.register(
          Tile.self, scope: sharing.lifetime(capacity: 1), .async(taking: Int.self) { r, _ in Tile(try await r.resolve(Base.self)) })
      } else {
        try container.register(
          Tile.self, scope: sharing.lifetime(capacity: 1), .factory(taking: Int.self) { r, _ in Tile(try r.resolve(Base.self)) })
      }
    }

    //  a caller                             the end
    //  puts tile 2 in the cache, which
    //  pushes tile 1 out
    //                                       takes what is left, and disposes of the base
    //  notes that tile 1 is disposed of
    @Test("Case 132: a value is pushed out while an end begins", arguments: Form.allCases, End.allCases)
    func pushedOut(_ form: Form, _ end: End) async throws {
      let stop = ContinuousClock.now + .seconds(20)
      var rounds = 0
      while rounds < 150, ContinuousClock.now < stop {
        rounds += 1
        let container = Container()
        try register(end.isOfScope ? .scoped : .singleton, in: container, as: form)
        let (scope, tiles, begun) = (try container.openScope(), Tiles(), Gate("some tiles were pushed out"))
        let resolver: any ContainerResolver & Sendable = end.isOfScope ? scope : container
        let caller = ask(as: form.caller(rounds)) {
          for number in 1...100_000 {
            guard let tile = try? resolver.resolveNow(Tile.self, with: number) else { return }
            tiles.add(tile)
            if number == 3 { begun.open() }
          }
        } async: {
          for number in 1...100_000 {
            guard let tile = try? await resolver.resolve(Tile.self, with: number) else { return }
            tiles.add(tile)
            if number == 3 { begun.open() }
          }
        }
        try await begun.pass()
        // What is made while all is reset has a base that may be reset before it.
        let before = tiles.all
        switch end {
        case .scope: await scope.end()
        case .scopeSynchronously: endNow(scope)
        case .container:
          await scope.end()
          _ = try await container.shutdown(deadline: nil)
        case .resetAll: for _ in 0..<3 { try container.resetAll() }
        case .unregisterAll: try container.unregisterAll()
        }
        if end == .resetAll { try container.unregisterAll() }
        try await caller.value()
        await scope.end()
        let wasEnded = end.isOfScope || end == .container
        for tile in wasEnded ? tiles.all : before { #expect(tile.lateOnes.value == 0, "round \(rounds)") }
        #expect(try await container.shutdown(deadline: nil).isClean)
        for tile in tiles.all { #expect(tile.disposals.value == 1, "round \(rounds)") }
      }
    }

    // MARK: Waiters that know before the disposal is noted

    private struct Broken: Error {}

    /// Goes on with one job before it returns to what resumed it.
    private final class Inline: TaskExecutor {
      let armed = Counter()
      private let used = Counter()
      let ended = Gate("the caller that was resumed has ended the scope")

      func enqueue(_ job: consuming ExecutorJob) {
        let (job, executor) = (UnownedJob(job), asUnownedTaskExecutor())
        Thread { job.runSynchronously(on: executor) }.start()
        if armed.value > 0, used.add() == 1 { try? ended.block() }
      }
    }

    //  builds                             waits for the build
    //  fails, and resumes the other
    //                                     is told so, and ends the scope
    //  notes that what was made is
    //  disposed of
    @Test("Case 132 M: who waited for a value that was given up ends the scope", arguments: [false, true])
    func waiter(isRetired: Bool) async throws {
      let container = Container()
      let (building, goOn, inline) = (Gate("the build runs"), Gate("the build goes on"), Inline())
      let made = Tiles()
      try container.register(Base.self, scope: .scoped) { _ in Base() }
      try container.register(
        Tile.self, scope: .scoped(capacity: 1),
        .factory(taking: Int.self) { r, number in
          let tile = Tile(try r.resolve(Base.self))
          if number > 1 { return tile }
          made.add(tile)
          building.open()
          try goOn.block()
          return tile
        })
      if !isRetired { try container.registerInjector(Tile.self) { _, _ in throw Broken() } }
      let scope = try container.openScope()
      let builder = Pending<Void>.onThread { _ = try? scope.resolveNow(Tile.self, with: 1) }
      try await building.pass()
      let waiter = Pending<Void>.inTask(on: inline) {
        _ = try? await scope.resolve(Tile.self, with: 1)
        await scope.end()
        inline.ended.open()
      }
      try await Timeout.until("the task waits") { BuildInFlight.all.contains { $0.waiters == 1 } }
      if isRetired { _ = try await onThread { try scope.resolveNow(Tile.self, with: 2) } }
      inline.armed.add()
      goOn.open()
      try await waiter.value()
      try await builder.value()
      let tile = try #require(made.all.first)
      try await Timeout.until("the tile is disposed of") { tile.disposals.value > 0 }
      #expect(tile.lateOnes.value == 0)
      #expect(try await container.shutdown(deadline: nil).isClean)
    }

    // MARK: What a disposer gets while its scope closes

    //  the disposer of tile 1               the end of its scope
    //                                       takes what is there
    //  asks for what is left
    //                                       says what is left
    @Test("Case 130: a disposer that asks its scope while that closes", arguments: [Form.threads, .tasks], [false, true])
    func asksWhileClosing(_ form: Form, isSynchronous: Bool) async throws {
      let stop = ContinuousClock.now + .seconds(20)
      var rounds = 0
      while rounds < 200, ContinuousClock.now < stop {
        rounds += 1
        let (refused, closing, begun) = (Guarded<[String]>([]), Counter(), Gate("the disposer runs"))
        let (container, opened, built) = (Container(), Opened(), Counter())
        try container.register(Part.self, scope: .scoped, as: form) { _ in Part("left", build: built.add()) }
        try container.register(
          Tile.self,
          scope: .scoped(
            capacity: 1,
            dispose: { _ in
              guard let scope = opened.scope else { return }
              begun.open()
              var left = 300
              while left > 0 {
                if closing.value > 0 { left -= 1 }
                do {
                  let part =
                    form.buildsAsynchronously ? try await scope.resolve(Part.self) : try scope.resolveNow(Part.self)
                  if part.build != 1 { refused.withLock { $0.append("built anew") } }
                } catch {
                  refused.withLock { $0.append("\(error)") }
                }
                if left > 290 { await Task.yield() }
              }
            }), .factory(taking: Int.self) { _, _ in Tile(Base()) })
        let scope = try container.openScope()
        _ = try await scope.resolve(Part.self)
        _ = try scope.resolveNow(Tile.self, with: 1)
        opened.scope = scope
        _ = try scope.resolveNow(Tile.self, with: 2)
        try await begun.pass()
        opened.scope = nil
        closing.add()
        if isSynchronous { endNow(scope) } else { await scope.end() }
        #expect(try await container.shutdown(deadline: nil).isClean)
        #expect(refused.withLock { $0.prefix(3) } == [], "round \(rounds)")
      }
    }

    @Test("Case 130 S: a disposer asks for what is left of a scope that has nothing else to dispose of", arguments: [false, true])
    func nothingElse(isSynchronous: Bool) async throws {
      let (container, opened, answer) = (Container(), Opened(), Guarded<String?>(nil))
      let (begun, goOn) = (Gate("the disposer runs"), Gate("the disposer goes on"))
      try container.register(Part.self, scope: .scoped) { _ in Part("left") }
      try container.register(
        Tile.self,
        scope: .scoped(dispose: { _ in
          begun.open()
          try await goOn.pass()
          let told: String
          do { told = try #require(opened.scope).resolveNow(Part.self).name.text } catch { told = "\(error)" }
          answer.withLock { $0 = told }
        })
      ) { _ in Tile(Base()) }
      try container.registerInjector(Tile.self) { _, _ in throw Broken() }
      let scope = try container.openScope()
      opened.scope = scope
      _ = try scope.resolveNow(Part.self)
      #expect(throws: ResolutionError.self) { try scope.resolveNow(Tile.self) }
      try await begun.pass()
      let ended = Pending<Void>.inTask { if isSynchronous { endNow(scope) } else { await scope.end() } }
      try await Timeout.until("the scope has ended") { (try? scope.resolveNow(Part.self)) == nil }
      goOn.open()
      try await ended.value()
      #expect(try await container.shutdown(deadline: nil).isClean)
      opened.scope = nil
      #expect(answer.withLock { $0 } == "left")
    }

    /// A scope that a disposer asks, until it is let go.
    private final class Opened: Sendable {
      private let kept = Guarded<Scope?>(nil)
      var scope: Scope? {
        get { kept.withLock { $0 } }
        set {
          let old = kept.withLock { kept in
            defer { kept = newValue }
            return kept
          }
          withExtendedLifetime(old) {}
        }
      }
    }
  }
}
