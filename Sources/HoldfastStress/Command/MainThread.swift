import Foundation

/// The main thread's queue, which no other thread serves while a command runs.
package enum MainThread {
  /// Does something on a thread of its own, and serves the main queue until it is done, if this is the main thread.
  package static func serving<Result: Sendable>(_ body: @escaping @Sendable () throws -> Result) throws -> Result {
    let result = Locked<Swift.Result<Result, any Error>?>(nil)
    let thread = Thread {
      let value = Swift.Result { try body() }
      result.withLock { $0 = value }
    }
    thread.name = "stress"
    thread.stackSize = 4 << 20
    thread.start()
    while true {
      if let value = result.withLock({ $0 }) { return try value.get() }
      let isServed = Thread.isMainThread && RunLoop.main.run(mode: .default, before: Date(timeIntervalSinceNow: 0.005))
      if !isServed { MonotonicClock.pauseThread(microseconds: 500) }
    }
  }
}
