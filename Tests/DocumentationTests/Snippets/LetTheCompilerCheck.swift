// swift-format-ignore-file: NeverUseForceTry

import Holdfast
import HoldfastComposition
import HoldfastDiagnostics
import HoldfastTesting
import Synchronization
import Testing

/// The examples of the article "Let the compiler check", as they stand there.
@Suite("Let the compiler check")
struct LetTheCompilerCheck {
  struct Config: Sendable { let url = "db://live" }
  protocol Clock: Sendable { var hour: Int { get } }
  struct WallClock: Clock { let hour = 12 }
  struct FixedClock: Clock { let hour: Int }
  protocol Store: Sendable { func name(of id: Int) -> String }
  final class DiskStore: Store {
    let clock: any Clock
    init(config: Config, clock: any Clock) { self.clock = clock }
    func name(of id: Int) -> String { "user \(id) at \(clock.hour)" }
  }
  actor Pool {
    static func connect(_ config: Config) async throws -> Pool { Pool() }
    func close() {}
  }
  final class Banner: Sendable { init(pool: Pool) {} }
  protocol Payments: Sendable {}
  struct CardPayments: Payments {}
  final class Till: Sendable { init(payments: any Payments) {} }
  final class Draft {
    var text = ""
    init(store: any Store) {}
  }
  @MainActor final class ProfileModel {
    let title: String
    init(id: Int, store: any Store) { title = store.name(of: id) }
  }
  struct User: Sendable { let id: Int }
  final class Audit: Sendable {
    let user: User
    init(user: User) { self.user = user }
    func note(_ text: String) {}
  }
  protocol Logger: Sendable {}
  struct PrintLogger: Logger {}
  struct LoggedStore: Store {
    let logger: any Logger
    func name(of id: Int) -> String { "user \(id), logged" }
  }
  struct Report: Sendable { let store: any Store }

  struct Language: Sendable { let hello: String }
  struct Greeter: Sendable { let language: Language }

  struct GreeterObjects: Composition {
    let language: Shared<Language>
    let greeter = Shared(\.language) { Greeter(language: $0) }

    init(language: Language) {
      self.language = Shared { language }
    }
  }

  func makeGreeter(in language: Language) throws -> Composed<GreeterObjects> {
    try Composed({ GreeterObjects(language: language) })
  }

  @Test
  func given() throws {
    let app = try makeGreeter(in: Language(hello: "salut"))
    #expect(try app.greeter().language.hello == "salut")
  }

  struct StorageObjects: Composition {
    let config = Shared { Config() }
    let clock = Shared<any Clock> { WallClock() }
    let store = Shared<any Store>(\.config, \.clock) {
      DiskStore(config: $0, clock: $1)
    }
  }

  final class Feed: Sendable {
    static func open(on pool: Pool) async throws -> Feed { Feed() }
  }

  struct FeedObjects: Composition {
    let pool: NeedAsync<Pool>
    let feed = SharedAsync(\.pool) { pool in try await Feed.open(on: pool) }
    let banner = Shared(\.pool.warmedUp) { Banner(pool: $0) }
  }

  @Test("a module that requires what is made asynchronously")
  func asynchronousModule() async throws {
    struct Objects: Composition {
      let pool = SharedAsync { try await Pool.connect(Config()) }
      let feeds = FeedObjects(pool: NeedAsync(\Objects.pool))
    }
    let app = try Composed(Objects.init)
    #expect(throws: ResolutionError.self) { try app.feeds.banner() }
    try await app.warmUp()
    _ = app.feeds.banner.value
    _ = try await app.feeds.feed()
    try await app.container.shutdown(deadline: .seconds(10))
  }

  @Test("replaced while the program runs")
  func replaced() async throws {
    let app = try Composed(AppObjects.init)
    #expect(app.storage.store.value.name(of: 1) == "user 1 at 12")
    try await app.container.replace { batch in
      let override = app.overrides(in: batch)
      override(app.storage.clock) { FixedClock(hour: 6) }
    }
    #expect(app.storage.store.value.name(of: 1) == "user 1 at 6")
  }

  struct OrderingObjects: Composition {
    let payments: Need<any Payments>
    let till = Shared(\.payments) { Till(payments: $0) }
  }

  struct AppObjects: Composition {
    let storage = StorageObjects()
    let payments = Shared<any Payments> { CardPayments() }
    let ordering = OrderingObjects(payments: Need(\AppObjects.payments))
  }

  struct Request: ComposedScope { let user: User }

  struct ShopObjects: Composition {
    let storage = StorageObjects()
    let pool = SharedAsync(dispose: { await $0.close() }, \.storage.config) {
      try await Pool.connect($0)
    }
    let banner = Shared(\.pool.warmedUp) { Banner(pool: $0) }
    let draft = New(\.storage.store) { Draft(store: $0) }
    let profile = MakerOnMain(taking: Int.self, \.storage.store) {
      ProfileModel(id: $0, store: $1)
    }
    let request = Given<Request>()
    let audit = Scoped<Request, Audit>(\.request) { Audit(user: $0.user) }
  }

  struct WorkObjects: Composition {
    let request = Given<Request>()
    let audit = Scoped<Request, Audit>(\.request) { Audit(user: $0.user) }
    let scopes = Scopes()
    let worker = Shared(\.scopes) { Worker(scopes: $0) }
  }

