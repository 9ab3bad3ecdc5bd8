import HoldfastStress

/// A scoped value on which others of its scope stand.
final class ScopedDesk: Sendable {
  let tracked: Tracked
  /// The scope that saw it first.
  let scope = KeyState()
  /// Set when its scope promises to dispose of its values in order.
  let endsInOrder = Flag()

  private let built = KeyState()
  private let disposed = KeyState()
  private let ledger: Ledger

  init(_ tracked: Tracked, _ ledger: Ledger) {
    self.tracked = tracked
    self.ledger = ledger
  }

  func dispose(_ disposals: Disposals) {
    let isLast = disposed.lastNumber == built.lastNumber
    ledger.check(isLast || !endsInOrder.isSet, .disposedInOrder, "desk \(tracked.serial) is disposed of before what stands on it")
    disposals.dispose(tracked)
  }

  fileprivate func carry() {
    _ = built.nextNumber()
  }

  fileprivate func release() {
    _ = disposed.nextNumber()
  }
}

/// A scoped value that stands on the desk of its scope.
final class ScopedItem<Kind>: Sendable {
  let desk: ScopedDesk
  private let tracked: Tracked

  init(_ tracked: Tracked, on desk: ScopedDesk) {
    self.tracked = tracked
    self.desk = desk
    desk.carry()
  }

  func dispose(_ disposals: Disposals) {
    disposals.dispose(tracked)
    desk.release()
  }
}
