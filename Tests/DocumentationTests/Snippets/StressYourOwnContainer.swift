import Dispatch
import Foundation
import Holdfast
import HoldfastStress
import HoldfastStressTesting
import Testing

/// The examples of the article "Stress your own container", as they stand there: what is wrong is found.
@Suite("Stressing your own container", .serialized)
struct StressYourOwnContainer {
  final class Rates: Sendable {}
  final class Server: Sendable { func close() throws { throw CloseError() } }
  struct CloseError: Error {}
  final class Payments: Sendable {
    let rates: Rates
    init(rates: Rates) { self.rates = rates }
  }

  enum Shared { static let rates = Rates() }

  func makeShop() throws -> Container {
    try Container { batch in
      batch.register(Rates.self) { _ in Shared.rates }  // a hidden global
      // A disposer that throws:
      batch.register(Server.self, scope: .singleton(dispose: { try $0.close() })) { _ in
        Server()
      }
      batch.register(Payments.self) { resolver in
        let done = DispatchSemaphore(value: 0)
        Task { done.signal() }
        done.wait()  // a blocking wait for a task
        return try Payments(rates: resolver.resolve())
      }
    }
  }

  func shopSurvives() async throws {
    try await expectNoFindings(seconds: 5, touching: .everything) { try makeShop() }
  }

  protocol Gateway: Sendable {}

  struct LiveGateway: Gateway {}

  struct SilentGateway: Gateway {}

  final class CrashReporter: Sendable {}

  struct Customer: Sendable {
    let name: String
  }

  final class Receipt: Sendable {
    let number: Int

    init(number: Int) { self.number = number }
  }

  func makeCheckout() throws -> Container {
    try Container { batch in
      batch.register((any Gateway).self) { _ in LiveGateway() }
      batch.register(CrashReporter.self) { _ in CrashReporter() }
      batch.register(seeded: Customer.self)
      batch.register(Receipt.self, .factory(taking: Int.self) { _, number in Receipt(number: number) })
    }
  }

  func checkoutSurvives() async throws {
    let root = CompositionRoot(
      touching: .overriding { $0.register((any Gateway).self) { _ in SilentGateway() } },
      leavingOut: [AnyKey(CrashReporter.self)],
      arguments: [.key(Receipt.self, taking: Int.self)],
      seeds: { [.value(Customer(name: "Ada"))] },
      limits: StressLimits(wait: .seconds(4), startUp: .seconds(3))
    ) {
      try makeCheckout()
    }
    try await stress(root, seconds: 5, threads: 8)
  }

  final class Purchases: Workload {
    static let name = "purchases"
    static let summary = "receipts are written while others are read"
    private let container: Container

    init(_ setting: Setting, _ container: Container) { self.container = container }

    func turn(_ worker: Worker) throws {
      let number = worker.random.below(100)
      let receipt = try container.resolveNow(Receipt.self, with: number)
      worker.check(
        receipt.number == number, "own-receipt",
        "asked for \(number), got \(receipt.number)")
    }
  }

  func purchasesHold(in root: CompositionRoot) async throws {
    try await stress(root, seconds: 5, workloads: [Purchases.self])
  }

  func runCommand() -> Never {
    StressCommand(
      CompositionRoot(touching: .everything) { try makeCheckout() },
      workloads: [Purchases.self]
    ).main()
  }

  struct Settings: Sendable {}

  final class Database: Sendable {}

  final class Schema: Sendable {}

  final class Prices: Sendable {}

  final class Search: Sendable {}

  struct Ledger: Sendable {}

  final class Checkout: Sendable {
    init(schema: Schema, prices: Prices, search: Search, ledger: Ledger) {}
  }

