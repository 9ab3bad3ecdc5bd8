#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Android)
  import Android
#endif

/// A point in time, precise to some milliseconds, read in a tenth of what the exact clock takes: every build notes when it began. With `PassedTime`.
struct CoarseTime: Sendable {
  private let nanoseconds: UInt64

  static var now: CoarseTime { CoarseTime(nanoseconds: machineTime + UInt64(PassedTime.milliseconds) * 1_000_000) }

  private static var machineTime: UInt64 {
    #if canImport(Darwin)
      return clock_gettime_nsec_np(CLOCK_MONOTONIC_RAW_APPROX)
    #else
      var time = timespec()
      clock_gettime(CLOCK_MONOTONIC_COARSE, &time)
      return UInt64(time.tv_sec) * 1_000_000_000 + UInt64(time.tv_nsec)
    #endif
  }

  func duration(to other: CoarseTime) -> Duration { .nanoseconds(Int64(other.nanoseconds) - Int64(nanoseconds)) }
}
