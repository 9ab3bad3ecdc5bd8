import HoldfastStress

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
