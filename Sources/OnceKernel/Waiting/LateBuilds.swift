/// The builds for which a caller waits too long, found by looking at all in flight now and then: no build has a timer of its own.
package enum LateBuilds {
  /// What has been waited for as long as `threshold`, each build once, oldest first; and when the next one that is waited for will have been.
  package static func take(after threshold: Duration) -> (late: [any AttemptSubject], next: Duration?) {
    Coordination.lock.withLock {
      let now = CoarseTime.now  // under the lock: no wait began later
      var (late, next): ([any AttemptSubject], Duration?) = ([], nil)
      for attempt in Coordination.inFlight {
        guard let since = attempt.awaitedSince, !attempt.isToldLate, !attempt.isOver else { continue }
        guard attempt.cell?.waiters.isEmpty == false else {
          attempt.awaitedSince = nil
          continue
        }
        let left = threshold - since.duration(to: now)
        if left > .zero {
          next = min(next ?? left, left)
        } else {
          attempt.isToldLate = true
          late.append(attempt.subject)
        }
      }
      return (late, next)
    }
  }
}
