import Foundation
import OnceKernel

/// Runs a body on several threads at once and collects what they return.
final class Threaded<Result: Sendable>: Sendable {
  private let outcomes: Guarded<[Swift.Result<Result, any Error>]>
  private let count: Int

  private init(_ count: Int) {
    self.count = count
    outcomes = Guarded([])
  }

  static func run(_ count: Int, stack: Int? = nil, _ body: @escaping @Sendable (Int) throws -> Result) -> Threaded {
    let threaded = Threaded(count)
    for index in 0..<count {
      let thread = Thread {
        let outcome = Swift.Result { try body(index) }
        threaded.outcomes.withLock { $0.append(outcome) }
      }
      if let stack { thread.stackSize = stack }
      thread.start()
    }
    return threaded
  }

  /// Waits, for a bounded time, until all threads are done.
  func results() async throws -> [Result] {
    let end = ContinuousClock.now + .seconds(60)
    while true {
      // Copied when no thread appends any more: the thread sanitizer takes a change in place after a copy for a race.
      let (done, outcomes) = outcomes.withLock { ($0.count, $0.count == count ? $0 : []) }
      if done == count { return try outcomes.map { try $0.get() } }
      if ContinuousClock.now > end { throw Unexpected(description: "\(count - done) of \(count) threads hang") }
      await Task.yield()
    }
  }
}
