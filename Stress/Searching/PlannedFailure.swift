/// The error that a factory throws because its program planned it. It may name the attempt, so that a stale or foreign error shows.
package struct PlannedFailure: Error, Equatable {
  /// The key whose factory threw.
  package let key: Int
  /// The attempt at that key that failed, counted from 1.
  package let attempt: UInt64

  package init(key: Int = 0, attempt: UInt64 = 0) {
    self.key = key
    self.attempt = attempt
  }
}
