import HoldfastStress

/// Times single replacements of a key: first alone, then while threads do nothing but read it, more of them than there are cores.
enum SpinningReaders {
  /// How many threads read.
  static let count = 8
  /// How long they read, in nanoseconds. They stop by the clock, so that a writer whom readers keep out comes to its turn.
  private static let window: UInt64 = 100_000_000

  @inline(__always)
  static func work<R: Operation, W: Operation>(read: R, replace: W) -> Work {
    .custom {
      var pair = LatencyPair()
      pair.idle = replacements(replace, until: MonotonicClock.now() + window / 4)
      let barrier = StartBarrier(parties: count + 1)
      let end = MonotonicClock.now() + window
      let body = Body(read)
      let readers = ThreadGroup(count) { _ in
        barrier.wait()
        while MonotonicClock.now() < end { body.run(256) }
      }
      barrier.wait()
      let begin = MonotonicClock.now()
      pair.disturbed = replacements(replace, until: end)
      let nanoseconds = MonotonicClock.now() - begin
      readers.wait()
      return Sample(nanoseconds: Double(nanoseconds), operations: Int(pair.disturbed.count), latency: pair)
    }
  }

  @inline(__always)
  private static func replacements<W: Operation>(_ replace: W, until end: UInt64) -> Histogram {
    var histogram = Histogram()
    var turn = 0
    do {
      repeat {
        let start = MonotonicClock.now()
        try replace.perform(turn)
        histogram.record(MonotonicClock.now() &- start)
        turn += 1
      } while MonotonicClock.now() < end
    } catch {
      fatalError("a replacement failed while it was measured: \(error)")
    }
    return histogram
  }
}
