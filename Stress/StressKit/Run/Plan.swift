/// How a run is carried out, whatever the workload.
public struct Plan: Sendable {
  public var threads: Int
  public var tasks: Int
  public var seed: UInt64
  /// How long a worker may take over one move before the run counts as stalled, in seconds.
  public var stallAfter: Double
  /// Whether the first violation ends the run.
  public var endsAtFirstViolation: Bool

  public init(threads: Int, tasks: Int, seed: UInt64, stallAfter: Double = 10, endsAtFirstViolation: Bool = false) {
    self.threads = threads
    self.tasks = tasks
    self.seed = seed
    self.stallAfter = stallAfter
    self.endsAtFirstViolation = endsAtFirstViolation
  }
}
