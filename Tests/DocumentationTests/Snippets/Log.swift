import Foundation

/// What the examples of several articles write to.
final class Log: Sendable {
  private let lock = NSLock()
  /// Guard: `lock`.
  private nonisolated(unsafe) var entries: [String] = []  // unsafe: touched under the lock only

  func write(_ entry: String) { lock.withLock { entries.append(entry) } }

  var all: [String] { lock.withLock { entries } }
}
