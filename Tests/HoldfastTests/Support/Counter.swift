import Synchronization

/// A number that threads and tasks change together.
final class Counter: Sendable {
  private let number: Atomic<Int>

  init(_ number: Int = 0) {
    self.number = Atomic(number)
  }

  var value: Int { number.load(ordering: .sequentiallyConsistent) }

  /// Answers the number afterwards.
  @discardableResult
  func add(_ difference: Int = 1) -> Int {
    number.add(difference, ordering: .sequentiallyConsistent).newValue
  }

  func set(_ value: Int) { number.store(value, ordering: .sequentiallyConsistent) }
}
