/// A snapshot of the builds in flight, for reports.
package struct BuildInFlight: Sendable {
  package let subject: any AttemptSubject
  package let elapsed: Duration
  package let waiters: Int
  package let isAsynchronous: Bool
  /// What this build itself waits for, as far as the kernel sees it.
  package let waitsFor: [any AttemptSubject]

  /// All of them in the process, oldest first. Takes `Coordination.lock` once.
  package static var all: [BuildInFlight] {
    Coordination.lock.withLock {
      let now = CoarseTime.now  // under the lock: no build in the list began later
      // An abandoned build is no longer waited for, though its code may still run.
      let attempts = Coordination.inFlight.filter { !$0.isOver }
      var waitsFor: [ObjectIdentifier: [any AttemptSubject]] = [:]
      for attempt in attempts {
        let waiting = (attempt.cell?.waiters.compactMap(\.build) ?? []) + [attempt.requester].compactMap { $0 }
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
