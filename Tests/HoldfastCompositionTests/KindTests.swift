import Foundation
import Holdfast
import HoldfastComposition
import TestSupport
import Testing

@Suite("The kinds of objects of a composition")
struct KindTests {
  /// What several threads found. Not behind a `Mutex`, which the thread sanitizer cannot see.
  private final class Found: @unchecked Sendable {  // unchecked: the field is touched under the lock only
    private let lock = NSLock()
    private var objects: [Cache] = []

    func add(_ object: Cache) { lock.withLock { objects.append(object) } }
    var all: [Cache] { lock.withLock { objects } }
  }

  @Test("What callers share is made once, of what it needs")
  func shared() throws {
    let app = try makeApp()
    let store = try #require(try app.storage.store() as? DiskStore)
    #expect(try app.storage.store() as? DiskStore === store)
    #expect(store.config.url == "db://live" && app.storage.config.value.url == "db://live")
    #expect(try app.ordering.till() === app.ordering.till())
    #expect(try app.ordering.till().buy(5) == "paid 5 at 12, receipt 5 at 12")
  }

  @Test("Threads that race for an object get the same one", .load)
  func once() throws {
    let callers = 8
    let (arrived, made) = (Tally(), Tally())
    struct Slow: Composition {
      let object: Shared<Cache>
    }
    let slow = try Composed({
      Slow(
        object: .init {
          made.add()
          // Until every thread is about to ask.
          while arrived.count < callers { sched_yield() }
          return Cache()
        })
    })
    let found = Found()
    let threads = (0..<callers).map { _ in
      Thread {
        arrived.add()
        if let object = try? slow.object() { found.add(object) }
      }
    }
    for thread in threads { thread.start() }
    while found.all.count < callers { sched_yield() }
    let first = try #require(found.all.first)
    #expect(found.all.allSatisfy { $0 === first })
    #expect(made.count == 1)
  }

  @Test("Asynchronous factories and those of the main actor make what is weak, of a graph, or kept for an argument")
  @MainActor func sharing() async throws {
    @MainActor final class Panel {
      let number: Int
      init(_ number: Int) { self.number = number }
    }
    struct Sharing: Composition {
      let pool = SharedAsync(in: .weak) { () async in Pool(url: "db") }
      let theme = SharedOnMain(in: .weak) { Panel(0) }
      let cache = NewAsync(in: .graph) {
        await Task.yield()
        return Cache()
      }
      let panel = NewOnMain(in: .graph) { Panel(1) }
      let pair = NewAsync(\.cache, \.cacheUser) { ($0, $1) }
      let cacheUser = NewAsync(\.cache) { Avatars(cache: $0) }
      let panels = NewOnMain(\.panel, \.panelUser) { [$0] + $1 }
      let panelUser = NewOnMain(\.panel) { [$0] }
      let kept = MakerAsync(in: .once, taking: Int.self, \.pool) { _, pool in
        await Task.yield()
        return Avatars(cache: Cache())
      }
      let keptOnMain = MakerOnMain(in: .cached("panels"), taking: Int.self) { Panel($0) }
    }
    let app = try Composed(Sharing.init)
    var pool: Pool? = try await app.pool()
    #expect(try await app.pool() === pool)
    pool = nil
    weak let released = try await app.pool()
    // The task that made it can hold it until it has ended, a moment later.
    for _ in 0..<6_000 where released != nil { try await Task.sleep(for: .milliseconds(10)) }
    #expect(released == nil)
    let theme = try await app.theme()
    #expect(try await app.theme() === theme)
    let (cache, user) = try await app.pair()
    #expect(user.cache === cache)
    let (panels, others) = (try await app.panels(), try await app.panels())
    #expect(panels[0] === panels[1] && panels[0] !== others[0])
    let (one, same, other) = (try await app.kept(1), try await app.kept(1), try await app.kept(2))
    #expect(one === same && one !== other)
    let panel = try await app.keptOnMain(3)
    #expect(try await app.keptOnMain(3) === panel && panel.number == 3)
    app.container.reset(group: "panels")
    #expect(try await app.keptOnMain(3) !== panel)
  }

  @Test("An asynchronous object is made once, and is then there for synchronous needs")
  func asynchronous() async throws {
    let app = try makeApp()
    let early = #expect(throws: ResolutionError.self) { try app.banner() }
    #expect(early?.code == .asyncOnly)
    async let (one, other) = (app.storage.pool(), app.storage.pool())
    let (first, second) = try await (one, other)
    #expect(first === second)
    let banner = try app.banner()
    #expect(banner.pool === first)
    let warm = try app.storage.pool.warmedUp()
    #expect(warm === first)
  }

  @Test("After warming up, synchronous objects have the asynchronous ones that they need")
  func warmUp() async throws {
    let app = try makeApp()
    try await app.warmUp()
    _ = try app.banner.resolvedNow()
  }

