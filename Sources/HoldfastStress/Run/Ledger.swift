/// What a run counts: objects built and died, invariants checked, violations seen.
///
/// Objects count themselves from any thread. Workers count their own checks without touching the ledger and hand the sum over when they are done.
package final class Ledger: Sendable {
  /// The most violations whose messages are kept; further ones are only counted.
  static let keptViolations = 20

  private let births = PaddedCounter()
  private let deaths = PaddedCounter()
  private let checks = PaddedCounter()
  private let violationCounter = PaddedCounter()
  private let kept = Locked<[Violation]>([])
  private let firstViolation: Flag?

  /// A ledger that sets `firstViolation`, if given, as soon as an invariant does not hold.
  package init(firstViolation: Flag? = nil) {
    self.firstViolation = firstViolation
  }

  package func born() -> UInt64 {
    births.increment()
  }

  package func died() {
    deaths.increment()
  }

  func addChecks(_ count: UInt64) {
    checks.add(count)
  }

  /// Counts objects of which only their number is known, and that they are not counted when they die.
  package func noteBuilds(_ count: UInt64) {
    births.add(count)
    deaths.add(count)
  }

  /// Checks an invariant outside a worker: before the run, after it, or in a factory.
  package func check(_ holds: Bool, _ invariant: Invariant, _ message: @autoclosure () -> String) {
    checks.add(1)
    if !holds { record(invariant, message()) }
  }

  /// Notes that an invariant did not hold.
  package func record(_ invariant: Invariant, _ message: String, worker: Int? = nil) {
    violationCounter.increment()
    kept.withLock { list in
      if list.count < Self.keptViolations { list.append(Violation(invariant: invariant, message: message, worker: worker)) }
    }
    firstViolation?.set()
  }

  /// Does what has no reason to fail; an error is a violation.
  package func expectSuccess(_ what: @autoclosure () -> String, _ body: () throws -> Void) {
    do { try body() } catch { record(.noSurprise, "\(what()) failed: \(error)") }
  }

  /// Waits up to a second for the last objects to die, since a thread or task that ended may release its last references a moment later.
  package func waitUntilNoneLives() -> Bool {
    Blocking.until { live == 0 }
  }

  /// How many objects were built.
  package var builds: UInt64 { births.value }
  /// How many objects are alive.
  package var live: Int { Int(births.value) - Int(deaths.value) }
  /// How many invariants were checked.
  package var checked: UInt64 { checks.value }
  /// How many invariants did not hold.
  package var violationCount: UInt64 { violationCounter.value }
  /// The first violations, with their messages.
  package var violations: [Violation] { kept.withLock { $0 } }
}
