/// How a run is carried out, whatever the workload.
package struct Plan: Sendable {
  package var threads: Int
  package var tasks: Int
  package var seed: UInt64
  /// How long a worker may take over one move before the run counts as stalled, in seconds.
  package var stallAfter: Double
  /// Whether the first violation ends the run.
  package var endsAtFirstViolation: Bool

  package init(threads: Int, tasks: Int, seed: UInt64, stallAfter: Double = 10, endsAtFirstViolation: Bool = false) {
    self.threads = threads
    self.tasks = tasks
    self.seed = seed
    self.stallAfter = stallAfter
    self.endsAtFirstViolation = endsAtFirstViolation
  }
}
