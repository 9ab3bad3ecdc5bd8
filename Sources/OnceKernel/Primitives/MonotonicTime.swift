#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Android)
  import Android
#endif

/// A point in time as one word; an optional instant of the standard library's clocks costs the miss path several calls.
package struct MonotonicTime: Sendable {
  private let nanoseconds: UInt64

  package static var now: MonotonicTime { MonotonicTime(CLOCK_MONOTONIC) }

  /// Precise to some milliseconds, and read in a tenth of the time: every build notes when it began.
  static var coarse: MonotonicTime {
    #if canImport(Darwin)
      MonotonicTime(CLOCK_MONOTONIC_RAW_APPROX)
    #else
      MonotonicTime(CLOCK_MONOTONIC_COARSE)
    #endif
  }

  private init(_ clock: clockid_t) {
    var time = timespec()
    clock_gettime(clock, &time)
    nanoseconds = UInt64(time.tv_sec) * 1_000_000_000 + UInt64(time.tv_nsec)
  }

  package func duration(to other: MonotonicTime) -> Duration { .nanoseconds(Int64(other.nanoseconds) - Int64(nanoseconds)) }
}
