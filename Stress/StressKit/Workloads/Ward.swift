import Synchronization

/// Notices when two are inside at once whom an actor should keep apart.
final class Ward: Sendable {
  private let inside = Atomic<Int>(0)

  /// Runs the body, inside; answers whether it was alone when it entered.
  ///
  /// The body must not suspend: an actor lets others in then.
  func enter(_ body: () throws -> Void) rethrows -> Bool {
    // Relaxed: ordering the visitors is the actor's business, and doing it here would hide that it does not.
    let wasAlone = inside.add(1, ordering: .relaxed).newValue == 1
    defer { inside.subtract(1, ordering: .relaxed) }  // Relaxed: as above.
    try body()
    return wasAlone
  }
}
