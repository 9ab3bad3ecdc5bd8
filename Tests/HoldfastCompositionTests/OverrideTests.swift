import Holdfast
import HoldfastComposition
import HoldfastTesting
import Testing

// swift-format-ignore: NeverUseForceTry
private let app = try! makeApp()  // the sample is right

@Suite("Overrides of a composition")
struct OverrideTests {
  @Test("A fresh composition for each test, with needs of the override's own", arguments: 0..<8)
  func fresh(hour: Int) throws {
    let app = try Composed({ AppObjects() }) { override, app in
      override(app.storage.clock) { FixedClock(hour: hour) }
      override(app.storage.store, app.storage.clock) { MemoryStore(clock: $0) }
    }
    #expect(try app.ordering.till().buy(1) == "paid 1 at \(hour), receipt 1 at \(hour)")
    #expect(try app.draft().store.name(of: 2) == "memory 2 at \(hour)")
  }

  @Test("A layer that no other task sees", arguments: 0..<8)
  func layer(hour: Int) async throws {
    try await app.withOverrides({ override, app in override(app.storage.clock) { FixedClock(hour: hour) } }) {
      await Task.yield()
      let text = try await Task { try Self.buy(app) }.value
      #expect(text == "paid 1 at \(hour), receipt 1 at \(hour)")
    }
    #expect(try Self.buy(app) == "paid 1 at 12, receipt 1 at 12")
  }

  private static func buy(_ app: Composed<AppObjects>) throws -> String { try app.ordering.till().buy(1) }

  @Test(
    "The trait for tests that run in parallel",
    .overrides(of: app.container) { batch in
      let override = app.overrides(in: batch)
      override(app.storage.clock) { FixedClock(hour: 5) }
    })
  func trait() throws {
    #expect(try app.storage.clock().hour == 5)
    #expect(try app.payments().pay(1) == "paid 1 at 5")
  }

  @Test("Each kind can be overridden, in a composition that is made and in a layer")
  func eachKind() async throws {
    let own = try await EachKind.texts(Composed(EachKind.init))
    #expect(own.count == EachKind.count && own.allSatisfy { $0.hasPrefix("own") })
    let app = try Composed(EachKind.init) { override, app in EachKind.override(override, app, by: "test") }
    let texts = try await EachKind.texts(app)
    #expect(texts == own.map { $0.replacing("own", with: "test") })
    let layered = try await app.withOverrides({ override, app in EachKind.override(override, app, by: "layer") }) {
      try await EachKind.texts(app)
    }
    #expect(layered == own.map { $0.replacing("own", with: "layer") })
    let after = try await EachKind.texts(app)
    #expect(after == texts)
  }

  @Test("Overrides of several kinds are there for what needs them, with needs of their own")
  func kinds() async throws {
    let app = try Composed({ AppObjects() }) { override, app in
      override(app.storage.pool) { Pool(url: "test") }
      override(app.draft) { Draft(store: MemoryStore(clock: FixedClock(hour: 1))) }
      override(app.ordering.receipt) { cents in Receipt(cents: cents + 1, clock: FixedClock(hour: 2)) }
      override(app.accounts.profile, app.storage.clock) { id, clock in
        ProfileModel(id: id, store: MemoryStore(clock: clock), theme: Theme())
      }
      override(app.ordering.audit) { Audit(user: User(id: 9)) }
    }
    #expect(try await app.storage.pool().url == "test")
    #expect(try Self.draft(app) == "memory 1 at 1")
    #expect(try Self.buy(app) == "paid 1 at 12, receipt 2 at 2")
    let title = try await app.accounts.profile(3).title
    #expect(title == "memory 3 at 12 in dark")
    let user = try await app.withScope(Request(user: User(id: 1))) { scope in try Self.audit(app, scope).user }
    #expect(user == User(id: 9))
  }

  private static func draft(_ app: Composed<AppObjects>) throws -> String { try app.draft().store.name(of: 1) }
  private static func audit(_ app: Composed<AppObjects>, _ scope: OpenScope<Request>) throws -> Audit { try scope(app.ordering.audit) }

  @Test("An override of another composition's property is refused")
  func foreign() throws {
    let error = #expect(throws: CompositionError.self) {
      try Composed({ AppObjects() }) { override, _ in override(app.storage.clock) { FixedClock(hour: 1) } }
    }
    #expect(error?.problems.count == 1)
    #expect("\(error.map { "\($0)" } ?? "")".contains("override of storage.clock"))
  }

  @Test("An override that closes a circle is refused before anything is built")
  func circle() throws {
    let error = #expect(throws: CompositionError.self) {
      try Composed({ AppObjects() }) { override, app in
        override(app.storage.clock, app.payments) { _ in FixedClock(hour: 1) }
      }
    }
    guard case .cycle(let path) = error?.problems.first?.kind else {
      Issue.record("\(String(describing: error))")
      return
    }
    #expect(Set(path.compactMap { $0.name?.text }) == ["storage.clock", "payments"])
  }
}
