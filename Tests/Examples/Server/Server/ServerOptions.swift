package import Foundation

/// How the server is started.
package struct ServerOptions: Sendable {
  /// In the order in which they promise more.
  package enum Wiring: String, Sendable, CaseIterable, Codable {
    case hand
    case handmadeScope = "handmade-scope"
    case recordedScope = "recorded-scope"
    case holdfast
  }
  /// How the factories of what lives as long as a request run.
  package enum Scoped: String, Sendable, CaseIterable, Codable { case sync, async }
  package enum Disposer: String, Sendable, CaseIterable { case transaction, pool }

  package var port: UInt16 = 0
  package var wiring = Wiring.holdfast
  package var scoped = Scoped.sync
  package var database: URL
  /// The database is removed at the end.
  package var isDatabaseTemporary = false
  package var isLogging = false
  /// The report at the end is for programs.
  package var isJSON = false
  /// The end of the standard input is taken for SIGTERM.
  package var endsWithInput = false
  /// How long a shutdown waits for connections, and then for the container.
  package var grace = Duration.seconds(10)
  /// How many times a second parts are replaced while requests use them.
  package var replacements = 0.0
  /// A disposer that never returns, for tests.
  package var hangingDisposer: Disposer?

  package init(database: URL) {
    self.database = database
  }

  /// Suspends for ever if this is the disposer that hangs.
  func hangs(_ disposer: Disposer) async {
    while hangingDisposer == disposer { try? await Task.sleep(for: .seconds(3600)) }
  }
}