  @Test("Objects of the main actor, with an argument")
  @MainActor func mainActor() async throws {
    let app = try makeApp()
    let model = try syncProfile(app)
    #expect(model.title == "user 4 at 12 in dark")
    let other = try await Task.detached { try await app.accounts.profile(5).title }.value
    #expect(other == "user 5 at 12 in dark")
    let theme = try await app.accounts.theme()
    #expect(try syncTheme(app) === theme)
  }

  @MainActor private func syncProfile(_ app: Composed<AppObjects>) throws -> ProfileModel { try app.accounts.profile(4) }
  @MainActor private func syncTheme(_ app: Composed<AppObjects>) throws -> Theme { try app.accounts.theme() }

  @Test("What is made anew belongs to its caller")
  func new() throws {
    let app = try makeApp()
    let (one, other) = (try app.draft(), try app.draft())
    one.text = "one"
    #expect(one !== other && other.text == "")
    #expect(one.store.name(of: 1) == "user 1 at 12")
  }

  @Test("A weak object lives as long as it is held, a cached one until its group is reset")
  func weakAndCached() throws {
    let app = try makeApp()
    weak var released: Avatars?
    do {
      let avatars = try app.accounts.avatars()
      #expect(try app.accounts.avatars() === avatars)
      released = avatars
    }
    #expect(released == nil)
    let cache = try app.storage.cache()
    #expect(try app.storage.cache() === cache)
    app.container.reset(group: "memory")
    #expect(try app.storage.cache() !== cache)
  }

  @Test("Several objects of one type, in order")
  func several() throws {
    let app = try makeApp()
    #expect(try app.hours() == [12, 20])
    struct Joined: Composition {
      let first = Shared { 1 }
      let second = Shared { 2 }
      let one: Several<Int> = Several(\.first)
      let other: Several<Int> = Several(\.second, \.first)
      let all: Several<Int> = Several(joining: \.one, \.other)
      let sum = Shared(\.all) { $0 }
    }
    let joined = try Composed(Joined.init)
    #expect(try joined.sum() == [1, 2, 1])
  }

  @Test("An object of a graph is one for all that a call makes")
  func graph() throws {
    final class Leaf {}
    final class Branch {
      let leaf: Leaf
      init(_ leaf: Leaf) { self.leaf = leaf }
    }
    struct Trees: Composition {
      let leaf = New(in: .graph) { Leaf() }
      let left = New(\.leaf) { Branch($0) }
      let both = New(\.left, \.left, \.leaf) { ($0, $1, $2) }
    }
    let trees = try Composed(Trees.init)
    let (left, right, leaf) = try trees.both()
    #expect(left !== right && left.leaf === leaf && right.leaf === leaf)
    #expect(try trees.leaf() !== trees.leaf())
  }

  @Test("Objects of an argument: one for each call, or one for each argument")
  func makers() async throws {
    struct Pages: Composition {
      let base = Shared { 10 }
      let fresh = Maker(taking: Int.self, \.base) { argument, base in [argument + base] }
      let pair = Maker(taking: (Int, String).self, \.base) { arguments, base in "\(arguments.0) \(arguments.1) \(base)" }
      let kept = Maker(in: .once, taking: Int.self, capacity: 2, \.base) { _, _ in Cache() }
      let later = MakerAsync(taking: Int.self, \.base) { argument, base in
        await Task.yield()
        return argument * base
      }
    }
    let pages = try Composed(Pages.init)
    #expect(try pages.fresh(1) == [11])
    #expect(try pages.pair((1, "two")) == "1 two 10")
    let one = try pages.kept(1)
    #expect(try pages.kept(1) === one && pages.kept(2) !== one)
    #expect(try await pages.later(4) == 40)
  }

  @Test("A new object that an asynchronous factory makes")
  func newAsync() async throws {
    struct Jobs: Composition {
      let config = SharedAsync { Config() }
      let job = NewAsync(\.config) { [$0.url] }
      let panel = NewOnMain(\.words) { Panel($0) }
      let words = Shared { "hello" }
    }
    @MainActor final class Panel {
      let text: String
      init(_ text: String) { self.text = text }
    }
    let jobs = try Composed(Jobs.init)
    #expect(try await jobs.job() == ["db://live"])
    let text = try await jobs.panel().text
    #expect(text == "hello")
  }

  @Test("A circle is closed by a deferred need, from either end")
  func deferred() throws {
    final class Parent: Sendable {
      let child: Provider<Child>
      init(child: Provider<Child>) { self.child = child }
    }
    final class Child: Sendable {
      let parent: Parent
      init(parent: Parent) { self.parent = parent }
    }
    struct Family: Composition {
      let parent: Shared<Parent> = Shared(\.child.deferred) { Parent(child: $0) }
      let child = Shared(\.parent) { Child(parent: $0) }
    }
    let family = try Composed(Family.init)
    let parent = try family.parent()
    #expect(try parent.child().parent === parent)
    let other = try Composed(Family.init)
    let child = try other.child()
    #expect(try child.parent.child() === child)
  }
}

extension SharedObject {
  /// In an asynchronous test, where there is no other form to choose from.
  fileprivate func resolvedNow() throws -> Value { try self() }
}
