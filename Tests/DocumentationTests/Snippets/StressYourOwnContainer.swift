import Dispatch
import Holdfast
import HoldfastStress
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
      batch.register(Server.self, dispose: { try $0.close() }) { _ in Server() }  // a disposer that throws
      batch.register(Payments.self) { resolver in
        let done = DispatchSemaphore(value: 0)
        Task { done.signal() }
        done.wait()  // a blocking wait for a task
        return try Payments(rates: resolver.resolve())
      }
    }
  }

  func shopSurvives() async throws {
    try await stress(seconds: 5, touching: .everything) { try makeShop() }
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
      batch.register(Receipt.self, taking: Int.self) { _, number in Receipt(number: number) }
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
      worker.check(receipt.number == number, "own-receipt", "asked for \(number), got \(receipt.number)")
    }
  }

  func purchasesHold(in root: CompositionRoot) async throws {
    try await stress(root, seconds: 5, workloads: [Purchases.self])
  }

  func runCommand() -> Never {
    StressCommand(CompositionRoot(touching: .everything) { try makeCheckout() }, workloads: [Purchases.self]).main()
  }

  func printContention() throws {
    print(try measureContention(of: [.key(Payments.self), .key(Rates.self)]) { try makeShop() })
  }

  @Test("the three are found by name")
  func found() async {
    await #expect(processExitsWith: .success) {
      let failure = await #expect(throws: StressFailure.self) { try await StressYourOwnContainer().shopSurvives() }
      let found = Set(failure?.report.findings.map { "\($0.kind.rawValue) \($0.key?.typeName.split(separator: ".").last ?? "")" } ?? [])
      #expect(found.isSuperset(of: ["failed-disposal Server", "global-object Rates", "blocked-thread Payments"]), "\(found)")
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
  func measured() throws {
    let report = try measureContention(of: [.key(Rates.self)], threads: [1, 2], seconds: 0.01) { try makeCalmShop() }
    #expect(report.rows.map(\.name).prefix(2) == ["static let", "dictionary behind a lock"])
    #expect(report.rows.count == 4)
    #expect(report.rows.allSatisfy { $0.nanoseconds.allSatisfy { $0 > 0 } })
    #expect(report.description.contains("no scalability is fitted"))
  }

  func makeCalmShop() throws -> Container { try Container { $0.register(Rates.self) { _ in Shared.rates } } }
}
