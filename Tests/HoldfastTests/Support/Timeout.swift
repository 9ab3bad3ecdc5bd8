import Foundation

/// How long a test waits for what should come at once; longer means that it hangs.
enum Timeout {
  /// Generous, because a task that a test starts comes after all the tests that wait for the cooperative pool; only a failing test ever waits
  /// this long. Where failures are what is looked for, `HOLDFAST_TEST_TIMEOUT` says how long.
  static let seconds = ProcessInfo.processInfo.environment["HOLDFAST_TEST_TIMEOUT"].flatMap(Double.init) ?? 100
  /// For work that is long by itself.
  static let longSeconds: Double = 120

  static var isOver: @Sendable () -> Bool {
    let end = ContinuousClock.now + .seconds(seconds)
    return { ContinuousClock.now > end }
  }

  /// Yields until `condition` holds.
  static func until(_ what: String, _ condition: () async throws -> Bool) async throws {
    let isOver = isOver
    while try await !condition() {
      if isOver() { throw TimedOut(what: what) }
      await Task.yield()
    }
  }
}

/// Something did not happen in time.
struct TimedOut: Error, CustomStringConvertible {
  let what: String

  var description: String { "gave up waiting: \(what)" }
}
