/// What a cell holds. These functions change nothing.
extension OnceCell {
  /// The published instance, if there is one. Asks a shared cell's ready word first, which needs no lock.
  package var instance: AnyObject? {
    if kind.isShared { return sharedInstance?.takeUnretainedValue() }
    return BuildLock.lock.withLock { machine.instance }
  }

  /// The published instance of a shared cell, without counting a reference to it: the cell keeps it.
  @inline(__always)
  package var sharedInstance: Unmanaged<AnyObject>? { kind.isShared ? ready.load() : nil }

  /// When its instance was published, among all; 0 if there is none.
  package var orderOfPublication: UInt64 { BuildLock.lock.withLock { publishedOrder } }

  /// When the instance of each cell was published, among all; 0 for one that has none. It locks for some cells at a time.
  package static func ordersOfPublication(of cells: [OnceCell]) -> [UInt64] {
    var orders: [UInt64] = []
    orders.reserveCapacity(cells.count)
    while orders.count < cells.count {
      BuildLock.lock.withLock {
        for cell in cells[orders.count..<min(orders.count + 64, cells.count)] { orders.append(cell.publishedOrder) }
      }
    }
    return orders
  }

  /// What comes after every instance that was published so far.
  package static var nextOrder: UInt64 { BuildLock.lock.withLock { BuildLock.instances + 1 } }

  /// Sorts cells by it, which are few enough for it to be done in one go.
  package static func sortByPublication(_ cells: inout [OnceCell]) {
    BuildLock.lock.withLock {
      // Inserted one after the other, without the memory that sorting takes.
      for end in cells.indices.dropFirst() {
        var place = end
        while place > 0, cells[place - 1].publishedOrder > cells[place].publishedOrder {
          cells.swapAt(place - 1, place)
          place -= 1
        }
      }
    }
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
