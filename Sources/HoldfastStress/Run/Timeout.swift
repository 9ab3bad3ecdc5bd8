import Dispatch
import Foundation

/// What came of something that was given only so much time.
package enum Attempt<Result> {
  case done(Result)
  case failed(any Error)
  /// It has not ended; its thread or task is left behind.
  case stuck
}

/// Waits with an end, for threads that may block. Never call it on the cooperative pool.
package struct Timeout: Sendable {
  private static let stackSize = 4 << 20
  let meter: LoadMeter

  package init(_ meter: LoadMeter) {
    self.meter = meter
  }

  /// Looks again and again until something holds; answers whether it did within a time, which is longer on a busy machine.
  package func until(_ limit: Duration, _ holds: () -> Bool) -> Bool {
    let end = meter.elapsed + limit
    var pause: UInt32 = 20
    while !holds() {
      if meter.elapsed >= end { return holds() }
      MonotonicClock.pauseThread(microseconds: pause)
      pause = min(2 * pause, 2_000)
    }
    return true
  }

  /// Does something on a thread of its own.
  package func onThread<Result: Sendable>(
    _ limit: Duration, _ body: @escaping @Sendable () throws -> Result
  ) -> Attempt<Result> {
    let result = Locked<Attempt<Result>?>(nil)
    let thread = Thread {
      let attempt: Attempt<Result>
      do { attempt = .done(try body()) } catch { attempt = .failed(error) }
      result.withLock { $0 = attempt }
    }
    thread.stackSize = Self.stackSize
    thread.start()
    return outcome(result, limit)
  }

  /// Does something in a task.
  package func inTask<Result: Sendable>(
    _ limit: Duration, _ body: @escaping @Sendable () async throws -> Result
  ) -> Attempt<Result> {
    let result = Locked<Attempt<Result>?>(nil)
    Task.detached {
      let attempt: Attempt<Result>
      do { attempt = .done(try await body()) } catch { attempt = .failed(error) }
      result.withLock { $0 = attempt }
    }
    return outcome(result, limit)
  }

  private func outcome<Result>(_ result: Locked<Attempt<Result>?>, _ limit: Duration) -> Attempt<Result> {
    _ = until(limit) { result.withLock { $0 != nil } }
    // Taken, so that the closure of a thread that has not quite ended keeps no instance.
    return result.withLock { result in
      defer { result = nil }
      return result ?? .stuck
    }
  }
}
