import Foundation
import Holdfast
import HoldfastDiagnostics
import OnceKernel
import TestSupport
import Testing

extension Faults {
  /// In processes of their own: the settings of long waits are the process's.
  @Suite("Long waits")
  struct LongWaitTests {
    @Test("Case 100 S: any duration is a threshold of long waits")
    func threads() async { await #expect(processExitsWith: .success) { try await Thresholds().run(.threads) } }

    @Test("Case 100 A: any duration is a threshold of long waits")
    func tasks() async { await #expect(processExitsWith: .success) { try await Thresholds().run(.tasks) } }

    @Test("Case 100 M: any duration is a threshold of long waits")
    func both() async {
      await #expect(processExitsWith: .success) { try await Thresholds().run(.mixed(first: .thread)) }
    }

    @Test("Case 110 A: a million asynchronous builds in scopes leave memory flat and nothing behind")
    func manyBuilds() async { await #expect(processExitsWith: .success) { try await ManyScopes().run() } }

    #if DEBUG
      @Test("Time cannot be let pass where other tests count it")
      func notInASharedProcess() async { await #expect(processExitsWith: .failure) { ProcessClock.pass(.seconds(1)) } }
    #endif

    @Test("A shorter threshold holds for waits that are under way, and each build is reported once")
    func shorter() async {
      await #expect(processExitsWith: .success) {
        ProcessClock.own()
        let (container, ledger, name, go) = (Container(), Ledger(), Name.fresh("a"), Gate("go"))
        let reports = Counter()
        LongWaits.report(after: .seconds(1_000)) { _ in reports.add() }
        try container.register(Plan(name, ledger).gated(go: go), as: .tasks)
        let callers = (0..<3).map { _ in ask(container, name, as: .task) }
        try await joined(3, on: name)
        LongWaits.report(after: .milliseconds(500))
        try await PassingTime.passes(.milliseconds(500)) { try await Timeout.until("the report") { reports.value > 0 } }
        // Another build is reported after it; so the timer goes on, and the first one is not told again.
        let (other, stop) = (Name.fresh("b"), Gate("stop"))
        try container.register(Plan(other, ledger).gated(go: stop), as: .tasks)
        let last = ask(container, other, as: .task)
        try await PassingTime.passes(.milliseconds(500)) { try await Timeout.until("the other report") { reports.value > 1 } }
        go.open()
        stop.open()
        for caller in callers { _ = try await caller.value() }
        _ = try await last.value()
        if reports.value != 2 { fatalError("\(reports.value) reports") }
      }
    }
  }
}

private struct Thresholds {
  /// Each threshold, and whether a wait is reported at once.
  private let thresholds: [(Duration?, Bool)] = [
    (.seconds(Int64.max), false), (.seconds(Int64.min), true), (.milliseconds(Int64.max), false), (nil, false), (.zero, true),
    (.nanoseconds(1), true), (.nanoseconds(-1), true),
    (Duration(secondsComponent: .max, attosecondsComponent: 999_999_999_999_999_999), false),
    (.seconds(3_600), false), (.milliseconds(1), true),
  ]

  func run(_ form: Form) async throws {
    for (threshold, isReported) in thresholds {
      let (container, ledger, name, go) = (Container(), Ledger(), Name.fresh("a"), Gate("go"))
      let reports = Counter()
      LongWaits.report(after: threshold) { report in
        if report.key == AnyKey(Part.self, named: name) { reports.add() }
      }
      try container.register(Plan(name, ledger).gated(go: go), as: form)
      let callers = (0..<2).map { ask(container, name, as: form.blockingCaller($0)) }
      try await joined(form.buildsAsynchronously ? 2 : 1, on: name)
      if isReported { try await Timeout.until("a report after \(String(describing: threshold))") { reports.value > 0 } }
      go.open()
      for caller in callers { _ = try await caller.value() }
      if reports.value != (isReported ? 1 : 0) { fatalError("\(reports.value) reports after \(String(describing: threshold))") }
    }
  }
}

private struct ManyScopes {
  private struct Session: Sendable {}

  func run() async throws {
    let (container, count) = (Container(), Effort.steps(1_000_000))
    try container.register(Session.self, scope: .scoped, .async { _ in Session() })
    var before: Int?
    for number in 0..<count {
      if number == count / 5 { before = Memory.resident }
      try await container.withScope { scope in _ = try await scope.resolve(Session.self) }
    }
    guard let before, let after = Memory.resident, !Sanitizer.isOn else { return }
    if after - before > 8 << 20 { fatalError("memory grew by \(after - before) bytes") }
    if !BuildInFlight.all.isEmpty { fatalError("builds are left behind") }
  }
}
