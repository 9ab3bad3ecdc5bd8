import Holdfast
import HoldfastDiagnostics
import TestSupport
import Testing

/// What is handed out without a build, though no hit finds it in the cell that its key leads to.
@Suite("What exists apart is handed out at once")
struct HitApartTests {
  private final class Page: Sendable {
    let number: Int

    init(_ number: Int) { self.number = number }
  }

  @Test("A type that was missing is found once it is registered, here, in a parent and in a layer")
  func missingThenRegistered() throws {
    let parent = Container()
    let child = Container(parent: parent)
    for _ in 0..<2 {
      #expect(try parent.resolveIfRegistered(Page.self) == nil)
      #expect(try child.resolveIfRegistered(Page.self) == nil)
    }
    try parent.withOverrides {
      $0.register(Page.self, instance: Page(1))
    } operation: { () throws in
      #expect(try parent.resolveIfRegistered(Page.self)?.number == 1)
      #expect(try child.resolveIfRegistered(Page.self)?.number == 1)
    }
    #expect(try parent.resolveIfRegistered(Page.self) == nil)
    try parent.register(Page.self) { _ in Page(2) }
    #expect(try parent.resolveIfRegistered(Page.self)?.number == 2)
    #expect(try child.resolveIfRegistered(Page.self)?.number == 2)
    try parent.unregister(Page.self)
    #expect(try parent.resolveIfRegistered(Page.self) == nil)
  }

  @Test("What is asked for if it is registered may be a reference, a collection or an Optional")
  func derivedTypes() throws {
    let container = Container()
    for _ in 0..<2 {
      #expect(try container.resolveIfRegistered(Lazy<Page>.self) == nil)
      #expect(try container.resolveIfRegistered([Page].self) == nil)
    }
    try container.register(Page.self) { _ in Page(1) }
    #expect(try container.resolveIfRegistered(Lazy<Page>.self)?.value().number == 1)
    #expect(try container.resolveIfRegistered(Page?.self)??.number == 1)
  }

  @Test("A cached value is the same until its group is reset, and another one in an override layer", arguments: [false, true])
  func cached(isSealed: Bool) throws {
    let group = CacheGroup("pages")
    let container = Container()
    try container.register(Page.self, scope: .cached(group)) { _ in Page(1) }
    if isSealed { container.seal() }
    let first = try container.resolve(Page.self)
    #expect(try container.resolve(Page.self) === first)
    try container.withOverrides { _ in
    } operation: { () throws in
      #expect(try container.resolve(Page.self) !== first)
    }
    #expect(try container.resolve(Page.self) === first)
    container.reset(group: group)
    let second = try container.resolve(Page.self)
    #expect(second !== first)
    #expect(try container.resolve(Page.self) === second)
  }

  @Test("A value that was asked for again is not the first to leave a full cache")
  func recentlyUsed() throws {
    let container = Container()
    try container.register(Page.self, scope: .singleton(capacity: 2), .factory(taking: Int.self) { _, number in Page(number) })
    let first = try container.resolve(Page.self, with: 1)
    let second = try container.resolve(Page.self, with: 2)
    #expect(try container.resolve(Page.self, with: 1) === first)
    _ = try container.resolve(Page.self, with: 3)
    #expect(try container.resolve(Page.self, with: 1) === first)
    #expect(try container.resolve(Page.self, with: 2) !== second)
  }

  @Test("A watched object is handed out while it lives, by a protocol too")
  func watched() throws {
    let container = Container()
    try container.register((any Hashable & Sendable & AnyObject).self, scope: .weakObject) { _ in Counted() }
    var kept: (any Hashable & Sendable & AnyObject)? = try container.resolve((any Hashable & Sendable & AnyObject).self)
    #expect(try container.resolve((any Hashable & Sendable & AnyObject).self) === kept)
    let number = (kept as? Counted)?.number
    kept = nil
    let next = try container.resolve((any Hashable & Sendable & AnyObject).self) as? Counted
    #expect(next?.number != number)
  }

  @Test("Threads that hold, release and ask for a watched object share one at any time", .load, arguments: [false, true])
  func watchedByThreads(isSealed: Bool) async throws {
    let container = Container()
    let alive = Counter()
    try container.register(Living.self, scope: .weak) { _ in Living(alive) }
    if isSealed { container.seal() }
    let mistakes = try await withThrowingTaskGroup(of: Int.self) { group in
      for _ in 0..<4 {
        group.addTask {
          var mistakes = 0
          for _ in 0..<2_000 {
            let first = try container.resolveNow(Living.self)
            if try container.resolveNow(Living.self) !== first { mistakes += 1 }
            withExtendedLifetime(first) {}
          }
          return mistakes
        }
      }
      return try await group.reduce(0, +)
    }
    #expect(mistakes == 0)
    #expect(alive.value == 0, "the container keeps none")
  }

  @Test("What a factory asks a captured container for is its need, also where it exists apart")
  func needs() throws {
    let container = Container()
    try container.register(Int.self, scope: .cached(CacheGroup("numbers"))) { _ in 7 }
    _ = try container.resolve(Int.self)
    try container.register(Page.self) { _ in Page(try container.resolve(Int.self)) }
    _ = try container.resolve(Page.self)
    #expect(container.graph().edges.contains { $0.from == AnyKey(Page.self) && $0.to == AnyKey(Int.self) })
  }
}

/// An object that no other one equals, whether or not its address is used again.
private final class Counted: Hashable, Sendable {
  let number: Int

  init() { number = Int.random(in: 0 ... .max) }

  static func == (left: Counted, right: Counted) -> Bool { left.number == right.number }
  func hash(into hasher: inout Hasher) { hasher.combine(number) }
}

/// Counts those that live.
private final class Living: Sendable {
  private let counter: Counter

  init(_ counter: Counter) {
    self.counter = counter
    counter.add(1)
  }

  deinit { counter.add(-1) }
}
