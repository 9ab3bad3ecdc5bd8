/// One of the threads or tasks that carry out a workload, with its own random numbers, latencies and counts.
///
/// A worker is driven by one thread, or by one task that may move between threads; either way one step follows the other. The runner reads what
/// a worker owns only after the worker's pulse says that it finished.
public final class Worker: @unchecked Sendable {  // unchecked: owned fields belong to the driving thread or task until `pulse.finish()`
  /// What drives the worker.
  package enum Kind: String, Sendable {
    /// A thread of its own, which may block.
    case thread
    /// A task on the cooperative pool, which must not.
    case task
  }

  /// Its number among the workers of the run, from 0.
  public let index: Int
  /// What drives it.
  package let kind: Kind
  /// The random choices of the worker. They depend only on the run's seed.
  public var random: SeededRandom  // Owned.
  /// How many turns the worker has begun.
  package var turn = 0  // Owned.

  package let pulse = Pulse()
  private(set) var latencies = Histogram()  // Owned.
  private var checks: UInt64 = 0  // Owned.
  private let ledger: Ledger

  package init(index: Int, kind: Kind, workload: String, seed: UInt64, ledger: Ledger) {
    self.index = index
    self.kind = kind
    self.ledger = ledger
    random = SeededRandom(seed: seed, name: workload, number: index)
  }

  /// Checks an invariant. The message is made only if the check fails.
  ///
  /// ```swift
  /// worker.check(receipt.number == number, "own-receipt", "asked for \(number), got \(receipt.number)")
  /// ```
  ///
  /// - Parameters:
  ///   - holds: whether the invariant holds.
  ///   - invariant: its name, which the report shows.
  ///   - message: what was seen.
  @inline(__always)
  public func check(_ holds: Bool, _ invariant: Invariant, _ message: @autoclosure () -> String) {
    checks &+= 1
    if !holds { ledger.record(invariant, message(), worker: index) }
  }

  /// Does one operation on a thread, timed and under the watchdog's eyes, which name it by a number.
  package func timed(_ number: Int, _ body: () -> Void) {
    let start = begin(number)
    defer { end(since: start) }
    body()
  }

  /// Does one asynchronous operation, timed and under the watchdog's eyes.
  package func timedInTask(_ number: Int, _ body: () async -> Void) async {
    let start = begin(number)
    defer { end(since: start) }
    await body()
  }

  @inline(__always)
  private func begin(_ number: Int) -> UInt64 {
    pulse.begin(.turn(number))
    return MonotonicClock.now()
  }

  @inline(__always)
  private func end(since start: UInt64) {
    took(MonotonicClock.now() &- start)
    pulse.end()
  }

  /// Records one finished operation.
  package func took(_ nanoseconds: UInt64) {
    latencies.record(nanoseconds)
  }

  /// Hands the worker's counts over and says that it is done.
  func finish() {
    ledger.addChecks(checks)
    checks = 0
    pulse.finish()
  }
}