  final class Worker: Sendable {
    let scopes: ComposedScopeOpener<WorkObjects>
    init(scopes: ComposedScopeOpener<WorkObjects>) { self.scopes = scopes }

    func work(for user: User) async throws {
      try await scopes.withScope(Request(user: user)) { scope, app in
        try scope(app.audit).note("done")
      }
    }
  }

  @Test("a worker opens scopes")
  func worker() async throws {
    let app = try Composed(WorkObjects.init)
    try await app.worker().work(for: User(id: 1))
  }

  struct LoggingStore: Store {
    let store: any Store
    let log: Log
    init(_ store: any Store, _ log: Log) { (self.store, self.log) = (store, log) }
    func name(of id: Int) -> String { store.name(of: id) + ", logged" }
  }
  final class Log: Sendable {}
  final class Parent: Sendable {
    private let children = Mutex<[Child]>([])
    var count: Int { children.withLock { $0.count } }
    func adopt(_ child: Child) { children.withLock { $0.append(child) } }
  }
  final class Child: Sendable { init(parent: Parent) {} }

  struct Extended: Composition {
    let storage = StorageObjects()
    let log = Shared { Log() }
    let parent = Shared { Parent() }
    let child = Shared(\.parent) { Child(parent: $0) }
    let logged = Decorator(\.storage.store, \.log) { store, log in
      LoggingStore(store, log)
    }
    let adoption = Injector(\.parent, \.child) { parent, child in
      parent.adopt(child)
    }
  }

  @Test("decorated, and closed to a circle")
  func extended() throws {
    let app = try Composed(Extended.init)
    #expect(try app.storage.store().name(of: 1) == "user 1 at 12, logged")
    _ = try app.child()
    #expect(try app.parent().count == 1)
  }

  @MainActor func profile(_ id: Int, of app: Composed<ShopObjects>) -> ProfileModel {
    // A wrong composition was refused when it was made.
    try! app.profile(id)
  }

  struct WindowObjects: Composition {
    let store: Need<any Store>
    let draft = New(\.store) { Draft(store: $0) }
  }

  @Test("a composition is asked for its objects")
  func ask() async throws {
    let app = try Composed(AppObjects.init)
    let name = try useStore(app)
    #expect(name == "user 1 at 12")
    try await app.shutdown()
  }

  private func useStore(_ app: Composed<AppObjects>) throws -> String {
    let store = try app.storage.store()
    _ = try app.ordering.till()
    return store.name(of: 1)
  }

  @MainActor func show(_ id: Int, of app: Composed<ShopObjects>) throws -> String {
    try app.profile(id).title
  }

  func serve(_ user: User, with app: Composed<ShopObjects>) async throws {
    try await app.withScope(Request(user: user)) { scope in
      try scope(app.audit).note("opened")
    }
  }

  @Test("kinds")
  func kinds() async throws {
    let app = try Composed(ShopObjects.init)
    try await app.warmUp()
    try await serve(User(id: 1), with: app)
    let title = try await show(3, of: app)
    #expect(title == "user 3 at 12")
    try app.container.validate(.afterWarmUp)
    print(app.container.graph().mermaid)
  }

  @Test("overrides")
  @MainActor func overrides() throws {
    let test = try Composed(ShopObjects.init) { override, app in
      override(app.storage.clock) { FixedClock(hour: 6) }
      override(app.profile, app.storage.store) { id, store in
        ProfileModel(id: -id, store: store)
      }
    }
    #expect(try test.storage.store().name(of: 1) == "user 1 at 6")
    #expect(try test.profile(1).title == "user -1 at 6")
  }

  static let app = try! Composed(AppObjects.init)

  @Test(
    .overrides(of: app.container) { batch in
      let override = app.overrides(in: batch)
      override(app.storage.clock) { FixedClock(hour: 6) }
    })
  func greetsInTheMorning() throws {
    let app = Self.app
    #expect(try app.storage.store().name(of: 1) == "user 1 at 6")
  }

  struct LoggedObjects: Composition {
    let logger = Registered<any Logger>()
    let store = Shared<any Store>(\.logger) { LoggedStore(logger: $0) }
  }

  @Test("beside a container")
  func beside() throws {
    let container = try Container { $0.register((any Logger).self) { _ in PrintLogger() } }
    let app = try Composed(LoggedObjects.init, in: container)
    let store = app.store
    try container.register(Report.self) { _ in try Report(store: store()) }
    #expect(try container.resolve(Report.self).store.name(of: 2) == "user 2, logged")
    let base = container
    let test = try Composed(
      LoggedObjects.init, in: Container(overriding: base) { $0.register((any Logger).self, instance: PrintLogger()) }, named: "logged")
    #expect(try test.container.resolve((any Store).self, named: "logged.store").name(of: 2) == "user 2, logged")
    #expect(app.store.key?.name == "LoggedObjects.store")
  }

  @Test("inside another")
  func inside() throws {
    let app = try Composed(AppObjects.init)
    let window = try Composed(inside: app) {
      WindowObjects(store: Need(app.storage.store))
    }
    #expect(try window.draft().text == "")
  }
}
