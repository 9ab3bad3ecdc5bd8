package import Holdfast
import HoldfastDiagnostics

/// The parts are wired by a container.
package struct HoldfastApplication: Application {
  private let container: Container
  private let counters: Counters

  /// - Parameter container: has the `ServerAssembly`.
  package init(_ container: Container, _ counters: Counters) {
    self.container = container
    self.counters = counters
  }

  /// What lives as long as the server was checked, and is there, when this returns.
  package static func start(_ options: ServerOptions, _ counters: Counters) async throws -> HoldfastApplication {
    let container = try Container(ServerAssembly(options, counters))
    try container.validate(.afterWarmUp)
    try await container.warmUp()
    container.seal()
    return HoldfastApplication(container, counters)
  }

  package var openScopes: Int { container.openScopes }

  package func connect() throws -> any Session { HoldfastSession(scope: try container.openScope(.connection), counters: counters) }

  package func shutDown(within time: Duration) async throws -> (isClean: Bool, report: String) {
    let report = try await container.shutdown(deadline: time)
    return (report.isClean, "not disposed of: \(report.undisposed), scopes open: \(report.openScopes), failures: \(report.failures)")
  }
}

/// A connection's scope, with a scope for each request inside.
private struct HoldfastSession: Session {
  let scope: Scope
  let counters: Counters

  init(scope: Scope, counters: Counters) {
    self.scope = scope
    self.counters = counters
    counters.scopes.wasBorn()
  }

  func respond(to request: Request, _ logger: Logger) async throws -> Response {
    let inner = try scope.openScope(.request, seeds: [.value(request), .value(logger)])
    counters.scopes.wasBorn()
    do {
      let response = try await inner.resolve(Handler.self).respond()
      guard case .stream(let parts) = response.body else {
        await end(inner)
        return response
      }
      return Response(
        status: response.status, headers: response.headers,
        body: .stream { write in
          defer { counters.scopes.isGone() }
          try await inner.endAfter { try await parts(write) }
        })
    } catch {
      await end(inner, .failed(error))
      throw error
    }
  }

  func end() async { await end(scope) }

  private func end(_ scope: Scope, _ ending: Ending = .completed) async {
    await scope.end(ending)
    counters.scopes.isGone()
  }
}
