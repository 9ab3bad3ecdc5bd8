import Holdfast
import HoldfastComposition
import Synchronization
import Testing

@Suite("What a composition makes early or extends, while its layer or its container ends")
struct EndingTests {
  /// Opened once, for the tasks that wait at it.
  final class Gate: Sendable {
    private let state = Mutex<(isOpen: Bool, waiting: [CheckedContinuation<Void, Never>], arrived: Int)>((false, [], 0))
    private let arrivals = AsyncStream<Void>.makeStream()

    func open() {
      let waiting = state.withLock { state in
        state.isOpen = true
        defer { state.waiting = [] }
        return state.waiting
      }
      for continuation in waiting { continuation.resume() }
    }

    func pass() async {
      arrivals.continuation.yield()
      await withCheckedContinuation { continuation in
        let isOpen = state.withLock { state in
          if !state.isOpen { state.waiting.append(continuation) }
          return state.isOpen
        }
        if isOpen { continuation.resume() }
      }
    }

    /// Returns when a task waits, or has passed.
    func reached() async { for await _ in arrivals.stream { return } }
  }

  final class Feed: Sendable {
    let maker: String
    private let notes = Mutex<[String]>([])
    init(_ maker: String) { self.maker = maker }
    func note(_ text: String) { notes.withLock { $0.append(text) } }
    var all: [String] { notes.withLock { $0 } }
  }

  /// Which of its asynchronous parts waits at the gate.
  enum Part: CaseIterable { case factory, decorator, injector }

  struct App: Composition {
    let word = Shared { "base" }
    let feed: SharedAsync<Feed>
    let decorated: Decorator
    let injected: Injector

    init(_ gate: Gate, _ part: Part, _ log: Log) {
      feed = SharedAsync(in: .eager, dispose: { log.note("end of \($0.maker) \($0.all.joined(separator: " "))") }, \.word) { word in
        if part == .factory { await gate.pass() }
        return Feed(word)
      }
      decorated = Decorator(async: \.feed, \.word) { feed, word in
        if part == .decorator { await gate.pass() }
        feed.note("decorated by \(word)")
        return feed
      }
      injected = Injector(async: \.feed, \.word) { feed, word in
        if part == .injector { await gate.pass() }
        feed.note("injected by \(word)")
      }
    }
  }

  private static func word(_ app: Composed<App>) throws -> String { try app.word() }

  private static func complete(_ word: String) -> [String] { ["decorated by \(word)", "injected by \(word)"] }

  @Test("A sealed composition makes what is eager, with what awaits to extend it, and releases it", arguments: Part.allCases)
  func sealed(part: Part) async throws {
    let (gate, log) = (Gate(), Log())
    let app = try Composed { App(gate, part, log) }
    app.container.seal()
    async let steps = app.container.warmUp(.eager)
    await gate.reached()
    gate.open()
    let made = try await steps
    #expect(made.contains { $0.key.name == "feed" })
    let feed = try await app.feed()
    #expect(feed.all == Self.complete("base"))
    let report = try await app.shutdown()
    #expect(report.isClean)
    #expect(log.all == ["end of base decorated by base injected by base"])
  }

  @Test("A shutdown during the eager warm-up waits for what is being made, and disposes of it", arguments: Part.allCases, [false, true])
  func shutdown(part: Part, isSealed: Bool) async throws {
    let (gate, log) = (Gate(), Log())
    let app = try Composed { App(gate, part, log) }
    if isSealed { app.container.seal() }
    let warming = Task { try await app.container.warmUp(.eager) }
    await gate.reached()
    let ending = Task { try await app.shutdown() }
    // Until the shutdown has begun, no other object is refused.
    while (try? Self.word(app)) != nil { await Task.yield() }
    gate.open()
    let report = try await ending.value
    #expect(report.isClean)
    _ = await warming.result
    #expect(log.all == ["end of base decorated by base injected by base"])
    let error = await #expect(throws: ResolutionError.self) { try await app.feed() }
    #expect(error?.code == .shutDown)
  }

  @Test("A layer makes an eager object of its own, which ends with it", arguments: [false, true])
  func layer(isSealed: Bool) async throws {
    let (gate, log) = (Gate(), Log())
    gate.open()
    let app = try Composed { App(gate, .factory, log) }
    if isSealed { app.container.seal() }
    try await app.withOverrides({ override, app in override(app.word) { "layer" } }) {
      try await app.container.warmUp(.eager)
      let feed = try await app.feed()
      #expect(feed.all == Self.complete("layer"))
    }
    #expect(log.all == ["end of layer decorated by layer injected by layer"])
    let feed = try await app.feed()
    #expect(feed.all == Self.complete("base"))
    try await app.shutdown()
  }

