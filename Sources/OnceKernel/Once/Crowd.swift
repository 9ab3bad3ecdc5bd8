/// The waiters of a build: an object, so that joining and leaving change it where it is, and copy nothing.
///
/// Leaving searches nothing: each waiter knows its place, and the last one takes the place of the one that left. Guard: whatever guards the
/// machine it belongs to.
package final class Crowd<Attempt, Waiter: Placed> {
  package let attempt: Attempt
  @exclusivity(unchecked)  // touched under the guard only, and never inside a call of its own
  package private(set) var waiters: [Waiter] = []

  init(_ attempt: Attempt) {
    self.attempt = attempt
  }

  func add(_ waiter: Waiter) {
    waiter.place = waiters.count
    waiters.append(waiter)
  }

  /// Answers false when `waiter` is not here.
  func remove(_ waiter: Waiter) -> Bool { waiters.takeOut(waiter, at: waiter.place) { $0.place = $1 } }

  /// Takes out, in order, the waiters that `matches` names.
  func take(where matches: (Waiter) -> Bool) -> [Waiter] {
    let taken = waiters.filter(matches)
    guard !taken.isEmpty else { return [] }
    waiters.removeAll(where: matches)
    for (place, waiter) in waiters.enumerated() { waiter.place = place }
    return taken
  }
}

/// What stands in a list and knows where.
package protocol Placed: AnyObject {
  /// Its index while it stands in a list, and of no meaning elsewhere. Guard: that of the list.
  var place: Int { get set }
}

extension Array where Element: AnyObject {
  /// Takes out an element that should stand at `place`, without a search: the last one takes its place, which `note` is told. Answers false when
  /// the element does not stand there.
  @discardableResult
  mutating func takeOut(_ element: Element, at place: Int, _ note: (Element, Int) -> Void) -> Bool {
    guard indices.contains(place), self[place] === element else { return false }
    let last = removeLast()
    if place < count {
      self[place] = last
      note(last, place)
    }
    return true
  }
}
