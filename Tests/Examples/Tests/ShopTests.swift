// Uses what the app keeps to itself, which only debug builds allow.
#if DEBUG
  import Foundation
  import Holdfast
  import HoldfastComposition
  import HoldfastDiagnostics
  import HoldfastStress
  import HoldfastStressTesting
  import HoldfastTesting
  import ShopOrdering
  import ShopStorage
  import Testing

  @testable import Shop

  @Suite("A shop of three modules, composed")
  struct ShopTests {
    private let app: Composed<AppObjects>

    init() throws {
      app = try makeShop { override, app in override(app.storage.clock) { FixedClock(hour: 6) } }
    }

    @Test("All that it needs is there, and known before anything is made")
    func valid() throws {
      try app.container.validate(.afterWarmUp)
      let graph = app.container.graph()
      let composed = graph.nodes.filter { $0.key.name != nil }
      #expect(composed.count > 20 && composed.allSatisfy { $0.areNeedsKnown })
    }

    @Test("The till asks the payments of the app, which it decorates, and the clock of the test")
    func buying() throws {
      #expect(try app.ordering.till().buy(500, for: "Ann") == "card 500 at 6; Ann paid 500 at 6")
      #expect(try app.storage.log().lines == ["pay 500"])
    }

    @Test("A request has its own objects of the user and the language that it was given, and ends its transaction as it ended")
    func request() async throws {
      let ann = User(id: 1)
      let text = try await app.withScope(Request(user: ann, language: .latin)) { request in
        let transaction = try await request(app.ordering.transaction)
        #expect(try transaction.audit === request(app.ordering.audit))
        #expect(transaction.audit.user == ann)
        let title = try await request(app.ordering.summary).title
        #expect(title == "what 1 did")
        await transaction.order()
        return try request(app.ordering.reply).text
      }
      #expect(text == "latin to user 1 at 6")
      await #expect(throws: CancellationError.self) {
        try await app.withScope(Request(user: User(id: 2), language: .english)) { request in
          try await request(app.ordering.transaction).order()
          throw CancellationError()
        }
      }
      let history = try await app.storage.pool().history
      #expect(history == ["order of 1", "commit", "order of 2", "roll back"])
    }

    @Test("The queue does each order as a request of its own")
    func orders() async throws {
      try await app.ordering.orders.value.take([User(id: 4), User(id: 5)])
      let history = try await app.storage.pool().history
      #expect(history == ["order of 4", "commit", "order of 5", "commit"])
    }

    @Test("What is shared, kept, made anew, or made of an argument")
    func kinds() async throws {
      try await app.warmUp()
      let pool = try await app.storage.pool()
      #expect(try app.banner().pool === pool)
      weak var preview: Preview?
      do { preview = try app.preview() }
      #expect(preview == nil)
      try expectCheckouts()
      let (search, other) = (try await app.search(), try await app.search())
      search.terms.append("tea")
      #expect(search.source == "db://live" && other.terms.isEmpty)
      let (page, same) = (try await app.page(7), try await app.page(7))
      #expect(page.text == "db://live/7" && page === same)
      let title = try await app.profile(3).title
      #expect(title == "user 3 at 6 in dark")
      #expect(try await app.shutdown().isClean)
      let history = await pool.history
      #expect(history == ["close"])
    }

    @Test("The catalog asks for its pages when it shows them, also after they were dropped")
    func catalog() throws {
      let catalog = try app.storage.catalog()
      let pages = try catalog.pages()
      #expect(try app.storage.pages() === pages)
      app.container.reset(group: "pages")
      #expect(try catalog.pages() !== pages)
    }

    @Test("The menu and the cart refer to each other, whichever is asked for first", arguments: [false, true])
    func circle(isMenuFirst: Bool) throws {
      if isMenuFirst { _ = try app.menu() }
      let cart = try app.cart()
      #expect(try cart.menu === app.menu() && cart.menu?.cart === cart)
    }

    @Test("A checkout and its parcel share a basket, and no other checkout has it")
    func graph() throws { try expectCheckouts() }

    private func expectCheckouts() throws {
      let (one, other) = (try app.checkout(), try app.checkout())
      #expect(one !== other && one.basket === one.parcel.basket && one.basket !== other.basket)
      let (first, second) = (try app.draft(), try app.draft())
      first.text = "Dear"
      #expect(second.text == "")
    }

    @Test("The status asks the checks of both modules, and the registered metrics; the registered kiosk sells at the till")
    func registered() throws {
      #expect(try app.status().ask() == ["store knows user 0 at 6", "till is open"])
      #expect(try app.container.resolve((any Metrics).self).events == ["status"])
      #expect(try app.container.resolve(Kiosk.self).sell() == "card 1 at 6; a stranger paid 1 at 6")
    }

    @Test("A window has its own selection and the shop's store, and goes before the shop")
    func window() async throws {
      weak var closed: Selection?
      do {
        let window = try openWindow(of: app)
        let other = try openWindow(of: app)
        let selection = try await window.selection()
        await MainActor.run { selection.user = 9 }
        let (title, otherTitle) = (try await window.detail().title, try await other.detail().title)
        #expect(title == "user 9 at 6 in dark" && otherTitle == "user 1 at 6 in dark")
        closed = selection
        try await window.shutdown()
      }
      #expect(closed == nil)
      #expect(try app.storage.store().name(of: 1) == "user 1 at 6")
    }

    // MARK: What it says

    private static let own = ["Storage/StorageObjects.swift", "Ordering/OrderingObjects.swift", "App/AppObjects.swift", "App/Making.swift"]

    private static func text(_ path: String) throws -> String {
      let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
      return try String(contentsOf: folder.appendingPathComponent(path).standardized, encoding: .utf8)
    }

    /// The lines of files of the example, without blank ones, comments and imports.
    private static func lines(_ files: [String]) throws -> [String] {
      let text = try files.map { try Self.text("../Shop/" + $0) }.joined(separator: "\n")
      return text.components(separatedBy: "\n").filter { line in
        let line = line.trimmingCharacters(in: .whitespaces)
        return !line.isEmpty && !line.hasPrefix("//") && !line.hasPrefix("import ") && !line.hasPrefix("public import ")
      }
    }

    @Test("It takes few lines more than with Factory: at most a tenth, at most as long as the others of this package")
    func lines() throws {
      let (own, other) = (try Self.lines(Self.own), try Self.lines(["WithFactory.txt"]))
      #expect(Double(own.count) <= 1.1 * Double(other.count), "\(own.count) lines, and \(other.count)")
      #expect(other.allSatisfy { $0.count <= 140 })
      let article = try Self.text("../../../Sources/Holdfast/Holdfast.docc/MovingToAComposition.md")
      #expect(article.contains("\(own.count) and \(other.count)"))
    }

    @Test(
      "It has an object of each kind",
      arguments: [
        "Shared {", "Shared(in: .cached(", "Shared(in: .weak", "SharedAsync(in: .eager", "SharedAsync(\\", "@FileActor in",
        "SharedOnMain {",
        "New(\\", "New(in: .graph)", "NewAsync(", "NewOnMain(", "Maker(taking: Int.self, String.self", "MakerAsync(in: .once",
        "MakerOnMain(",
        "Given<", "Scoped<", "ScopedAsync<", "ScopedOnMain<", "ScopedNew<", "Scopes()", "dispose: { await $0.close() }",
        "dispose: { await $0.end($1.error", "Decorator(", "Injector(", "Several(\\.storage.check, \\.ordering.check)", ".deferred)",
        ".warmedUp)",
        "Need<", "NeedAsync<", "NeedOnMain<", "Registered<", "Composed(inside:", "Composed(AppObjects.init, in:",
      ])
    func kind(_ text: String) throws { #expect(try Self.lines(Self.own).contains { $0.contains(text) }) }

    // MARK: In tests

    @Test("Nothing is found under stress")
    func stress() async {
      // In a process of its own: the tests beside this one need the threads that it takes.
      await #expect(processExitsWith: .success) {
        let arguments: [ArgumentKey] = [.key(Page.self, named: "shop.page", taking: Int.self)]
        let seeds: @Sendable () -> [Seed] = { [.value(Request(user: User(id: 1), language: .english))] }
        let root = CompositionRoot(touching: .everything, arguments: arguments, seeds: seeds) { try makeShop().container }
        try await expectNoFindings(root, seconds: 2)
      }
    }

    @Test("A layer changes what a running shop has, for its test alone")
    func layer() throws {
      let shop = try makeShop()
      try shop.withOverrides({ override, app in override(app.storage.clock) { FixedClock(hour: 20) } }) {
        let till = try shop.ordering.till()
        #expect(try till.buy(1, for: "Bob") == "card 1 at 20; Bob paid 1 at 20")
      }
      #expect(try shop.ordering.till().buy(1, for: "Bob") == "card 1 at 12; Bob paid 1 at 12")
    }
  }
#endif