  @Test(
    "A layer that ends while an object is extended in it makes none that is half extended, and the base makes one of its own",
    arguments: Part.allCases, [false, true])
  func endingLayer(part: Part, isSealed: Bool) async throws {
    let (gate, log) = (Gate(), Log())
    let app = try Composed { App(gate, part, log) }
    if isSealed { app.container.seal() }
    let asking = Mutex<Task<Feed, any Error>?>(nil)
    try await app.withOverrides({ override, app in override(app.word) { "layer" } }) {
      let task = Task { try await app.feed() }
      asking.withLock { $0 = task }
      await gate.reached()
      Task.detached { gate.open() }
    }
    let task = try #require(asking.withLock { $0 })
    // Served or refused, it is the layer's, and never half extended.
    if let feed = try? await task.value { #expect(feed.all == Self.complete("layer")) }
    let own = try await app.feed()
    #expect(own.all == Self.complete("base"))
    try await app.shutdown()
    // What was made in the layer is disposed of once, also if its injector came too late.
    #expect(log.all.count { $0.hasPrefix("end of layer") } == 1, "\(log.all)")
    #expect(log.all.filter { $0.hasPrefix("end of base") } == ["end of base decorated by base injected by base"])
  }

  struct Window: Composition {
    let outer: NeedAsync<Feed>
    let word: Need<String>
    let user = SharedAsync(in: .eager, \.outer, \.word) { feed, word in Feed("\(word) of \(feed.maker)") }
    let watched = Decorator(async: \.user, \.outer) { user, feed in
      user.note("after \(feed.all.count)")
      return user
    }
  }

  private func inside(_ app: Composed<App>) throws -> Composed<Window> {
    try Composed(inside: app) { Window(outer: NeedAsync(app.feed), word: Need(app.word)) }
  }

  private func outer() throws -> Composed<App> {
    let gate = Gate()
    gate.open()
    return try Composed { App(gate, .factory, Log()) }
  }

  @Test("What is unregistered around a composition is missed by what that makes next, and by nothing that it has")
  func unregisterOutside() async throws {
    let app = try outer()
    let window = try inside(app)
    let user = try await window.user()
    try app.container.unregister(Feed.self, named: "feed")
    let kept = try await window.user()
    #expect(kept === user)
    try window.container.resetAll()
    let error = await #expect(throws: ResolutionError.self) { try await window.user() }
    #expect(error?.code == .notRegistered && error?.key.name == "feed")
    try app.container.register(Feed.self, named: "feed", .async { _ in Feed("registered") })
    let next = try await window.user()
    #expect(next.maker == "base of registered")
  }

  @Test("A reset of everything around a composition leaves its objects, and one inside makes them again of what is there")
  func resetAll() async throws {
    let app = try outer()
    let window = try inside(app)
    let (feed, user) = (try await app.feed(), try await window.user())
    try app.container.resetAll()
    let kept = try await window.user()
    #expect(kept === user)
    let other = try await app.feed()
    #expect(other !== feed)
    try window.container.resetAll()
    let second = try await window.user()
    #expect(second !== user && second.all == ["after 2"])
    try window.container.unregisterAll()
    await #expect(throws: ResolutionError.self) { try await window.user() }
    let last = try await app.feed()
    #expect(last === other)
  }

  @Test("A layer of the composition around is in force for one inside, also in its eager warm-up, and ends for both")
  func layerOutside() async throws {
    let app = try outer()
    let window = try inside(app)
    let plain = try await window.user()
    let layered = try await app.withOverrides({ override, app in override(app.word) { "layer" } }) {
      try await window.container.warmUp(.eager)
      let user = try await window.user()
      let feed = try await app.feed()
      #expect(feed.maker == "layer")
      return user
    }
    #expect(layered.maker == "layer of layer" && layered.all == ["after 2"])
    let again = try await window.user()
    #expect(again === plain && plain.maker == "base of base")
    let inner = try await window.withOverrides({ override, window in override(window.user) { Feed("inner") } }) {
      try await window.user()
    }
    let last = try await window.user()
    #expect(inner.all == ["after 2"] && last === plain)
  }
}
