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
    app = try Composed(AppObjects.init) { override, app in
      override(app.storage.clock) { FixedClock(hour: 6) }
    }
  }

  @Test("All that it needs is there, and known before anything is made")
  func valid() throws {
    try app.container.validate(.afterWarmUp)
    #expect(app.container.graph().nodes.allSatisfy { $0.areNeedsKnown })
  }

  @Test("The till asks the payments of the app, which it decorates, and the clock of the test")
  func buying() throws {
    #expect(try app.ordering.till().buy(500, for: "Ann") == "card 500 at 6; Ann paid 500 at 6")
    #expect(try app.storage.log().lines == ["pay 500"])
  }

  @Test("A request has its own objects")
  func request() async throws {
    let ann = User(id: 1)
    let text = try await app.withScope(Request(user: ann)) { request in
      let transaction = try await request(app.ordering.transaction)
      #expect(try transaction.audit === request(app.ordering.audit))
      #expect(transaction.audit.user == ann)
      return try request(app.ordering.reply).text
    }
    #expect(text == "to user 1 at 6")
  }

  @Test("What is shared, kept, made anew, or made of an argument")
  func kinds() async throws {
    try await app.warmUp()
    let pool = try await app.storage.pool()
    #expect(try app.banner().pool === pool)
    let files = try await app.storage.files()
    #expect(await files.root == "db://live")
    let pages = try app.storage.pages()
    app.container.reset(group: "pages")
    #expect(try app.storage.pages() !== pages)
    weak var preview: Preview?
    do { preview = try app.preview() }
    #expect(preview == nil)
    try expectCheckouts()
    let menu = try app.menu()
    #expect(try menu.cart === app.cart())
    #expect(menu.cart?.menu === menu)
    #expect(try app.tabs().titles == ["search", "mail"])
    let title = try await app.profile(3).title
    #expect(title == "user 3 at 6 in dark")
    #expect(try await app.shutdown().isClean)
  }

  private func expectCheckouts() throws {
    let (one, other) = (try app.checkout(), try app.checkout())
    #expect(one !== other && one.basket !== other.basket && one.draft !== other.draft)
  }

  @Test("It takes few lines more than with Factory: at most a tenth")
  func lines() throws {
    func count(_ files: [String]) throws -> Int {
      let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent().appendingPathComponent("../Shop")
      let text = try files.map { try String(contentsOf: folder.appendingPathComponent($0), encoding: .utf8) }.joined(separator: "\n")
      let lines = text.components(separatedBy: "\n").map { $0.trimmingCharacters(in: .whitespaces) }
      return lines.count { !$0.isEmpty && !$0.hasPrefix("//") && !$0.hasPrefix("import ") && !$0.hasPrefix("public import ") }
    }
    let own = try count(["Storage/StorageObjects.swift", "Ordering/OrderingObjects.swift", "App/AppObjects.swift"])
    let other = try count(["WithFactory.txt"])
    #expect(Double(own) <= 1.1 * Double(other), "\(own) lines, and \(other)")
  }

  @Test("Nothing is found under stress")
  func stress() async {
    // In a process of its own: the tests beside this one need the threads that it takes.
    await #expect(processExitsWith: .success) {
      let root = CompositionRoot(touching: .everything, seeds: { [.value(Request(user: User(id: 1)))] }) {
        try Composed(AppObjects.init).container
      }
      try await expectNoFindings(root, seconds: 2)
    }
  }

  @Test("A layer changes what a running shop has, for its test alone")
  func layer() throws {
    let shop = try Composed(AppObjects.init)
    try shop.withOverrides({ override, app in override(app.storage.clock) { FixedClock(hour: 20) } }) {
      let till = try shop.ordering.till()
      #expect(try till.buy(1, for: "Bob") == "card 1 at 20; Bob paid 1 at 20")
    }
    #expect(try shop.ordering.till().buy(1, for: "Bob") == "card 1 at 12; Bob paid 1 at 12")
  }
}
