/// What is to be done once the outermost build of a thread, or of a task, has run its injectors. Guard of everything: `BuildLock.lock`.
final class Postponed {
  struct Item {
    let owner: Attempt
    let work: AnyObject
  }

  var items: [Item?] = []
  /// How many of these were taken out already.
  private var taken = 0
  let call: Call

  init(_ call: Call) {
    self.call = call
  }

  var isEmpty: Bool { taken == items.count }

  /// The next one; nil when there is none.
  func take() -> Item? {
    if isEmpty { return nil }
    defer {
      items[taken] = nil
      taken += 1
    }
    return items[taken]
  }
}

/// What a call and the tasks that it started remember of builds that failed. Guard of everything: `BuildLock.lock`.
final class Call {
  /// True once what was postponed is worked off: from then on no key that failed is built again.
  var isWorkingOff = false
  /// By the cell, which the entry keeps.
  var failures: [ObjectIdentifier: (cell: OnceCell, error: any Error)] = [:]

  /// Why `cell` is not built again.
  func refusal(of cell: OnceCell) -> (any Error)? {
    isWorkingOff ? failures[ObjectIdentifier(cell)]?.error : nil
  }
}
