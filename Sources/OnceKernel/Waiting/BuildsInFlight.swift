/// A snapshot of the builds in flight, for reports.
package struct BuildInFlight: Sendable {
  package let subject: any AttemptSubject
  package let elapsed: Duration
  package let waiters: Int
  package let isAsynchronous: Bool
  /// What this build itself waits for, as far as the kernel sees it.
  package let waitsFor: [any AttemptSubject]

  /// All of them in the process, oldest first. Takes `BuildLock.lock` once.
  package static var all: [BuildInFlight] {
    BuildLock.lock.withLock {
      let now = CoarseTime.now  // under the lock: no build in the list began later
      // An abandoned build is no longer waited for, though its code may still run.
      let attempts = BuildLock.inFlight.filter { !$0.isDecided }
      var waitsFor: [ObjectIdentifier: [any AttemptSubject]] = [:]
      for attempt in attempts {
        let waiting = (attempt.cell?.waiters.compactMap(\.build) ?? []) + [attempt.requester].compactMap { $0 }
        // The list of builds in flight keeps all of them, as the lock is held.
        for build in waiting { waitsFor[ObjectIdentifier(build), default: []].append(attempt.subject) }
      }
      return attempts.map { attempt in
        BuildInFlight(
          subject: attempt.subject, elapsed: attempt.started.duration(to: now), waiters: attempt.cell?.waiters.count ?? 0,
          isAsynchronous: attempt.isAsynchronous, waitsFor: waitsFor[ObjectIdentifier(attempt)] ?? [])
      }
    }
  }
}

/// The builds for which a caller waits too long, found by looking at all in flight now and then: no build has a timer of its own.
package enum LateBuilds {
  /// What has been waited for as long as `threshold`, each build once, oldest first; and when the next one that is waited for will have been. If there
  /// is no next one, nothing is looked at until a build says that it begins the watch.
  package static func take(after threshold: Duration) -> (late: [LateBuild], next: Duration?) {
    BuildLock.lock.withLock {
      let now = CoarseTime.now  // under the lock: no wait began later
      var (late, next): ([LateBuild], Duration?) = ([], nil)
      for attempt in BuildLock.inFlight where attempt.extras?.isToldLate != true && !attempt.isDecided {
        guard let since = attempt.waitedSince else { continue }
        let left = threshold - since.duration(to: now)
        if left > .zero {
          next = min(next ?? left, left)
        } else {
          attempt.madeExtras.isToldLate = true
          late.append(attempt.late(at: now))
        }
      }
      BuildLock.isWatched = next != nil
      return (late, next)
    }
  }
}
