/// The waiters of a build: an object, so that joining and leaving change it where it is, and copy nothing.
///
/// Removing a waiter searches nothing: each waiter knows its index, and the last one moves to the index that became free. Guard: that of the
/// machine it belongs to. unkept: a waiter is kept by the thread or task that waits.
package final class WaiterList<Attempt, Waiter: ListEntry> {
  package let attempt: Attempt
  @exclusivity(unchecked)  // touched under the guard only, and never inside a call of its own
  package private(set) var waiters: [Waiter] = []

  init(_ attempt: Attempt) {
    self.attempt = attempt
  }

  func add(_ waiter: Waiter) {
    waiter.index = waiters.count
    waiters.append(waiter)
  }

  /// Answers false when `waiter` is not here.
  func remove(_ waiter: Waiter) -> Bool { waiters.removeUnordered(waiter, at: waiter.index) { $0.index = $1 } }

  /// Takes out, in order, the waiters that `matches` names.
  func take(where matches: (Waiter) -> Bool) -> [Waiter] {
    let taken = waiters.filter(matches)
    guard !taken.isEmpty else { return [] }
    waiters.removeAll(where: matches)
    for (index, waiter) in waiters.enumerated() { waiter.index = index }
    return taken
  }
}

/// An element of a list that knows its index there.
package protocol ListEntry: AnyObject {
  /// Its index while it stands in a list, and of no meaning elsewhere. Guard: that of the list.
  var index: Int { get set }
}

extension Array where Element: AnyObject {
  /// Removes an element without a search. The last element moves to its index, which `note` is told. Answers false if the element is not at `index`.
  @discardableResult
  mutating func removeUnordered(_ element: Element, at index: Int, _ note: (Element, Int) -> Void) -> Bool {
    guard indices.contains(index), self[index] === element else { return false }
    let last = removeLast()
    if index < count {
      self[index] = last
      note(last, index)
    }
    return true
  }
}
