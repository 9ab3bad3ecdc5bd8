import HoldfastStress

/// What a container disposes of at its shutdown; it knows when it was made, and when it was certainly there.
final class ShutdownPart: Sendable {
  let tracked: Tracked
  /// When a resolve had certainly returned it.
  private let seen = KeyState()
  private let given = Flag()

  init(_ tracked: Tracked) {
    self.tracked = tracked
  }

  /// Notes that a factory has it, whose own build may be given up.
  func wasSeen() {
    _ = seen.settle(on: MonotonicClock.now())
  }

  /// Notes that a worker has it.
  func wasGiven() {
    wasSeen()
    given.set()
  }

  /// Whether it was certainly there before the other one was made, which a worker has.
  ///
  /// What no worker has may come from a build that was given up, and is disposed of when that ends.
  func wasThere(before other: ShutdownPart) -> Bool {
    other.given.isSet && seen.mark != 0 && seen.mark < other.tracked.started
  }
}

/// The order in which one container disposed of its objects.
final class ShutdownBook: Sendable {
  private let parts = Locked<[ShutdownPart]>([])

  /// Notes that an object was disposed of.
  func note(_ part: ShutdownPart) {
    parts.withLock { $0.append(part) }
  }

  /// Checks, once the shutdown is over, that nothing was disposed of before what was made after it.
  func checkOrder(_ ledger: Ledger) {
    let parts = parts.withLock { $0 }
    for (place, part) in parts.enumerated() {
      let next = parts[(place + 1)...].first { part.wasThere(before: $0) }
      ledger.check(
        next == nil, .disposedInOrder,
        "key \(part.tracked.key) was disposed of before key \(next?.tracked.key ?? 0), which was made after it")
    }
  }
}
