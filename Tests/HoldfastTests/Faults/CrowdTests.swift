import Foundation
import Holdfast
import Testing

extension Faults {
  /// In a process of its own, so that no other test's work is in the figures.
  @Suite("A crowd at one build")
  struct CrowdTests {
    @Test("Case 87 A: 40,000 joiners of one build, then all cancelled: time grows linearly, others are not held up")
    func joinersTasks() async { await #expect(processExitsWith: .success) { try await Crowd(40_000).run() } }
  }
}

/// Tasks that wait for one asynchronous build.
private struct Crowd {
  private let count: Int

  init(_ count: Int) {
    self.count = count
  }

  func run() async throws {
    let (container, ledger, name, go) = (Container(), Ledger(), Name.fresh("a"), Gate("go"))
    try container.register(Plan(name, ledger).gated(go: go), as: .tasks)
    // Holds the build when all others have left, and shows that it went on.
    let last = ask(container, name, as: .task)
    try await joined(1, on: name)
    let (clock, bystander, arrived, left) = (ContinuousClock(), Bystander(), Counter(), Counter())

    let start = clock.now
    let tasks = (0..<count).map { _ in
      Task.detached {
        arrived.add()
        do { _ = try await container.resolve(Part.self, named: name) } catch { left.add() }
      }
    }
    try await Timeout.until("all have come") { arrived.value == count }
    try await joined(count + 1, on: name)
    Breach.check(start.duration(to: clock.now), promised: .milliseconds(300), "joining")

    let cancelled = clock.now
    for task in tasks { task.cancel() }
    for task in tasks { await task.value }
    Breach.check(cancelled.duration(to: clock.now), promised: .milliseconds(300), "cancelling")
    Breach.check(try await bystander.stop(), promised: .milliseconds(1), "a cold build elsewhere")

    guard left.value == count, waiters(of: name) == 1 else { fatalError("\(left.value) of \(count) left") }
    go.open()
    _ = try await last.value()
    guard ledger.builds(name) == 1 else { fatalError("built \(ledger.builds(name)) times") }
  }
}
