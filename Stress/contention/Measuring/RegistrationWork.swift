/// Registers 1,000 keys in one fresh subject after the other, and times only the step that the case is about.
enum RegistrationWork {
  /// Keys of one round.
  static let keys = 1_000
  /// Rounds of one sample.
  static let rounds = 4

  /// - Parameters:
  ///   - make: sets up a fresh subject; not timed.
  ///   - timed: the step that is timed.
  ///   - objectBytes: heap bytes per key that are the user's own objects, taken off what the subject keeps.
  static func work<S>(objectBytes: Double = 0, make: @escaping () -> S, timed: @escaping (S) -> Void) -> Work {
    .custom {
      var nanoseconds = 0.0
      var bytes: Double?
      for _ in 0..<rounds {
        let before = HeapSize.now
        let subject = make()
        let start = MonotonicClock.now
        timed(subject)
        nanoseconds += Double(MonotonicClock.now - start)
        if let before, let after = HeapSize.now { bytes = Double(after - before) / Double(keys) - objectBytes }
        withExtendedLifetime(subject) {}
      }
      return Sample(nanoseconds: nanoseconds, operations: rounds * keys, bytesPerKey: bytes)
    }
  }

  /// Heap bytes of one of the objects that the keys' factories make.
  static let objectBytes: Double = {
    var items: [Item] = []
    items.reserveCapacity(keys)
    guard let before = HeapSize.now else { return 0 }
    for number in 0..<keys { items.append(Item(number)) }
    let bytes = Double((HeapSize.now ?? before) - before) / Double(keys)
    return withExtendedLifetime(items) { bytes }
  }()
}
