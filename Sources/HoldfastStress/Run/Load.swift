/// A workload as the runner sees it: a name, and how to set one up for a run.
package struct Load: Sendable {
  package let name: String
  package let summary: String
  /// Whether the objects that the load builds count themselves in the ledger, so that a run that did nothing or built none is a mistake.
  package let countsObjects: Bool
  /// Makes what the workers of one run do.
  package let start: @Sendable (Setting) throws -> Performance

  package init(
    name: String, summary: String, countsObjects: Bool = false, start: @escaping @Sendable (Setting) throws -> Performance
  ) {
    self.name = name
    self.summary = summary
    self.countsObjects = countsObjects
    self.start = start
  }
}

/// What the workers of one run do.
package struct Performance: Sendable {
  /// One turn of a worker that is a thread; false ends the worker.
  package var turn: @Sendable (Worker) -> Bool
  /// One turn of a worker that is a task; false ends the worker.
  package var turnInTask: @Sendable (Worker) async -> Bool
  /// Called once all workers are done and hold nothing; not after a stall.
  package var finish: @Sendable () -> Void = {}
  /// What is under load says about itself; asked when a run stalls.
  package var report: @Sendable () -> String = { "nothing" }
  /// Told once a run has stalled and its report is made.
  package var abandon: @Sendable () -> Void = {}

  package init(turn: @escaping @Sendable (Worker) -> Bool, turnInTask: @escaping @Sendable (Worker) async -> Bool) {
    self.turn = turn
    self.turnInTask = turnInTask
  }
}