  func makeStore() throws -> Container {
    try Container { batch in
      batch.register(Settings.self, .async { _ in try await loaded(Settings(), in: 40) })
      batch.register(
        Database.self,
        .async { r in
          _ = try await r.resolve(Settings.self)
          return try await loaded(Database(), in: 120)
        })
      batch.register(
        Schema.self,
        .async { r in
          _ = try await r.resolve(Database.self)
          return try await loaded(Schema(), in: 60)
        })
      batch.register(
        Prices.self,
        .async { r in
          _ = try await r.resolve(Database.self)
          return try await loaded(Prices(), in: 90)
        })
      batch.register(Search.self, .async { _ in try await loaded(Search(), in: 110) })
      batch.register(
        Ledger.self,
        .async { r in
          _ = try await r.resolve(Settings.self)
          return try await loaded(Ledger(), in: 70)
        })
      batch.register(Checkout.self, .asyncWired(Checkout.init))
    }
  }

  func loaded<T: Sendable>(_ value: T, in milliseconds: Int) async throws -> T {
    try await Task.sleep(for: .milliseconds(milliseconds))
    return value
  }

  func drawStartUp(to file: URL) async throws {
    let report = try await stress(seconds: 5, touching: .everything) { try makeStore() }
    try report.startUp?.svg.write(to: file, atomically: true, encoding: .utf8)
  }

  func printContention() throws {
    let report = try measureContention(of: [.key(Payments.self), .key(Rates.self)]) {
      try makeShop()
    }
    print(report)
  }

  @Test("the three are found by name")
  func found() async {
    await #expect(processExitsWith: .success) {
      let found = Locked<[String]>([])
      try await withKnownIssue {
        try await StressYourOwnContainer().shopSurvives()
      } matching: { issue in
        found.withLock { $0 += issue.comments.map(\.rawValue) }
        return true
      }
      let all = found.withLock { $0 }
      for (kind, type) in [("failed-disposal", "Server"), ("global-object", "Rates"), ("blocked-thread", "Payments")] {
        #expect(all.contains { $0.hasPrefix("\(kind): ") && $0.contains(".\(type) (registered at ") && $0.contains("again: ") }, "\(all)")
      }
    }
  }

  @Test("the start-up is drawn, with the chain that nothing can shorten")
  func drawn() async {
    await #expect(processExitsWith: .success) {
      let file = FileManager.default.temporaryDirectory.appendingPathComponent("start-up-\(UUID().uuidString).svg")
      defer { try? FileManager.default.removeItem(at: file) }
      try await StressYourOwnContainer().drawStartUp(to: file)
      let picture = try String(contentsOf: file, encoding: .utf8)
      let critical = picture.split(separator: "\n").filter { $0.contains(#"height="16.0""#) && $0.contains("#c0392b") }
      #expect(critical.count == 4, "settings, database, prices, checkout")
    }
  }

  @Test("the others hold")
  func sound() async {
    await #expect(processExitsWith: .success) {
      let examples = StressYourOwnContainer()
      try await examples.checkoutSurvives()
      let root = CompositionRoot(touching: .everything, seeds: { [.value(Customer(name: "Ada"))] }) { try examples.makeCheckout() }
      try await examples.purchasesHold(in: root)
    }
  }

  @Test("the table names what was read")
  func measured() async throws {
    // Not on the pool, whose threads measuring needs.
    try await withCheckedThrowingContinuation { done in
      Thread.detachNewThread { done.resume(with: Result { try StressYourOwnContainer().measure() }) }
    }
  }

  private func measure() throws {
    let report = try measureContention(of: [.key(Rates.self)], threads: [1, 2], seconds: 0.01) { try makeCalmShop() }
    #expect(report.rows.map(\.name).prefix(2) == ["static let", "dictionary behind a lock"])
    #expect(report.rows.count == 4)
    #expect(report.rows.allSatisfy { $0.nanoseconds.allSatisfy { $0 > 0 } })
    #expect(report.description.contains("no scalability is fitted"))
  }

  func makeCalmShop() throws -> Container { try Container { $0.register(Rates.self) { _ in Shared.rates } } }
}
