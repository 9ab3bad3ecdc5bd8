import Synchronization

/// Where all workers of a run meet between two rounds; the last one to come does what stands between them.
///
/// ```
/// worker 0   … resolve   arrive ─────────┐ round 8 …
/// worker 1   … resolve        arrive ────┤ round 8 …
/// worker 2   … resolve              arrive, runs `last`, opens the gate
/// ```
///
/// Threads and tasks meet at the same gate, so none may block for long on something only the other kind can do: a thread yields its
/// processor, a task its thread of the pool. Once the run is stopped, a round that is not complete never becomes so; all leave.
package final class RoundGate: Sendable {
  private let parties: Int
  private let stop: Flag
  private let arrived = Atomic<Int>(0)
  private let round = Atomic<Int>(0)

  package init(parties: Int, stop: Flag) {
    self.parties = parties
    self.stop = stop
  }

  /// Waits for the round to be complete; false if the run was stopped before.
  package func arriveOnThread(last: () -> Void) -> Bool {
    guard let mine = arrive(last: last) else { return true }
    var waits = 0
    while !isOver(mine) {
      if stop.isSet { return false }
      waits += 1
      if waits < 100 { MonotonicClock.yieldThread() } else { MonotonicClock.pauseThread(microseconds: 50) }
    }
    return true
  }

  /// Waits for the round to be complete; false if the run was stopped before.
  package func arriveInTask(last: () -> Void) async -> Bool {
    guard let mine = arrive(last: last) else { return true }
    var waits = 0
    while !isOver(mine) {
      if stop.isSet { return false }
      waits += 1
      if waits < 20 { await Task.yield() } else { try? await Task.sleep(for: .microseconds(50)) }
    }
    return true
  }

  /// The number of the round to wait for; nil if the caller was the last to come.
  private func arrive(last: () -> Void) -> Int? {
    let mine = round.load(ordering: .acquiring)  // Acquiring: what the last round's `last` wrote is seen.
    // Acquiring and releasing: the last one sees what all others did in the round.
    guard arrived.add(1, ordering: .acquiringAndReleasing).newValue == parties else { return mine }
    last()
    arrived.store(0, ordering: .relaxed)  // Relaxed: published by the next line; none arrives before.
    round.store(mine + 1, ordering: .releasing)  // Releasing: pairs with the loads above and below.
    return nil
  }

  private func isOver(_ mine: Int) -> Bool {
    round.load(ordering: .acquiring) != mine  // Acquiring: what `last` wrote is seen.
  }
}
