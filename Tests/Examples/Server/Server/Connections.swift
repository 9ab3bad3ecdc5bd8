import Foundation

/// The connections that are open.
final class Connections: Sendable {
  private struct State: Sendable {
    var open: [ObjectIdentifier: Connection] = [:]
    var mayGrow = true
  }

  private let state = Locked(State())

  func add(_ connection: Connection) { state.withLock { $0.open[ObjectIdentifier(connection)] = connection } }

  func remove(_ connection: Connection) { _ = state.withLock { $0.open.removeValue(forKey: ObjectIdentifier(connection)) } }

  /// The last one was accepted.
  func close() { state.withLock { $0.mayGrow = false } }

  /// Suspends until all have ended, closes those on which nothing comes, and after some time the others too. Answers whether all ended.
  func drain(within grace: Duration) async -> Bool {
    let quiet = Duration.milliseconds(500)
    let start = ContinuousClock.now
    while true {
      let (open, mayGrow) = state.withLock { ($0.open.values, $0.mayGrow) }
      if open.isEmpty, !mayGrow { return true }
      let elapsed = start.duration(to: .now)
      if elapsed > grace + .seconds(1) { return false }
      for connection in open {
        if elapsed > grace {
          connection.close()
        } else if elapsed > quiet {
          connection.close(ifIdleFor: quiet)
        }
      }
      try? await Task.sleep(for: .milliseconds(20))  // between two looks; connections do not say when they are idle
    }
  }
}
