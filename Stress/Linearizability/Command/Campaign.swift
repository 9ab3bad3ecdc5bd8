import Foundation
import HoldfastStress
import Searching

/// Records and checks rounds, open and sealed in turn, until enough is checked, time is up, or a key fails.
struct Campaign {
  /// How much is recorded before it is checked, in operations.
  enum Sizes {
    static let first = 20_000
    static let largest = 400_000
    static let sealed = 100_000
  }

  let threads: Int
  let keys: Int
  let seed: UInt64
  let goal: Int
  let seconds: Double?
  let interrupted: Flag

  /// Runs it on the calling thread, which it blocks; `progress` is called after each round.
  func run(_ progress: (CampaignReport) -> Void = { _ in }) -> CampaignReport {
    let recorder = RoundRecorder()
    var report = CampaignReport(seed: seed, threads: threads, keys: keys)
    let outcome = SearchLoop(seconds: seconds ?? .infinity, interrupted: interrupted).run(
      progress: { seconds in
        report.seconds = seconds
        progress(report)
      }
    ) { round in
      let violation = carryOut(plan(of: round, left: goal - report.operations), in: recorder, &report)
      if let violation { return .found(violation) }
      return report.stalled || report.operations >= goal ? .exhausted : .nothing
    }
    report.violation = outcome.finding
    report.seconds = outcome.seconds
    return report
  }

  /// Rounds grow, so that a defect that is easy to find is found at once.
  private func plan(of round: Int, left: Int) -> Plan {
    let mode = Plan.Mode.allCases[round % 2]
    let size = min(Sizes.first << min(round, 16), mode == .open ? Sizes.largest : Sizes.sealed)
    return Plan.usual(
      mode, threads: threads, processors: ProcessInfo.processInfo.activeProcessorCount, keys: keys, size: min(left, size), seed: seed,
      round: round)
  }

  /// Records and checks one round; answers what it was caught at.
  private func carryOut(_ plan: Plan, in recorder: RoundRecorder, _ report: inout CampaignReport) -> Violation? {
    let start = MonotonicClock.now()
    guard recorder.record(plan, until: interrupted) else {
      report.stalled = true
      return nil
    }
    report.recordingSeconds += MonotonicClock.seconds(since: start)
    let checking = MonotonicClock.now()
    let outcome = recorder.check(plan)
    report.checkingSeconds += MonotonicClock.seconds(since: checking)
    report.rounds += 1
    report.operations += outcome.operations
    report.containers += plan.episodes
    if plan.mode == .sealed { report.sealedContainers += plan.episodes }
    report.mostConfigurations = max(report.mostConfigurations, outcome.mostConfigurations)
    return outcome.first.map { Violation($0.finding, key: $0.key, plan: plan, episode: $0.episode, history: $0.history) }
  }
}
