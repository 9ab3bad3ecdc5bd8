/// Runs one workload on one container: sets the workers going, watches them, stops them, and reports what held.
///
/// A run blocks the calling thread and never hangs: workers that make no progress are reported and left behind. Do not call it on the cooperative
/// pool, which the tasks of the run need.
///
/// ```swift
/// let runner = Runner(plan: Plan(threads: 4, tasks: 4, seed: 42)) { HoldfastSubject() }
/// let report = runner.run(ColdHerd.self, seconds: 1)
/// print(report.violations)
/// ```
public struct Runner: Sendable {
  /// How often the runner looks at the workers, in seconds.
  private static let tick = 0.1
  /// How long workers that were told to stop after a stall may take to do so, in seconds.
  private static let patience = 1.0

  public let plan: Plan
  private let interrupted: Flag
  private let makeSubject: @Sendable () -> any StressSubject

  /// A runner on the containers that `makeSubject` makes, one for each run; setting `interrupted` ends a run early.
  public init(plan: Plan, interrupted: Flag = Flag(), makeSubject: @escaping @Sendable () -> any StressSubject) {
    self.plan = plan
    self.interrupted = interrupted
    self.makeSubject = makeSubject
  }

  /// Runs a workload for about this long; `progress` is called on the calling thread while it runs.
  public func run<W: Workload>(_ type: W.Type, seconds: Double, progress: (Progress) -> Void = { _ in }) -> WorkloadReport {
    let stop = Flag()
    let ledger = Ledger(firstViolation: plan.endsAtFirstViolation ? stop : nil)
    let start = MonotonicClock.now()
    let crew = Crew(plan: plan, workload: W.name, ledger: ledger)
    let stall = run(type, crew: crew, ledger: ledger, stop: stop, seconds: seconds, progress: progress)
    let elapsed = Double(MonotonicClock.now() - start) / 1e9

    var latencies = Histogram()
    for worker in crew.workers where worker.pulse.isFinished { latencies.merge(worker.latencies) }
    // After a stall the workers left behind still hold objects, and some have not counted.
    if stall == nil {
      _ = ledger.waitUntilNoneLives()
      ledger.check(ledger.live == 0, .noneLeft, "\(ledger.live) objects are alive after the container is gone")
      if !interrupted.isSet {
        ledger.check(latencies.count > 0, .didWork, "the run did no operation")
        ledger.check(ledger.builds > 0, .didWork, "the run built nothing")
      }
    }
    return WorkloadReport(name: W.name, elapsed: elapsed, latencies: latencies, ledger: ledger, stall: stall)
  }

  /// The part of a run that needs the container; when it returns, nothing here holds it any more.
  private func run<W: Workload>(
    _ type: W.Type, crew: Crew, ledger: Ledger, stop: Flag, seconds: Double, progress: (Progress) -> Void
  ) -> StallReport? {
    let setting = Setting(ledger: ledger, seed: plan.seed, workers: crew.workers.count)
    let workload = type.init(setting)
    let stage = Stage(subject: makeSubject(), setting: setting, stop: stop)
    ledger.expectSuccess("preparing \(W.name)") { try workload.prepare(stage.subject) }
    crew.start(workload, on: stage)
    guard let stall = watch(W.name, crew: crew, stage: stage, seconds: seconds, progress: progress) else {
      workload.finish(stage.subject)
      return nil
    }
    ledger.record(.progress, "\(stall.stuck.count) of \(crew.workers.count) workers made no progress for \(plan.stallAfter) s")
    stop.set()
    stage.subject.abandon()
    _ = crew.wait(seconds: Self.patience)
    return stall
  }

  /// Waits for the workers, tells them when time is up, and answers with a report if they do not get on.
  private func watch(_ name: String, crew: Crew, stage: Stage, seconds: Double, progress: (Progress) -> Void) -> StallReport? {
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
      let hasBegun = beats.contains { $0.operations > 0 }
      if now >= end && hasBegun || interrupted.isSet { stage.stop.set() }
      let stuck = watchdog.look(at: beats, now: now)
      if !stuck.isEmpty { return stallReport(name, stuck: stuck, crew: crew, subject: stage.subject) }
      let ledger = stage.setting.ledger
      progress(
        Progress(
          workload: name, elapsed: Double(now - start) / 1e9, operations: beats.reduce(0) { $0 + $1.operations },
          builds: ledger.builds, violations: ledger.violationCount))
    }
  }

  private func stallReport(_ name: String, stuck: [Int: UInt64], crew: Crew, subject: any StressSubject) -> StallReport {
    let list = stuck.sorted { $0.key < $1.key }.map { index, nanoseconds in
      let worker = crew.workers[index]
      let (operation, key) = worker.pulse.current
      return StallReport.Stuck(index: index, kind: worker.kind, operation: operation, key: key, seconds: Double(nanoseconds) / 1e9)
    }
    return StallReport(workload: name, stuck: list, container: StallReport.report(of: subject))
  }
}
