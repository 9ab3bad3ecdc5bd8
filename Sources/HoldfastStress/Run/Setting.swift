/// What a workload is made from: everything about its run except the container.
public struct Setting: Sendable {
  /// The run's seed.
  public let seed: UInt64
  /// The number of workers, threads and tasks together; at least one.
  public let workers: Int
  /// Where objects, checks and violations are counted.
  package let ledger: Ledger
  /// Set when the run is to end.
  package let stop: Flag
  /// Where all workers meet between two rounds.
  package let gate: RoundGate

  package init(ledger: Ledger, seed: UInt64, workers: Int, stop: Flag = Flag()) {
    self.ledger = ledger
    self.seed = seed
    self.workers = workers
    self.stop = stop
    gate = RoundGate(parties: workers, stop: stop)
  }

  /// Checks something outside a worker: when the workload is made, or in `finish`.
  ///
  /// ```swift
  /// func finish() { setting.check(store.isEmpty, "store-empty", "\(store.count) receipts were left") }
  /// ```
  ///
  /// You may call it from any thread. The message is made only if the check fails.
  ///
  /// - Parameters:
  ///   - holds: whether the invariant holds.
  ///   - invariant: its name, which the report shows.
  ///   - message: what was seen.
  public func check(_ holds: Bool, _ invariant: Invariant, _ message: @autoclosure () -> String) {
    ledger.check(holds, invariant, message())
  }
}
