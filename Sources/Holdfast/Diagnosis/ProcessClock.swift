import OnceKernel

/// The clock by which deadlines pass, waits become late, and events are told. The one place that reads the machine's clock and sleeps, so that builds
/// for checking can let time pass: see `pass(_:)`.
package enum ProcessClock {
  /// A moment of this process. The layout of the standard library's instants is known only at run time, so that code that keeps one is much larger.
  package struct Moment: Comparable, Sendable {
    /// Since the clock was first read.
    fileprivate let elapsed: Duration

    package static func < (left: Moment, right: Moment) -> Bool { left.elapsed < right.elapsed }

    package static func + (moment: Moment, duration: Duration) -> Moment { Moment(elapsed: moment.elapsed + duration) }

    package func duration(to other: Moment) -> Duration { other.elapsed - elapsed }

    package var instant: ContinuousClock.Instant { origin + elapsed }

    /// When it comes on the machine's clock, which knows nothing of what was let pass.
    fileprivate var ofMachine: ContinuousClock.Instant { instant - .milliseconds(PassedTime.milliseconds) }
  }

  private static let origin = ContinuousClock.now

  @inline(never)  // for size: called from many places
  package static var now: Moment {
    HeldLocks.expectNone("the clock is read")
    return Moment(elapsed: origin.duration(to: .now) + .milliseconds(PassedTime.milliseconds))
  }

  /// The process is the caller's own: a program, or the process of one test. From now on time may be let pass there.
  package static func own() {
    #if DEBUG || Exploration
      PassedTime.own()
    #endif
  }

  /// Comes at `end`, or when the calling task is cancelled. Explorations end it at any moment, as they schedule what sleeps.
  static func sleep(until end: Moment) async {
    #if DEBUG
      let sleeper = Task { _ = try? await Task.sleep(until: end.ofMachine, clock: .continuous) }
      let number = sleepers.withLock { $0.insert(sleeper, until: end) }
      defer { sleepers.withLock { $0.running[number] = nil } }
      // Time may have passed before it was noted.
      if now >= end { sleeper.cancel() }
      await withTaskCancellationHandler {
        await sleeper.value
      } onCancel: {
        sleeper.cancel()
      }
    #else
      try? await Task.sleep(until: end.ofMachine, clock: .continuous)
    #endif
  }
}

#if DEBUG
  extension ProcessClock {
    private struct Sleepers {
      var last = 0
      var running: [Int: (task: Task<Void, Never>, end: Moment)] = [:]

      mutating func insert(_ task: Task<Void, Never>, until end: Moment) -> Int {
        last += 1
        running[last] = (task, end)
        return last
      }
    }

    private static let sleepers = Guarded(Sleepers())

    /// Wakes what has slept long enough.
    fileprivate static func wake() {
      let now = now
      let due = sleepers.withLock { $0.running.values.filter { $0.end <= now }.map(\.task) }
      for task in due { task.cancel() }
    }
  }
#endif

#if DEBUG || Exploration
  extension ProcessClock {
    /// Lets time pass at once, for the whole process: deadlines within it pass, and what has been waited for too long then is reported.
    ///
    /// Traps unless the process is the caller's own: see `own()`.
    package static func pass(_ duration: Duration) {
      PassedTime.add(milliseconds: Int64(duration / .milliseconds(1)))
      #if DEBUG
        wake()
      #endif
      LongWaitWatch.look()
    }
  }
#endif
