/// The one lock of everything that is not ready yet.
///
/// It guards the machine of every once cell, every attempt in flight, and so the wait-for graph, whose edges are the cells' waiters and the
/// attempts' requesters: looking for a cycle and joining a build are one critical section by construction. It is taken a few times for
/// each build and each wait; hits never take it. Each time is bounded, and no user code runs in it.
/// There is one for the process, as a cycle may cross containers.
package enum BuildLock {
  static let lock = ReleasingLock()

  /// The builds that have not left, newest first: the head of a list through the attempts themselves. Guard: `lock`.
  ///
  /// It counts no references: the code that runs an attempt, or is to run it, keeps it until it left.
  nonisolated(unsafe) static var newest: Unmanaged<Attempt>?  // unsafe: touched under `lock` only

  /// How many instances were done so far. Guard: `lock`.
  nonisolated(unsafe) static var instances: UInt64 = 0  // unsafe: touched under `lock` only

  /// Numbers instances in the order in which they are done, injectors included. Guard: the caller holds `lock`.
  static func nextInstance() -> UInt64 {
    instances += 1
    return instances
  }

  /// How many parked threads keep builds waiting beside the one for which they wait. Guard: `lock`.
  nonisolated(unsafe) static var blockedWaiters = 0  // unsafe: touched under `lock` only
  /// Numbers the searches for cycles, so that what one left behind is nothing to the next. Guard: `lock`.
  nonisolated(unsafe) static var searches: UInt64 = 0  // unsafe: touched under `lock` only

  /// Whether builds in flight are looked at before one of them is late. Guard: `lock`.
  nonisolated(unsafe) static var isWatched = false  // unsafe: touched under `lock` only

  /// Guard: the caller holds `lock`.
  static func add(_ attempt: Attempt) {
    if !isWatched { (isWatched, attempt.watches) = (true, true) }
    let added = Unmanaged.passUnretained(attempt)  // the code that runs the attempt keeps it
    attempt.links.next = newest
    newest?._withUnsafeGuaranteedRef { $0.links.previous = added }
    newest = added
  }

  /// Guard: the caller holds `lock`, and a reference of its own to `attempt`.
  static func remove(_ attempt: Attempt) {
    let (previous, next) = (attempt.links.previous, attempt.links.next)
    if let previous {
      previous._withUnsafeGuaranteedRef { $0.links.next = next }
    } else if newest?.toOpaque() == Unmanaged.passUnretained(attempt).toOpaque() {  // compared only
      newest = next
    }
    next?._withUnsafeGuaranteedRef { $0.links.previous = previous }
    attempt.links = Links()
  }

  /// Oldest first. Guard: the caller holds `lock`.
  static var inFlight: [Attempt] {
    var attempts: [Attempt] = []
    var next = newest
    while let attempt = next?.takeUnretainedValue() {
      attempts.append(attempt)
      next = attempt.links.next
    }
    return attempts.reversed()
  }
}
