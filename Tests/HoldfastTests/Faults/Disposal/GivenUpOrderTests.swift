import Holdfast
import OnceKernel
import Testing

extension Faults {
  @Suite("What is given up is disposed of before what it uses")
  struct GivenUpOrderTests {
    private final class Base: Disposable, Sendable {
      let log: DisposalLog
      init(_ log: DisposalLog) { self.log = log }
      func dispose() { log.add("base") }
    }

    private typealias Disposer = @Sendable (_ number: Int) async throws -> Void

    /// Uses a base.
    private final class Tile: Disposable, Sendable {
      let base: Base
      let number: Int
      let end: Disposer

      init(_ base: Base, _ number: Int, _ end: @escaping Disposer) {
        (self.base, self.number, self.end) = (base, number, end)
      }

      func dispose() async throws {
        try await end(number)
        base.log.add("tile \(number)")
      }
    }

    private struct Broken: Error {}

    private let container = Container()
    private let log = DisposalLog()
    private let begun = Gate("the first disposer has begun")
    private let goOn = Gate("the first disposer goes on")

    /// What waits in the disposer of tile 1.
    private var waiting: Disposer {
      { [begun, goOn] number in
        guard number == 1 else { return }
        begun.open()
        try await goOn.pass()
      }
    }

    private func register(
      _ scope: Sharing, capacity: Int = 1, as form: Form, in container: Container? = nil, _ end: @escaping Disposer
    ) throws {
      try self.container.register(Base.self, scope: scope.lifetime(), as: form) { [log] _ in Base(log) }
      let container = container ?? self.container
      if form.buildsAsynchronously {
        try container.register(
          Tile.self, scope: scope.lifetime(capacity: capacity),
          .async(taking: Int.self) { r, number in
            Tile(try await r.resolve(Base.self), number, end)
          })
      } else {
        try container.register(
          Tile.self, scope: scope.lifetime(capacity: capacity),
          .factory(taking: Int.self) { r, number in
            Tile(try r.resolve(Base.self), number, end)
          })
      }
    }

    private func registerOne(_ scope: Sharing, as form: Form, _ end: @escaping Disposer) throws {
      try container.register(
        Tile.self, scope: scope.lifetime(), as: form, { Tile(try $0.resolve(Base.self), 1, end) },
        async: { Tile(try await $0.resolve(Base.self), 1, end) })
    }

    private func tile(_ number: Int, _ resolver: some ContainerResolver & Sendable, _ form: Form) async throws {
      try await ask(as: form.caller(number)) {
        _ = try resolver.resolveNow(Tile.self, with: number)
      } async: {
        _ = try await resolver.resolve(Tile.self, with: number)
      }.value()
    }

    private func endNow(_ scope: Scope) { scope.end() }

    /// Ends a scope while the disposer of tile 1 waits, and expects that nothing else is disposed of before it returns.
    private func expectOrder(ending scope: Scope, _ expected: [String]) async throws {
      try await begun.pass()
      let ended = Pending<Bool>.inTask { await scope.end() }
      await ended.expectWaiting("tile 1 uses the base")
      #expect(log.entries.isEmpty)
      goOn.open()
      #expect(try await ended.value())
      #expect(log.entries == expected)
    }

    @Test("Case 132: a value that another one pushed out of a scope", arguments: Form.allCases)
    func pushedOut(_ form: Form) async throws {
      try register(.scoped, as: form, waiting)
      let scope = try container.openScope()
      try await tile(1, scope, form)
      try await tile(2, scope, form)
      try await expectOrder(ending: scope, ["tile 1", "tile 2", "base"])
    }

    /// Why no caller gets a value.
    enum Failure: CaseIterable, Sendable {
      case injector, decorator
    }

    @Test("Case 132: a value of a scope that was given up", arguments: Form.allCases, Failure.allCases)
    func givenUp(_ form: Form, _ failure: Failure) async throws {
      try container.register(Base.self, scope: .scoped, as: form) { [log] _ in Base(log) }
      try registerOne(.scoped, as: form, waiting)
      switch failure {
      case .injector: try container.registerInjector(Tile.self) { _, _ in throw Broken() }
      case .decorator: try container.decorate(Tile.self) { _, _ in throw Broken() }
      }
      let scope = try container.openScope()
      _ = try await ask(as: form.caller(0)) {
        _ = try scope.resolveNow(Tile.self)
      } async: {
        _ = try await scope.resolve(Tile.self)
      }.error()
      try await expectOrder(ending: scope, ["tile 1", "base"])
    }

