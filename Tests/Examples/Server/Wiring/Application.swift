/// How the parts of the server come by each other. There are four of them, with the same parts: by Holdfast, and by hand
/// without scopes, with scopes, and with scopes that keep a container's records.
package protocol Application: Sendable {
  /// A client has connected.
  func connect() throws -> any Session
  /// Ends what lives as long as the server, within a time. Answers whether all of it ended, and a line about what did not.
  func shutDown(within time: Duration) async throws -> (isClean: Bool, report: String)
  /// Scopes that are counted as open.
  var openScopes: Int { get }
}

/// What lives as long as a connection.
package protocol Session: Sendable {
  /// Answers a request. What lives as long as the request ends with the response's body.
  func respond(to request: Request, _ logger: Logger) async throws -> Response
  func end() async
}

extension ServerOptions {
  /// What lives as long as the server is there when this returns.
  package func makeApplication(_ counters: Counters) async throws -> any Application {
    switch wiring {
    case .hand: try await HandmadeApplication(self, counters)
    case .handmadeScope: try await HandmadeScopeApplication(self, counters)
    case .recordedScope: try await RecordedScopeApplication(self, counters)
    case .holdfast: try await HoldfastApplication.start(self, counters)
    }
  }
}
