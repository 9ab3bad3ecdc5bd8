/// Runs one load: sets the workers going, watches them, stops them, and reports what held.
///
/// A run blocks the calling thread and never hangs: workers that make no progress are reported and left behind. Do not call it on the cooperative
/// pool, which the tasks of the run need.
///
/// ```swift
/// let runner = Runner(plan: Plan(threads: 4, tasks: 4, seed: 42))
/// let report = runner.run(load, seconds: 1)
/// print(report.violations)
/// ```
package struct Runner: Sendable {
  /// How often the runner looks at the workers, in seconds.
  private static let tick = 0.1
  /// How long workers that were told to stop after a stall may take to do so, in seconds.
  private static let patience = 1.0

  package let plan: Plan
  private let interrupted: Flag

  /// A runner; setting `interrupted` ends a run early.
  package init(plan: Plan, interrupted: Flag = Flag()) {
    self.plan = plan
    self.interrupted = interrupted
  }

  /// Runs a load for about this long; `progress` is called on the calling thread while it runs.
  package func run(_ load: Load, seconds: Double, progress: (Progress) -> Void = { _ in }) -> WorkloadReport {
    let stop = Flag()
    let ledger = Ledger(firstViolation: plan.endsAtFirstViolation ? stop : nil)
    let start = MonotonicClock.now()
    let crew = Crew(plan: plan, workload: load.name, ledger: ledger)
    let stall = run(load, crew: crew, ledger: ledger, stop: stop, seconds: seconds, progress: progress)
    let elapsed = MonotonicClock.seconds(since: start)

    var latencies = Histogram()
    for worker in crew.workers where worker.pulse.isFinished { latencies.merge(worker.latencies) }
    // After a stall the workers left behind still hold objects, and some have not counted.
    if stall == nil {
      _ = ledger.waitUntilNoneLives()
      ledger.check(ledger.live == 0, .noneLeft, "\(ledger.live) objects are alive after the container's release")
      if !interrupted.isSet {
        if load.mustBuild { ledger.check(ledger.builds > 0, .didWork, "the run built nothing: no factory ran") }
      }
    }
    return WorkloadReport(name: load.name, elapsed: elapsed, latencies: latencies, ledger: ledger, stall: stall)
  }

  /// The part of a run that needs what is under load; when it returns, nothing here holds it any more.
  private func run(
    _ load: Load, crew: Crew, ledger: Ledger, stop: Flag, seconds: Double, progress: (Progress) -> Void
  ) -> StallReport? {
    let setting = Setting(ledger: ledger, seed: plan.seed, workers: crew.workers.count, stop: stop)
    let performance: Performance
    do {
      performance = try load.start(setting)
    } catch {
      ledger.record(.noSurprise, "preparing \(load.name) failed: \(error)")
      return nil
    }
    crew.start(performance, until: stop)
    guard let stall = watch(load.name, performance, crew: crew, setting: setting, seconds: seconds, progress: progress) else {
      performance.finish()
      return nil
    }
    ledger.record(.progress, "\(stall.stuck.count) of \(crew.workers.count) workers made no progress for \(plan.stallAfter) s")
    stop.set()
    _ = crew.wait(seconds: Self.patience)
    return stall
  }

  /// Waits for the workers, tells them when time is up, and answers with a report if they do not get on.
  private func watch(
    _ name: String, _ performance: Performance, crew: Crew, setting: Setting, seconds: Double, progress: (Progress) -> Void
  ) -> StallReport? {
    let start = MonotonicClock.now()
    let end = start + UInt64(seconds * 1e9)
    let tick = min(Self.tick, plan.stallAfter / 4)
    var now = start
    var watchdog = Watchdog(threshold: UInt64(plan.stallAfter * 1e9), workers: crew.workers.count, now: start)
    while true {
      let left = now < end ? Double(end - now) / 1e9 : tick
      if crew.wait(seconds: min(tick, left)) { return nil }
      now = MonotonicClock.now()
      let beats = crew.workers.map { Watchdog.Beat(operations: $0.pulse.operations, isFinished: $0.pulse.isFinished) }
      // On a busy machine a short run may be over before a worker has had its turn: it goes on until one has, or the watchdog barks.
      let hasBegun = beats.contains { $0.operations > 0 } && performance.hasBegun()
      if now >= end && hasBegun || interrupted.isSet { setting.stop.set() }
      let stuck = watchdog.look(at: beats, now: now)
      if !stuck.isEmpty { return stallReport(name, stuck: stuck, crew: crew, performance) }
      let ledger = setting.ledger
      progress(
        Progress(
          workload: name, elapsed: Double(now - start) / 1e9, operations: beats.reduce(0) { $0 + $1.operations },
          builds: ledger.builds, violations: ledger.violationCount))
    }
  }

  private func stallReport(_ name: String, stuck: [Int: UInt64], crew: Crew, _ performance: Performance) -> StallReport {
    let list = stuck.sorted { $0.key < $1.key }.map { index, nanoseconds in
      let worker = crew.workers[index]
      return StallReport.Stuck(index: index, kind: worker.kind, activity: worker.pulse.current, seconds: Double(nanoseconds) / 1e9)
    }
    return StallReport(workload: name, stuck: list, container: StallReport.report(of: performance))
  }
}

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
