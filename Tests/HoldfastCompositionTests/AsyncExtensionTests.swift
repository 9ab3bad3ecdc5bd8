import Holdfast
import HoldfastComposition
import HoldfastDiagnostics
import Synchronization
import Testing

@Suite("What is made early, and what is done to asynchronous objects")
struct AsyncExtensionTests {
  @Test("An eager object is made by the eager warm-up, and no other; an override of it is eager too")
  func eager() async throws {
    struct App: Composition {
      let log: Log
      let lazy: Shared<Int>
      let eager: Shared<Int>
      let indexer: SharedAsync<Int>
      let theme: SharedOnMain<Int>
      init(log: Log) {
        self.log = log
        lazy = Shared {
          log.note("lazy")
          return 1
        }
        eager = Shared(in: .eager, dispose: { log.note("end \($0)") }) {
          log.note("eager")
          return 2
        }
        indexer = SharedAsync(in: .eager, \.eager) {
          await Task.yield()
          log.note("indexer of \($0)")
          return 3
        }
        theme = SharedOnMain(in: .eager) {
          log.note("theme")
          return 4
        }
      }
    }
    let log = Log()
    let app = try Composed({ App(log: log) })
    #expect(log.all.isEmpty)
    try app.container.validate(.afterEagerWarmUp)
    try await app.container.warmUp(.eager)
    #expect(Set(log.all) == ["eager", "indexer of 2", "theme"])
    try await app.shutdown()
    #expect(log.all.last == "end 2")

    let other = Log()
    let test = try Composed({ App(log: other) }) { override, app in
      override(app.eager) {
        other.note("override")
        return 5
      }
    }
    try await test.container.warmUp(.eager)
    #expect(Set(other.all) == ["override", "indexer of 5", "theme"])
  }

  struct Line: Sendable, Equatable { var words: [String] }

  struct Module: Composition {
    let line = SharedAsync {
      await Task.yield()
      return Line(words: ["made"])
    }
    let fresh = NewAsync { Line(words: ["fresh"]) }
    let request = Given<Request>()
    let own = ScopedAsync<Request, Line>(\.request) { Line(words: ["of \($0.user.id)"]) }
  }

  @Test("A decorator that awaits takes the place of each kind of asynchronous object, with needs of its own, and so it does of an override")
  func decorator() async throws {
    struct App: Composition {
      let module = Module()
      let word = SharedAsync {
        await Task.yield()
        return "more"
      }
      let plain = Decorator(\.module.line) { Line(words: $0.words + ["plain"]) }
      let first = Decorator(async: \.module.line, \.word) { line, word in
        await Task.yield()
        return Line(words: line.words + [word])
      }
      let second = Decorator(async: \.module.fresh, \.word) { line, word in Line(words: line.words + [word]) }
      let third = Decorator(async: \.module.own, \.word) { line, word in Line(words: line.words + [word]) }
    }
    let app = try Composed(App.init)
    #expect(try await app.module.line() == Line(words: ["made", "plain", "more"]))
    #expect(try await app.module.fresh() == Line(words: ["fresh", "more"]))
    let own = try await app.withScope(Request(user: User(id: 3))) { scope in try await scope(app.module.own) }
    #expect(own == Line(words: ["of 3", "more"]))
    #expect(app.container.problems().isEmpty, "\(app.container.problems())")
    #expect(app.container.graph().edges.contains { $0.from.name == "module.line" && $0.to.name == "word" })

    let test = try Composed(App.init) { override, app in override(app.module.line) { Line(words: ["test"]) } }
    #expect(try await test.module.line() == Line(words: ["test", "plain", "more"]))
  }

  final class Feed: Sendable {
    private let held = Mutex<[Feed]>([])
    var others: [Feed] { held.withLock { $0 } }
    func connect(to feed: Feed) { held.withLock { $0.append(feed) } }
    func end() { held.withLock { $0 = [] } }
  }

  struct Feeds: Composition {
    let one = SharedAsync { Feed() }
    let other = SharedAsync { Feed() }
    let forth = Injector(async: \.one, \.other) { one, other in
      await Task.yield()
      one.connect(to: other)
    }
    let back = Injector(async: \.other, \.one) { other, one in other.connect(to: one) }
    let third = SharedAsync(\.one) { one in one.others.count }
  }

  @Test("Injectors that await close a circle, whichever end is asked for first, and complete what others need", arguments: [0, 1, 2])
  func injector(end: Int) async throws {
    let app = try Composed(Feeds.init)
    if end == 1 { _ = try await app.other() }
    if end == 2 { #expect(try await app.third() == 1) }
    let one = try await app.one()
    let other = try await app.other()
    #expect(one.others.first === other && other.others.first === one)
    #expect(try await app.third() == 1)
    #expect(app.container.problems().isEmpty, "\(app.container.problems())")
    one.end()
  }

  @Test("A circle of an injector that awaits and a factory is refused before anything is made")
  func injectorAndFactory() throws {
    struct App: Composition {
      let one = SharedAsync { Feed() }
      let middle = SharedAsync(\.one) { $0 }
      let other = SharedAsync(\.middle) { _ in Feed() }
      let joining = Injector(async: \.one, \.other) { one, other in one.connect(to: other) }
    }
    let error = #expect(throws: CompositionError.self) { try Composed(App.init) }
    guard case .cycle(let path) = error?.problems.first?.kind else {
      Issue.record("\(String(describing: error))")
      return
    }
    #expect(Set(path.compactMap { $0.name?.text }) == ["joining", "middle", "other"])
  }

  @Test("A decorator that awaits and needs what it decorates is refused before anything is made")
  func circle() throws {
    struct App: Composition {
      let module = Module()
      let user: SharedAsync<Int> = SharedAsync(\.module.line) { $0.words.count }
      let counted = Decorator(async: \.module.line, \.user) { line, _ in line }
    }
    let error = #expect(throws: CompositionError.self) { try Composed(App.init) }
    guard case .cycle = error?.problems.first?.kind else {
      Issue.record("\(String(describing: error))")
      return
    }
  }

  @Test("What an asynchronous decorator throws is told to its caller, and the next caller tries again")
  func failing() async throws {
    struct Broken: Error {}
    struct App: Composition {
      let fails = Mutexed(true)
      let line = SharedAsync { Line(words: ["made"]) }
      let checked: Decorator
      init() {
        let fails = fails
        checked = Decorator(async: \.line) { line in
          if fails.take() { throw Broken() }
          return line
        }
      }
    }
    let app = try Composed(App.init)
    await #expect(throws: ResolutionError.self) { try await app.line() }
    #expect(try await app.line() == Line(words: ["made"]))
  }

  final class Mutexed: Sendable {
    private let flag: Mutex<Bool>
    init(_ flag: Bool) { self.flag = Mutex(flag) }
    func take() -> Bool {
      flag.withLock { flag in
        defer { flag = false }
        return flag
      }
    }
  }
}
