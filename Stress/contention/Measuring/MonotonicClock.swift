#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Android)
  import Android
#endif

/// The monotonic clock in nanoseconds, read without any wrapping type on the way.
enum MonotonicClock {
  @inline(__always)
  static var now: UInt64 {
    var time = timespec()
    clock_gettime(CLOCK_MONOTONIC, &time)
    return UInt64(time.tv_sec) &* 1_000_000_000 &+ UInt64(time.tv_nsec)
  }

  /// Sleeps this thread, as a slow factory does.
  static func sleep(nanoseconds: UInt64) {
    let end = now + nanoseconds
    while now < end {
      let left = end - min(end, now)
      var request = timespec(tv_sec: Int(left / 1_000_000_000), tv_nsec: Int(left % 1_000_000_000))
      nanosleep(&request, nil)
    }
  }
}