    @Test("Case 132 A: a value of a scope that its only caller did not wait for")
    func abandoned() async throws {
      let (making, made) = (Gate("the factory runs"), Gate("the factory goes on"))
      try container.register(Base.self, scope: .scoped, as: .tasks) { [log] _ in Base(log) }
      try container.register(
        Tile.self, scope: .scoped,
        .async { [waiting] r in
          let base = try await r.resolve(Base.self)
          making.open()
          // Not ended by the cancellation.
          await Task.detached { try? await made.pass() }.value
          return Tile(base, 1, waiting)
        })
      let scope = try container.openScope()
      let caller = Pending<Void>.inTask { _ = try await scope.resolve(Tile.self) }
      try await making.pass()
      caller.cancel()
      #expect(try await caller.error().code == .cancelled)
      made.open()
      try await expectOrder(ending: scope, ["tile 1", "base"])
    }

    /// How a value leaves its container.
    enum Cause: CaseIterable, Sendable {
      case pushedOut, reset, removed, replaced
    }

    @Test("Case 132: a value of a container, and then what it uses", arguments: Form.allCases, Cause.allCases)
    func leftContainer(_ form: Form, _ cause: Cause) async throws {
      try register(.singleton, as: form, waiting)
      try await tile(1, container, form)
      switch cause {
      case .pushedOut: try await tile(2, container, form)
      case .reset: try container.reset(Tile.self, taking: Int.self)
      case .removed: try container.unregister(Tile.self, taking: Int.self)
      case .replaced: try container.register(Tile.self, .factory(taking: Int.self) { _, _ in throw Broken() })
      }
      try await begun.pass()
      switch cause {
      case .pushedOut, .reset: try container.reset(Base.self)
      case .removed: try container.unregister(Base.self)
      case .replaced: try container.register(Base.self) { _ in throw Broken() }
      }
      // What was created after the tile is not held up.
      try container.register(Int.self, scope: .singleton(dispose: { [log] _ in log.add("later") })) { _ in 1 }
      _ = try container.resolveNow(Int.self)
      try container.reset(Int.self)
      try await Timeout.until("what was created later is disposed of") { !log.entries.isEmpty }
      await giveTime { log.entries.count > 1 }
      #expect(log.entries == ["later"])
      goOn.open()
      #expect(try await container.shutdown(deadline: .seconds(120)).isClean)
      #expect(log.entries.filter { $0 != "tile 2" } == ["later", "tile 1", "base"])
    }

    @Test("Case 132: a value of a child, and then what it uses of the parent", arguments: Form.allCases)
    func child(_ form: Form) async throws {
      let child = Container(parent: container)
      try register(.singleton, as: form, in: child, waiting)
      try await tile(1, child, form)
      try await tile(2, child, form)
      try await begun.pass()
      try container.reset(Base.self)
      await giveTime { !log.entries.isEmpty }
      #expect(log.entries.isEmpty)
      goOn.open()
      try await Timeout.until("the tile is disposed of") { !log.entries.isEmpty }
      // The child keeps a tile that uses the base.
      try child.reset(Tile.self, taking: Int.self)
      try await Timeout.until("all are disposed of") { log.entries.count == 3 }
      #expect(log.entries == ["tile 1", "tile 2", "base"])
      _ = try await child.shutdown(deadline: .seconds(120))
      #expect(try await container.shutdown(deadline: .seconds(120)).isClean)
    }

    @Test("Case 132: a value of a scope that ended without waiting", arguments: Form.allCases, [false, true])
    func innerScope(_ form: Form, outerWaits: Bool) async throws {
      let kind = ScopeKind("outer")
      try container.register(Base.self, scope: .scoped(to: kind), as: form) { [log] _ in Base(log) }
      try registerOne(.scoped, as: form, waiting)
      let outer = try container.openScope(kind)
      let inner = try outer.openScope()
      _ = try await ask(inner, Tile.self, as: form.caller(0)).value()
      endNow(inner)
      if outerWaits { return try await expectOrder(ending: outer, ["tile 1", "base"]) }
      try await begun.pass()
      endNow(outer)
      await giveTime { !log.entries.isEmpty }
      #expect(log.entries.isEmpty)
      goOn.open()
      #expect(try await container.shutdown(deadline: .seconds(120)).isClean)
      #expect(log.entries == ["tile 1", "base"])
    }

    @Test("Case 132: two values that were given up, and one uses the other", arguments: Form.allCases)
    func both(_ form: Form) async throws {
      for isScoped in [true, false] {
        let test = GivenUpOrderTests()
        try test.register(isScoped ? .scoped : .singleton, capacity: 2, as: form) { [waiting = test.waiting] in
          try await waiting($0 == 8 ? 1 : $0)
        }
        let scope = try test.container.openScope()
        if !isScoped { await scope.end() }
        let resolver: any ContainerResolver & Sendable = isScoped ? scope : test.container
        // 7 was created first, as if 8 used it, and is asked for last.
        for number in [7, 8, 7, 9] { try await test.tile(number, resolver, form) }
        try await test.begun.pass()
        try await test.tile(10, resolver, form)
        await giveTime { !test.log.entries.isEmpty }
        #expect(test.log.entries.isEmpty)
        test.goOn.open()
        try await Timeout.until("both are disposed of") { test.log.entries.count == 2 }
        #expect(test.log.entries == ["tile 8", "tile 7"])
        await scope.end()
        #expect(try await test.container.shutdown(deadline: .seconds(120)).isClean)
      }
    }

