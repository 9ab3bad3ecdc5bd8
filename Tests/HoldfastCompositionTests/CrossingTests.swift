import Holdfast
import HoldfastComposition
import Synchronization
import Testing

@Suite("A composition whose container changes")
struct CrossingTests {
  final class Thing: Sendable {
    let maker: String
    init(_ maker: String) { self.maker = maker }
  }
  final class User: Sendable {
    let thing: Thing
    init(_ thing: Thing) { self.thing = thing }
  }
  struct Objects: Composition {
    let thing = Shared { Thing("own") }
    let user = Shared(\.thing) { User($0) }
    let draft = New(\.thing) { User($0) }
    let kept = Maker(in: .once, taking: Int.self, \.thing) { _, thing in User(thing) }
  }

  @Test("An object that was unregistered is missed by what needs it, and is there again when it is registered under its key")
  func unregister() throws {
    let app = try Composed(Objects.init)
    let (user, draft) = (app.user, app.draft)
    let first = try user()
    let key = try #require(app.thing.key)
    try app.container.unregister(Thing.self, named: key.name)
    #expect(try user() === first)
    let missing = #expect(throws: ResolutionError.self) { try draft() }
    #expect(missing?.code == .notRegistered)
    #expect("\(missing.map { "\($0)" } ?? "")".contains("thing"))
    try app.container.reset(User.self, named: "user")
    #expect(throws: ResolutionError.self) { try user() }
    try app.container.register(Thing.self, named: key.name) { _ in Thing("registered") }
    #expect(try draft().thing.maker == "registered")
    #expect(try user().thing === app.thing())
  }

  @Test("A reset of everything makes each object once more, and what is kept of a property gets the new one")
  func resetAll() throws {
    let app = try Composed(Objects.init)
    let (thing, user, kept) = (app.thing, app.user, app.kept)
    let (first, firstUser, firstKept) = (try thing(), try user(), try kept(1))
    try app.container.resetAll()
    let (second, secondUser, secondKept) = (try thing(), try user(), try kept(1))
    #expect(second !== first && secondUser !== firstUser && secondKept !== firstKept)
    #expect(secondUser.thing === second && secondKept.thing === second)
    #expect(try kept(1) === secondKept)
  }

  struct Window: Composition {
    let outer: Need<Thing>
    let user = Shared(\.outer) { User($0) }
    let twice = Decorator(\.user, \.outer) { _, thing in User(thing) }
  }

  @Test("A layer over a composition inside another: of the outer objects, of its own, and of both")
  func layers() throws {
    let app = try Composed(Objects.init)
    let window = try Composed(inside: app) { Window(outer: Need(app.thing)) }
    let plain = try window.user()
    try app.withOverrides({ override, app in override(app.thing) { Thing("outer layer") } }) {
      #expect(try window.user().thing.maker == "outer layer")
      let inBoth = try window.withOverrides({ override, window in override(window.user) { User(Thing("both")) } }) {
        try window.user().thing.maker
      }
      #expect(inBoth == "outer layer")  // the decorator's need is the layer's
      #expect(try app.user().thing.maker == "outer layer")
    }
    try window.withOverrides({ override, window in override(window.user, app.thing) { User($0) } }) {
      let user = try window.user()
      #expect(user !== plain && user.thing === plain.thing)
    }
    #expect(try window.user() === plain)
  }

  @Test("An inner composition that is shut down leaves the outer one as it was; the other way round both end")
  func ends() async throws {
    let app = try Composed(Objects.init)
    let thing = try app.thing()
    let first = try Composed(inside: app) { Window(outer: Need(app.thing)) }
    let user = try first.user()
    #expect(user.thing === thing)
    try await first.shutdown()
    #expect(try app.thing() === thing)
    let second = try Composed(inside: app) { Window(outer: Need(app.thing)) }
    try await app.shutdown()
    let error = #expect(throws: ResolutionError.self) { try second.user() }
    #expect(error?.code == .shutDown)
  }

  @Test("What is no object of a composition is left alone: what is weak, unowned, or cannot be copied")
  func otherFields() throws {
    final class Application: Composition, @unchecked Sendable {
      let count = Mutex(1)
      weak var observer: Log?
      unowned let owner: Log
      unowned(unsafe) let careless: Log
      let names = ["a", "b"]
      let closure: @Sendable () -> Void = {}
      let thing = Shared { Thing("own") }
      let log: Log? = Log()
      init(_ owner: Log) { (self.owner, careless, observer) = (owner, owner, owner) }
    }
    let log = Log()
    let app = try Composed { Application(log) }
    #expect(try app.thing().maker == "own")
    #expect(app.container.keys().compactMap { $0.name?.text } == ["thing"])
    #expect(app.root.observer === log)
  }

  @Test("A class can be a composition, a module may be optional, and a property may be one of another composition")
  func kindsOfTypes() throws {
    final class Application: Composition {
      let module = Objects()
      let optional: Objects? = Objects()
      let none: Objects? = nil
      let erased: any Composition = Objects()
      let user = Shared(\.module.thing) { User($0) }
      init() {}
    }
    let app = try Composed(Application.init)
    #expect(try app.user().thing === app.module.thing())
    let optional = try #require(app.optional)
    #expect(try optional.user().thing === optional.thing())
    let names = Set(app.container.keys().compactMap { $0.name?.text })
    #expect(names.isSuperset(of: ["user", "module.user", "optional.user", "erased.user"]))
    #expect(!names.contains { $0.hasPrefix("none") })
  }
}
