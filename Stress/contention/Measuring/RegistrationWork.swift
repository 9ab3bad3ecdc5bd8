import HoldfastStress
import StressKit

/// Registers 1,000 keys in one fresh subject after the other, and times only the step that the case is about.
enum RegistrationWork {
  /// Keys of one round.
  static let keys = 1_000
  /// Rounds of one sample.
  static let rounds = 4

  /// - Parameters:
  ///   - make: sets up a fresh subject; not timed.
  ///   - timed: the step that is timed.
  ///   - usersBytes: heap bytes per key that are the user's own, taken off what the subject keeps.
  static func work<S>(usersBytes: Double = 0, make: @escaping () -> S, timed: @escaping (S) -> Void) -> Work {
    .custom {
      var nanoseconds = 0.0
      var bytes: Double?
      for _ in 0..<rounds {
        let before = HeapSize.now
        let subject = make()
        let start = MonotonicClock.now()
        timed(subject)
        nanoseconds += Double(MonotonicClock.now() - start)
        // What was not more than before was made of memory that an earlier round's end had not given back yet.
        if let before, let after = HeapSize.now, after > before { bytes = Double(after - before) / Double(keys) - usersBytes }
        withExtendedLifetime(subject) {}
      }
      return Sample(nanoseconds: nanoseconds, operations: rounds * keys, bytesPerKey: bytes)
    }
  }

  /// Heap bytes of what one key's factory captures and of the object that it makes, which any way of keeping them costs.
  static let usersBytes: Double = {
    // In a struct of its own, so that the array does not wrap the closure.
    struct Users {
      let factory: () -> Item
      let item: Item
    }
    var users: [Users] = []
    users.reserveCapacity(keys)
    guard let before = HeapSize.now else { return 0 }
    for number in 0..<keys { users.append(Users(factory: { Item(number) }, item: Item(number))) }
    let bytes = Double((HeapSize.now ?? before) - before) / Double(keys)
    return withExtendedLifetime(users) { bytes }
  }()
}

/// Items whose factories keep a processor busy: what warming up divides among threads.
enum SlowItems {
  private static let nanoseconds: UInt64 = 20_000

  static func make(_ number: Int) -> Item {
    let end = MonotonicClock.now() + nanoseconds
    while MonotonicClock.now() < end {}
    return Item(number)
  }

  /// One round a sample: it takes long enough.
  static func work<S>(make: @escaping () -> S, timed: @escaping (S) -> Void) -> Work {
    .custom {
      let subject = make()
      let start = MonotonicClock.now()
      timed(subject)
      return Sample(nanoseconds: Double(MonotonicClock.now() - start), operations: RegistrationWork.keys)
    }
  }
}
