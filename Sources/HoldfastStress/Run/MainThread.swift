package import Dispatch
import Foundation

/// The main thread's queue, which no other thread serves while a command runs: what is waited for may have something to do on the main actor.
package enum MainThread {
  /// For so many seconds it serves its queue if there is nothing to do, before it looks again whether what it waits for is there.
  private static let look = 0.001

  /// Does something on a thread of its own, and serves the main queue until it is done, if this is the main thread.
  package static func serving<Result: Sendable>(_ body: @escaping @Sendable () throws -> Result) throws -> Result {
    let result = Locked<Swift.Result<Result, any Error>?>(nil)
    let thread = ThreadGroup(1, stack: 4 << 20, name: "stress") { _ in
      let value = Swift.Result { try body() }
      result.withLock { $0 = value }
    }
    _ = wait(for: thread.group, seconds: .infinity)
    guard let value = result.withLock({ $0 }) else { preconditionFailure("the thread ends after it has put its result down") }
    return try value.get()
  }

  /// Waits until all have left a group, but no longer than `seconds`, and serves the main queue meanwhile; answers whether they have.
  package static func wait(for group: DispatchGroup, seconds: Double) -> Bool {
    guard Thread.isMainThread else { return group.wait(timeout: .now() + seconds) == .success }
    let end = Date(timeIntervalSinceNow: seconds)
    // A job of the main queue ends a look: the last one to leave wakes this thread.
    group.notify(queue: .main) {}
    while group.wait(timeout: .now()) != .success {
      let now = Date()
      if now >= end { return false }
      serve(until: min(end, now + look))
    }
    return true
  }

  /// Serves the main queue until one of its jobs was done, or for a moment, if this is the main thread; waits for as long elsewhere.
  package static func serve() { serve(until: Date(timeIntervalSinceNow: look)) }

  private static func serve(until end: Date) {
    let isServed = Thread.isMainThread && RunLoop.main.run(mode: .default, before: end)
    if !isServed { MonotonicClock.pauseThread(microseconds: 200) }
  }
}
