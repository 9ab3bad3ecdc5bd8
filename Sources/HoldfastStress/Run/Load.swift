/// A workload as the runner sees it: a name, and how to set one up for a run.
package struct Load: Sendable {
  package let name: String
  package let summary: String
  /// Whether a run has to have made objects, which count themselves in the ledger; if it made none, it says nothing, and is a mistake.
  package let mustBuild: Bool
  /// Makes what the workers of one run do.
  package let start: @Sendable (Setting) throws -> Performance

  package init(
    name: String, summary: String, mustBuild: Bool = false, start: @escaping @Sendable (Setting) throws -> Performance
  ) {
    self.name = name
    self.summary = summary
    self.mustBuild = mustBuild
    self.start = start
  }
}

/// What the workers of one run do.
package struct Performance: Sendable {
  /// One turn of a worker that is a thread; false ends the worker.
  package var turn: @Sendable (Worker) -> Bool
  /// One turn of a worker that is a task; false ends the worker.
  package var turnInTask: @Sendable (Worker) async -> Bool
  /// Whether the work has begun: a run goes on until then, however short its time.
  package var hasBegun: @Sendable () -> Bool = { true }
  /// Called once all workers are done and hold nothing; not after a stall.
  package var finish: @Sendable () -> Void = {}
  /// What is under load says about itself; asked when a run stalls.
  package var report: @Sendable () -> String = { "nothing" }

  package init(turn: @escaping @Sendable (Worker) -> Bool, turnInTask: @escaping @Sendable (Worker) async -> Bool) {
    self.turn = turn
    self.turnInTask = turnInTask
  }
}