    @Test("Case 132: the end of another scope is not held up", arguments: Form.allCases)
    func otherScope(_ form: Form) async throws {
      try register(.scoped, as: form, waiting)
      let (scope, other) = (try container.openScope(), try container.openScope())
      try await tile(3, other, form)
      try await tile(1, scope, form)
      try await tile(2, scope, form)
      try await begun.pass()
      await other.end()
      #expect(log.entries == ["tile 3", "base"])
      goOn.open()
      await scope.end()
    }

    // MARK: Disposers that what waits for them depends on

    private func expectEnd(_ disposed: Set<String>) async throws {
      let shutdown = Pending.inTask { [container] in try await container.shutdown(deadline: .seconds(200)) }
      #expect(try await shutdown.value(within: promptly).isClean)
      #expect(Set(log.entries) == disposed)
    }

    @Test("Case 132: a disposer that ends the scope which gave its value up", arguments: Form.allCases)
    func endsOwnScope(_ form: Form) async throws {
      let scope = try container.openScope()
      try register(.scoped, as: form) { [waiting] number in
        try await waiting(number)
        if number == 1 { await scope.end() }
      }
      try await tile(1, scope, form)
      try await tile(2, scope, form)
      goOn.open()
      try await expectEnd(["tile 1", "tile 2", "base"])
    }

    //  tile 8's disposer            tile 7's                  the scope's end
    //  runs
    //                               waits for tile 8's
    //  ends the scope, which
    //  would wait for tile 7's
    @Test("Case 132: a disposer that ends the scope, while another one waits for it", arguments: Form.allCases)
    func endsScopeOfAnother(_ form: Form) async throws {
      let scope = try container.openScope()
      try register(.scoped, capacity: 2, as: form) { [begun, goOn] number in
        guard number == 8 else { return }
        begun.open()
        try await goOn.pass()
        await scope.end()
      }
      for number in [7, 8, 7, 9] { try await tile(number, scope, form) }
      try await begun.pass()
      try await tile(10, scope, form)
      goOn.open()
      try await expectEnd(["tile 7", "tile 8", "tile 9", "tile 10", "base"])
    }

    @Test("Case 132: disposers that end each other's scopes", arguments: Form.allCases)
    func crossed(_ form: Form) async throws {
      let (scope, other) = (try container.openScope(), try container.openScope())
      let both = [Gate("the first disposer runs"), Gate("the second disposer runs")]
      try register(.scoped, as: form) { [goOn] number in
        guard number < 2 else { return }
        try await goOn.pass()
        both[number].open()
        try await both[1 - number].pass()
        await [other, scope][number].end()
      }
      for (number, scope) in [scope, other].enumerated() {
        try await tile(number, scope, form)
        try await tile(number + 2, scope, form)
      }
      goOn.open()
      try await expectEnd(["tile 0", "tile 1", "tile 2", "tile 3", "base"])
      #expect(log.entries.count == 6)
    }

    @Test("Case 132: disposers that wait for each other's containers", arguments: Form.allCases)
    func twoContainers(_ form: Form) async throws {
      let (other, scope) = (Container(), try container.openScope())
      try other.register(
        Part.self, scope: .singleton(dispose: { _ in await scope.end() }), as: form, { _ in Part("other") }, async: { _ in Part("other") })
      _ = try await ask(other, Part.self, as: form.caller(0)).value()
      try register(.scoped, as: form) { [waiting] number in
        try await waiting(number)
        if number == 1 { _ = try await other.shutdown(deadline: .seconds(200)) }
      }
      try await tile(1, scope, form)
      try await tile(2, scope, form)
      goOn.open()
      try await expectEnd(["tile 1", "tile 2", "base"])
    }

    @Test("Case 132: a disposer that resets and removes what its value uses, and resolves", arguments: Form.allCases)
    func changes(_ form: Form) async throws {
      try register(.singleton, as: form) { [container, waiting] number in
        guard number == 1 else { return }
        try await waiting(number)
        try container.reset(Base.self)
        if form.buildsAsynchronously { _ = try await container.resolve(Base.self) } else { _ = try container.resolveNow(Base.self) }
        try container.unregister(Base.self)
      }
      try await tile(1, container, form)
      try await tile(2, container, form)
      goOn.open()
      try await Timeout.until("the disposer has returned") { log.entries.contains("tile 1") }
      try await expectEnd(["tile 1", "tile 2", "base"])
      #expect(log.entries.count == 4)
    }
  }
}
