package import Holdfast
import HoldfastDiagnostics

/// The parts are wired by a container.
package struct HoldfastApplication: Application {
  private let container: Container
  private let counters: Counters
  /// What replaces parts while the server runs.
  private let replacing: Replacing?

  /// - Parameter container: has the `ServerAssembly`.
  package init(_ container: Container, _ counters: Counters) { self.init(container, counters, nil) }

  private init(_ container: Container, _ counters: Counters, _ replacing: Replacing?) {
    self.container = container
    self.counters = counters
    self.replacing = replacing
  }

  /// What lives as long as the server was checked, and is there, when this returns.
  package static func start(_ options: ServerOptions, _ counters: Counters) async throws -> HoldfastApplication {
    let container = try Container(ServerAssembly(options, counters))
    try container.validate(.afterWarmUp)
    try await container.warmUp()
    if options.replacements > 0 {
      return HoldfastApplication(container, counters, try await Replacing(container, counters, timesPerSecond: options.replacements))
    }
    container.seal()
    return HoldfastApplication(container, counters)
  }

  package var openScopes: Int { container.openScopes }

  package func connect() throws -> any Session {
    HoldfastSession(scope: try container.openScope(.connection), counters: counters, isLive: replacing != nil)
  }

  package func shutDown(within time: Duration) async throws -> (isClean: Bool, report: String) {
    try await replacing?.end()
    let report = try await container.shutdown(deadline: time)
    return (report.isClean, "not disposed of: \(report.undisposed), scopes open: \(report.openScopes), failures: \(report.failures)")
  }
}

/// A connection's scope, with a scope for each request inside.
private struct HoldfastSession: Session {
  let scope: Scope
  let counters: Counters
  /// Whether requests use parts that are replaced.
  let isLive: Bool

  init(scope: Scope, counters: Counters, isLive: Bool) {
    self.scope = scope
    self.counters = counters
    self.isLive = isLive
    counters.scopes.wasBorn()
  }

  func respond(to request: Request, _ logger: Logger) async throws -> Response {
    let inner = try scope.openScope(.request, seeds: [.value(request), .value(logger)])
    counters.scopes.wasBorn()
    do {
      let desk = isLive ? try await inner.resolve(LiveDesk.self) : nil
      let response = try await inner.resolve(Handler.self).respond()
      desk?.check()
      guard case .stream(let parts) = response.body else {
        await end(inner)
        return response
      }
      return Response(
        status: response.status, headers: response.headers,
        body: .stream { write in
          defer { counters.scopes.isGone() }
          try await inner.endAfter {
            try await parts(write)
            desk?.check()
          }
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
