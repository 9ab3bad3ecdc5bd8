// Waits of tasks that descend from a build without being its own task. Whether the build waits for them cannot be seen, so they are no edges of
// the wait-for graph; but a circle that one of them closes is worth a report.

/// How many there are. Written under `BuildLock.lock`.
private let hiddenWaits = AtomicWord(0)

extension Attempt {
  /// Guard: the caller holds `BuildLock.lock`.
  func noteHiddenWait(for target: Attempt) {
    // The entry keeps what it is known by.
    madeExtras.hidden[ObjectIdentifier(target), default: (target, 0)].count += 1
    hiddenWaits.storeReleasing(hiddenWaits.loadAcquiring() + 1)
  }

  /// Guard: the caller holds `BuildLock.lock`, and something else keeps `target`.
  @inline(never)  // for size: called from many places
  func endHiddenWait(for target: Attempt) {
    guard let extras, let known = extras.hidden[ObjectIdentifier(target)] else { return }
    extras.hidden[ObjectIdentifier(target)] = known.count > 1 ? (target, known.count - 1) : nil
    hiddenWaits.storeReleasing(hiddenWaits.loadAcquiring() - 1)
  }

  /// The circle that `asker`'s wait for this build closes, if each build waits for the tasks that it started: from `asker` to itself. Nil if there
  /// is none. Asked once the wait is noted, so of two that come together the last one sees both.
  package func hiddenCircle(with asker: Attempt) -> [Attempt]? {
    // Acquire: a hidden wait that was noted before `asker`'s own is seen, as that took the same lock later.
    if hiddenWaits.loadAcquiring() == 0 { return nil }
    return BuildLock.lock.withLock {
      // What the builds are known by here is compared with the lock held, and none of them leaves, and so is freed, without it.
      var nested: [ObjectIdentifier: [Attempt]] = [:]
      for attempt in BuildLock.inFlight {
        if let requester = attempt.requester { nested[ObjectIdentifier(requester), default: []].append(attempt) }
      }
      var cameFrom: [ObjectIdentifier: Attempt] = [:]
      var seen: Set<ObjectIdentifier> = [ObjectIdentifier(self)]
      var level = [self]
      while !level.isEmpty, !seen.contains(ObjectIdentifier(asker)) {
        var following: [Attempt] = []
        for attempt in level {
          let waits =
            attempt.waits.compactMap(\.attempt) + (attempt.extras?.hidden.values.map(\.target) ?? [])
            + nested[ObjectIdentifier(attempt), default: []]
          for next in waits where seen.insert(ObjectIdentifier(next)).inserted {
            cameFrom[ObjectIdentifier(next)] = attempt
            following.append(next)
          }
        }
        level = following
      }
      guard seen.contains(ObjectIdentifier(asker)) else { return nil }
      var circle = [asker]
      while let last = circle.last, last !== self, let before = cameFrom[ObjectIdentifier(last)] { circle.append(before) }
      for attempt in circle { attempt.noteKnown() }
      return [asker] + circle.reversed()
    }
  }
}

extension Waiter {
  /// Says that the task that waits, for no build that can be seen, descends from this one.
  package func noteLineage(_ build: Attempt) {
    BuildLock.lock.withLock {
      guard let attempt, self.build == nil, lineage == nil else { return }
      lineage = build
      build.noteHiddenWait(for: attempt)
    }
  }
}
