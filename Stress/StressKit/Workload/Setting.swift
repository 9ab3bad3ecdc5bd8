/// What a workload is made from: everything about its run except the container.
public struct Setting: Sendable {
  /// Where objects, checks and violations are counted.
  public let ledger: Ledger
  /// The run's seed.
  public let seed: UInt64
  /// How many workers there will be, threads and tasks together; at least one.
  public let workers: Int

  public init(ledger: Ledger, seed: UInt64, workers: Int) {
    self.ledger = ledger
    self.seed = seed
    self.workers = workers
  }
}
