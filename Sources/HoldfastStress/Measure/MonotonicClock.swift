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
package enum MonotonicClock {
  /// Nanoseconds since some fixed moment; the same clock on every thread, so two readings on two threads can be compared.
  @inline(__always)
  package static func now() -> UInt64 {
    var time = timespec()
    clock_gettime(CLOCK_MONOTONIC, &time)
    return UInt64(time.tv_sec) &* 1_000_000_000 &+ UInt64(time.tv_nsec)
  }

  /// Seconds since a moment that `now` told.
  package static func seconds(since start: UInt64) -> Double { Double(now() - start) / 1e9 }

  /// Nanoseconds that the calling thread has computed.
  package static func threadTime() -> UInt64 { read(CLOCK_THREAD_CPUTIME_ID) }

  /// Nanoseconds that the process has computed, all threads together.
  package static func processTime() -> UInt64 { read(CLOCK_PROCESS_CPUTIME_ID) }

  private static func read(_ clock: clockid_t) -> UInt64 {
    var time = timespec()
    clock_gettime(clock, &time)
    return UInt64(time.tv_sec) &* 1_000_000_000 &+ UInt64(time.tv_nsec)
  }

  /// Lets another thread run.
  package static func yieldThread() {
    sched_yield()
  }

  /// Stops the calling thread for about this long.
  ///
  /// Never call it on the cooperative pool.
  package static func pauseThread(microseconds: UInt32) {
    usleep(microseconds)
  }
}
