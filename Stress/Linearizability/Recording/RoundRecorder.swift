import Dispatch
import HoldfastStress

/// Records rounds, and checks what was recorded; it keeps its memory from round to round.
final class RoundRecorder {
  /// What checking a round came to.
  struct Outcome {
    /// How many operations on one key, or on all, were recorded.
    var operations = 0
    var mostConfigurations = 1
    /// How many keys failed.
    var failures = 0
    /// The first of them, with its whole history.
    var first: (finding: Failure, key: Int32, episode: Int, history: [Event])?
  }

  private var recorders: [Recorder] = []
  private var capacity = 0

  /// Carries out a round, each episode on a container of its own.
  ///
  /// Blocks until all threads are done; they end early once the run is interrupted. Answers false if they hang: then the recorder is of no use
  /// any more, and its threads are left behind.
  func record(_ plan: Plan, until interrupted: Flag) -> Bool {
    prepare(plan)
    let stage = Stage(plan)
    let gate = RoundGate(parties: plan.threads, stop: interrupted)
    let threads = ThreadGroup(plan.threads, stack: 2 << 20) { [recorders] index in
      var worker = RoundWorker(plan, thread: index, recorder: recorders[index])
      for episode in 0..<plan.episodes {
        // The first gate is for starting together.
        guard gate.arriveOnThread(last: { if episode > 0 { stage.change() } }) else { break }
        worker.playEpisode(on: stage.container, until: interrupted)
      }
    }
    return threads.wait(seconds: Self.patience)
  }

  /// How long a round may take in seconds; it takes less than one, and some with a sanitizer.
  private static let patience = 60.0

  /// Checks every key of every episode of the round just recorded, on all processors.
  func check(_ plan: Plan) -> Outcome {
    let recorders = Array(recorders.prefix(plan.threads))
    let outcome = Locked(Outcome(operations: recorders.reduce(0) { $0 + $1.count }))
    DispatchQueue.concurrentPerform(iterations: plan.episodes * plan.keys) { index in
      let (episode, key) = (index / plan.keys, Int32(index % plan.keys))
      let checker = KeyChecker(key: key, lanes: recorders.map { $0.lane(ofEpisode: episode) })
      let failure = checker.run()
      outcome.withLock { outcome in
        outcome.mostConfigurations = max(outcome.mostConfigurations, checker.mostConfigurations)
        guard let failure else { return }
        outcome.failures += 1
        // The earliest, so that what is reported does not depend on which thread checks faster.
        if let first = outcome.first, (first.episode, first.key) < (episode, key) { return }
        outcome.first = (failure, key, episode, [])
      }
    }
    return outcome.withLock { outcome in
      if let first = outcome.first {
        outcome.first?.history = recorders.enumerated().flatMap { thread, recorder in
          recorder.lane(ofEpisode: first.episode).filter { $0.concerns(first.key) }.map { Event(thread: thread, $0) }
        }
      }
      return outcome
    }
  }

  private func prepare(_ plan: Plan) {
    let needed = plan.episodes * plan.operations
    if needed > capacity || recorders.count < plan.threads {
      recorders = []
      capacity = max(needed, capacity)
      recorders = (0..<plan.threads).map { _ in Recorder(capacity: capacity) }
    }
    for recorder in recorders { recorder.clear(episodes: plan.episodes) }
  }
}

/// The container of the episode under way.
// unchecked: written by the last thread at the gate, while all others wait there
final class Stage: @unchecked Sendable {
  /// Guard: the gate.
  private(set) var container: CheckedContainer
  private let plan: Plan

  init(_ plan: Plan) {
    self.plan = plan
    container = CheckedContainer(plan)
  }

  func change() {
    container.checkInvariants()
    container = CheckedContainer(plan)
  }
}
