/// What is to be done once the outermost build of a thread, or of a task, has run its injectors. Guard of everything: `BuildLock.lock`.
final class DeferredWork: Keepable {
  struct Item {
    let owner: Attempt
    let work: AnyObject
  }

  // unkept: `take` keeps what it takes out.
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
    guard !isEmpty, let item = items[taken] else { return nil }
    BuildLock.lock.keep(item.owner)
    BuildLock.lock.keep(item.work)
    items[taken] = nil
    taken += 1
    return item
  }
}

/// What a call and the tasks that it started remember of builds that failed. Guard of everything: `BuildLock.lock`.
final class Call {
  /// True from the moment when what was deferred begins to run: from then on no key that failed is built again.
  var isRunningDeferred = false
  /// By the cell, which the entry keeps. unkept: `note` keeps what it overwrites.
  private var failures: [ObjectIdentifier: (cell: OnceCell, error: any Error)] = [:]

  /// Remembers how the last build of `cell`, which the entry keeps, failed.
  func note(_ error: any Error, of cell: OnceCell) {
    guard let old = failures.updateValue((cell, error), forKey: ObjectIdentifier(cell)) else { return }
    if Mutant.errorDiesUnderLock.isActive { return }
    BuildLock.lock.keep(old.cell)
    BuildLock.lock.keep(.error(old.error))
  }

  /// Why `cell`, which the caller keeps, is not built again.
  func refusal(of cell: OnceCell) -> (any Error)? {
    isRunningDeferred ? failures[ObjectIdentifier(cell)]?.error : nil
  }
}
