import Dispatch

/// Asynchronous work for a caller that has a thread to block. Never call it on the cooperative pool, whose threads the work needs.
package enum Blocking {
  /// Runs the work in a task, however long it takes; the watchdog sees the waiting worker.
  package static func run<Value: Sendable, Failure>(
    _ body: @escaping @Sendable () async throws(Failure) -> Value
  ) throws(Failure) -> Value {
    let result = Locked<Result<Value, Failure>?>(nil)
    let done = DispatchSemaphore(value: 0)
    Task.detached {
      let value: Result<Value, Failure>
      do throws(Failure) { value = .success(try await body()) } catch { value = .failure(error) }
      result.withLock { $0 = value }
      done.signal()
    }
    done.wait()
    guard let value = result.withLock({ $0 }) else { preconditionFailure("the task signals after it has put its result down") }
    return try value.get()
  }

  /// Runs the work in a task, where no watchdog looks; answers whether it was done within some seconds. The main thread serves its queue meanwhile.
  package static func run(seconds: Double, _ body: @escaping @Sendable () async -> Void) -> Bool {
    let group = DispatchGroup()
    group.enter()
    Task.detached {
      await body()
      group.leave()
    }
    return MainThread.wait(for: group, seconds: seconds)
  }

  /// Looks again and again until something holds, for up to so many seconds; answers whether it did.
  package static func until(seconds: UInt64 = 1, _ holds: () -> Bool) -> Bool {
    let deadline = MonotonicClock.now() + seconds * 1_000_000_000
    while !holds() {
      if MonotonicClock.now() >= deadline { return holds() }
      MonotonicClock.pauseThread(microseconds: 200)
    }
    return true
  }
}
