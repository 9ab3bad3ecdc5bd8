/// What a cell holds, for who only looks.
extension OnceCell {
  /// The published instance, if there is one. Asks a shared cell's ready word first, which needs no lock.
  package var instance: AnyObject? {
    if kind == .shared { return ready.load()?.takeUnretainedValue() }
    return BuildLock.lock.withLock { machine.instance }
  }

  /// When its instance was published, among all; 0 if there is none.
  package var orderOfPublication: UInt64 { BuildLock.lock.withLock { publishedOrder } }

  /// The same of some cells, few enough to be looked at in one go.
  package static func ordersOfPublication(of cells: [OnceCell]) -> [UInt64] {
    BuildLock.lock.withLock { cells.map(\.publishedOrder) }
  }

  /// Guard: the caller holds `BuildLock.lock`.
  private var publishedOrder: UInt64 { machine.isReady ? order : 0 }

  /// The instance, published or still being injected.
  package var current: AnyObject? {
    BuildLock.lock.withLock { machine.instance ?? machine.attempt?.constructedInstance }
  }

  /// The waiters of the build in flight. Guard: the caller holds `BuildLock.lock`.
  var waiters: [Waiter] { machine.waiters }

  package var isBuilding: Bool {
    BuildLock.lock.withLock { machine.attempt != nil }
  }
}
