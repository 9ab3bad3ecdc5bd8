#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Android)
  import Android
#endif

/// The machine's monotonic clock and the ways of giving up the processor, in one place because libc is named differently on each platform.
public enum MonotonicClock {
  /// Nanoseconds since some fixed moment; the same clock on every thread, so two readings on two threads can be compared.
  @inline(__always)
  public static func now() -> UInt64 {
    var time = timespec()
    clock_gettime(CLOCK_MONOTONIC, &time)
    return UInt64(time.tv_sec) &* 1_000_000_000 &+ UInt64(time.tv_nsec)
  }

  /// Lets another thread run.
  public static func yieldThread() {
    sched_yield()
  }

  /// Stops the calling thread for about this long.
  ///
  /// Never call it on the cooperative pool.
  public static func pauseThread(microseconds: UInt32) {
    usleep(microseconds)
  }
}
