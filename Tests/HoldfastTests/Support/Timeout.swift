import Foundation
import Testing

/// How long a test waits for what should come at once; longer means that it hangs.
enum Timeout {
  /// Generous, although a busy machine gets more (`Patience`); only a failing test ever waits this long. Where failures are what is looked for,
  /// `HOLDFAST_TEST_TIMEOUT` says how long.
  static let seconds = ProcessInfo.processInfo.environment["HOLDFAST_TEST_TIMEOUT"].flatMap(Double.init) ?? 100
  /// For work that is long by itself.
  static let longSeconds: Double = 120

  /// Looks again and again until `condition` holds: at once a few times, as what is awaited is often a job or two away, then after a pause.
  /// Waiting must not keep others from what is waited for.
  static func until(_ what: String, _ condition: () async throws -> Bool) async throws {
    let patience = Patience()
    var looks = 0
    while try await !condition() {
      if patience.isOver { throw TimedOut(what: what) }
      looks += 1
      if looks < 50 { await Task.yield() } else { await pause() }
    }
  }

  /// A millisecond, also in a task that was cancelled.
  private static func pause() async { await Task { try? await Task.sleep(for: .milliseconds(1)) }.value }
}

extension Trait where Self == TimeLimitTrait {
  /// For a test of which a call would never return if what it tries were broken. The limit is a time of the clock, whatever else the machine does.
  static var bounded: Self { .timeLimit(.minutes(15)) }
}

/// Something did not happen in time.
struct TimedOut: Error, CustomStringConvertible {
  let what: String

  var description: String { "gave up waiting: \(what)" }
}
