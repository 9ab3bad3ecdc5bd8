import Foundation
import Holdfast
import Synchronization
import TestSupport
import Testing

extension Regressions {
  /// What is published just while its scope or cell is removed is never disposed of, unless removal and publication agree in one step.
  @Suite("Disposal of what comes late", .load, .serialized)
  struct LateDisposalRegressions {
    private final class Books: Sendable {
      let container = Container()
      let built = Counter()
      let disposed = Counter()

      func expectBalance() async throws {
        try await container.shutdown(deadline: nil)
        #expect(disposed.value == built.value)
      }
    }

    private final class Item: Sendable {}

    /// Resolves in whatever scope is open, until `body` returns.
    private func resolvingBeside(_ books: Books, _ body: (Open) async throws -> Void) async throws {
      let isOver = Atomic(false)
      let open = Open()
      let other = Pending.onThread {
        while !isOver.load(ordering: .relaxed) {
          if let scope = open.scope { _ = try? scope.resolveNow(Item.self) }
        }
      }
      try await body(open)
      isOver.store(true, ordering: .relaxed)
      try await other.value()
    }

    /// The scope that is open now. Under a lock that the thread sanitizer sees.
    private final class Open: @unchecked Sendable {  // unchecked: `current` is guarded by `lock`
      private let lock = NSLock()
      private var current: Scope?

      var scope: Scope? {
        get { lock.withLock { current } }
        set {
          let old = lock.withLock {
            defer { current = newValue }
            return current
          }
          withExtendedLifetime(old) {}
        }
      }
    }

    @Test("At the end of a scope", arguments: [true, false])
    func scope(isSynchronous: Bool) async throws {
      let books = Books()
      try books.container.register(Item.self, scope: .scoped(dispose: { _ in books.disposed.add() })) { _ in
        books.built.add()
        return Item()
      }
      try await resolvingBeside(books) { open in
        for round in 0..<Effort.scaled(20_000) {
          func use(_ scope: Scope) {
            open.scope = scope
            for _ in 0..<(round % 300) { _ = books.built.value }
          }
          if isSynchronous {
            func run() { books.container.withScope { (scope: Scope) -> Void in use(scope) } }
            run()
          } else {
            await books.container.withScope { scope async in use(scope) }
          }
        }
      }
      try await books.expectBalance()
    }

    @Test("When it is reset while its container is shut down", arguments: [Sharing.singleton, .cached("reset")])
    func reset(_ scope: Sharing) async throws {
      for round in 0..<Effort.scaled(1_000) {
        let books = Books()
        for number in 0..<64 {
          let name = Name("\(number)")
          try books.container.register(Item.self, named: name, scope: scope.lifetime(dispose: { _ in books.disposed.add() })) { _ in
            Item()
          }
          _ = try books.container.resolveNow(Item.self, named: Name("\(number)"))
        }
        let begun = Counter()
        let other = Pending.onThread {
          begun.add()
          if scope == .singleton { try? books.container.resetAll() } else { books.container.reset(group: "reset") }
        }
        while begun.value == 0 { await Task.yield() }
        for _ in 0..<(round % 50) * 20 { _ = books.built.value }
        let report = try await books.container.shutdown(deadline: nil)
        #expect(report.isClean)
        #expect(books.disposed.value == 64, "the report says that all is over")
        try await other.value()
      }
    }

    @Test("What a synchronous layer gave up goes before what it was made with")
    func layerGaveUp() async throws {
      let journal = Chronicle()
      let container = Container()
      try container.register(One.self, scope: .singleton(dispose: { _ in journal.note("one") })) { _ in One() }
      try container.register(
        Two.self,
        scope: .singleton(dispose: { _ in
          journal.note("two begins")
          // Whatever begins beside it has the time to.
          for _ in 0..<5_000 where journal.count(of: "one") == 0 { await Task.yield() }
          journal.note("two ends")
        }),
        factory: { r in
          _ = try r.resolve(One.self)
          return Two()
        })
      try container.decorate(Two.self) { _, _ in throw Boom() }
      func run() {
        _ = container.withOverrides({ _ in }) { #expect(throws: ResolutionError.self) { try container.resolve(Two.self) } }
      }
      run()
      #expect(try await container.shutdown(deadline: nil).isClean)
      #expect(journal.all == ["two begins", "two ends", "one"])
    }

    @Test("At the end of a synchronous layer")
    func layer() async throws {
      let books = Books()
      try books.container.register(Item.self, scope: .singleton(dispose: { _ in books.disposed.add() })) { _ in
        books.built.add()
        return Item()
      }
      for round in 0..<Effort.scaled(5_000) {
        func run() -> Task<Void, Never> {
          books.container.withOverrides({ _ in }) { () -> Task<Void, Never> in
            let task = Task { _ = try? await books.container.resolve(Item.self) }
            for _ in 0..<(round * 7 % 4_000) { _ = books.built.value }
            return task
          }
        }
        await run().value
      }
      try await books.expectBalance()
    }

    @Test("In a synchronous layer, of a scope that was opened outside it")
    func outerScope() async throws {
      let books = Books()
      try books.container.register(Item.self, scope: .scoped(dispose: { _ in books.disposed.add() })) { _ in
        books.built.add()
        return Item()
      }
      try await books.container.withScope { (scope: Scope) async throws -> Void in
        func run() throws { try books.container.withOverrides({ _ in }) { _ = try scope.resolveNow(Item.self) } }
        try run()
      }
      try await books.expectBalance()
    }

    @Test("Of a cached or argument registration that is replaced", arguments: [true, false])
    func replaced(takesArguments: Bool) async throws {
      let books = Books()
      let isOver = Atomic(false)
      let container = books.container
      @Sendable func resolve() {
        for number in 0..<4 {
          if takesArguments { _ = try? container.resolve(Item.self, with: number) } else { _ = try? container.resolveNow(Item.self) }
        }
      }
      let others = (0..<2).map { _ in Pending.onThread { while !isOver.load(ordering: .relaxed) { resolve() } } }
      for _ in 0..<Effort.scaled(20_000) {
        if takesArguments {
          try container.register(
            Item.self, scope: .singleton(dispose: { _ in books.disposed.add() }),
            .factory(taking: Int.self) { _, _ in
              books.built.add()
              return Item()
            })
        } else {
          try container.register(Item.self, scope: .cached("late", dispose: { _ in books.disposed.add() })) { _ in
            books.built.add()
            return Item()
          }
        }
      }
      isOver.store(true, ordering: .relaxed)
      for other in others { try await other.value() }
      try await books.expectBalance()
    }

    @Test("A weak object made on the main actor reaches its caller, and is not made again until then")
    func weakOnMainActor() async throws {
      let books = Books()
      try books.container.register(Item.self, scope: .weak) { _ in
        books.built.add()
        return Item()
      }
      try books.container.registerInjector(Item.self, mainActor: { _, _ in })
      for _ in 0..<Effort.scaled(200) {
        let before = books.built.value
        _ = try await books.container.resolve(Item.self)
        #expect(books.built.value <= before + 1)
      }
    }
  }
}
