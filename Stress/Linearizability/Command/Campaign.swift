import Foundation
import HoldfastStress

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
  /// Makes a container for a number of keys; told whether it will be sealed.
  let make: @Sendable (_ keys: Int, _ isSealed: Bool) -> any Subject

  /// Runs it on the calling thread, which it blocks; `progress` is called after each round.
  func run(_ progress: (CampaignReport) -> Void = { _ in }) -> CampaignReport {
    let begin = MonotonicClock.now()
    let recorder = RoundRecorder()
    var report = CampaignReport(seed: seed, threads: threads, keys: keys)
    var openSize = Sizes.first
    while report.operations < goal, report.violation == nil, !report.stalled, !interrupted.isSet {
      report.seconds = Self.seconds(since: begin)
      if let seconds, report.seconds >= seconds { break }
      let mode = Plan.Mode.allCases[report.rounds % 2]
      let left = goal - report.operations
      let size = min(left, mode == .open ? openSize : min(openSize, Sizes.sealed))
      openSize = min(openSize * 2, Sizes.largest)
      let plan = Plan.usual(
        mode, threads: threads, processors: ProcessInfo.processInfo.activeProcessorCount, keys: keys, size: size, seed: seed,
        round: report.rounds)
      carryOut(plan, in: recorder, &report)
      report.seconds = Self.seconds(since: begin)
      progress(report)
    }
    return report
  }

  private func carryOut(_ plan: Plan, in recorder: RoundRecorder, _ report: inout CampaignReport) {
    let start = MonotonicClock.now()
    guard recorder.record(plan, until: interrupted, { [make] in make(plan.keys, plan.mode == .sealed) }) else {
      report.stalled = true
      return
    }
    report.recordingSeconds += Self.seconds(since: start)
    let checking = MonotonicClock.now()
    let outcome = recorder.check(plan)
    report.checkingSeconds += Self.seconds(since: checking)
    report.rounds += 1
    report.operations += outcome.operations
    report.containers += plan.episodes
    if plan.mode == .sealed { report.sealedContainers += plan.episodes }
    report.mostConfigurations = max(report.mostConfigurations, outcome.mostConfigurations)
    if let first = outcome.first {
      report.violation = Violation(first.finding, key: first.key, plan: plan, episode: first.episode, history: first.history)
    }
  }

  private static func seconds(since start: UInt64) -> Double { Double(MonotonicClock.now() - start) / 1e9 }
}
