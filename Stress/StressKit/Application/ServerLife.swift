import Foundation
import GreetingServer
import Holdfast
import HoldfastDiagnostics
import HoldfastStress

/// One life of the example server, from its start to what must hold when it is over.
final class ServerLife: Sendable {
  /// How it is started, and ended.
  struct Plan: Sendable {
    /// The worker that ends it.
    var closer = 0
    var scoped = ServerOptions.Scoped.sync
    var builds = ShutdownPolicy.drain
    var isSealed = false
  }

  /// What is there while the server runs.
  struct Running: Sendable {
    let application: HoldfastApplication
    let container: Container
    let server: Server
    fileprivate let log: EventLog
  }

  private struct State: Sendable {
    var running: Running?
    var clients: [ServerClient] = []
    var isOver = false
  }

  let plan: Plan
  /// Set before the server stops to accept connections.
  let isClosing = Flag()
  /// Set before the container shuts down.
  let isShuttingDown = Flag()
  private let defect: Defect?
  private let options: ServerOptions
  private let counters = Counters()
  private let state = Locked(State())

  init(_ plan: Plan, _ defect: Defect?) {
    self.plan = plan
    self.defect = defect
    var options = ServerOptions(
      database: FileManager.default.temporaryDirectory.appendingPathComponent("stress-\(UUID().uuidString).txt"))
    options.scoped = plan.scoped
    options.grace = .seconds(60)  // the watchdog looks first
    self.options = options
  }

  /// Starts the server, unless it runs. It may be asked for more once its container is warmed up.
  func start() throws -> Running {
    try state.withLock { state in
      if let running = state.running { return running }
      let container = try Container(ServerAssembly(options, counters))
      try defect?.plant(in: container, counters)
      try container.validate(.afterWarmUp)
      let application = HoldfastApplication(container, counters)
      let running = Running(
        application: application, container: container, server: try Server(options, application, counters), log: EventLog(of: container))
      state.running = running
      return running
    }
  }

  func note(_ client: ServerClient) { state.withLock { $0.clients.append(client) } }

  /// Ends the server as its program does: first the connections, then what they need.
  func close(_ ledger: Ledger) async {
    guard let running = state.withLock({ $0.running }), !isClosing.isSet else { return }
    isClosing.set()
    ledger.check(await running.server.stop(), .served, "connections did not end")
    isShuttingDown.set()
    do throws(ResolutionError) {
      let report = try await running.container.shutdown(builds: plan.builds, deadline: options.grace)
      ledger.check(report.isClean, .allDisposed, "the shutdown left something behind: \(report)")
    } catch {
      ledger.check(false, .noSurprise, "the shutdown failed: \(error)")
    }
    let late = Result { try running.application.connect() }
    ledger.check((try? late.get()) == nil, .closedForGood, "a connection has a scope after the shutdown")
  }

  /// Checks, once all clients have left, what it came to.
  func judge(_ ledger: Ledger) async {
    let (running, clients) = state.withLock { state in
      defer { state.running = nil }
      return (state.running, state.clients)
    }
    guard let running else { return }
    await counters.settle()
    let metrics = Metrics(counters, running.application)
    judgeCounts(metrics, clients, ledger)
    let repeated = running.log.entries.filter { $0.key == AnyKey(DatabasePool.self) && $0.value.built > 1 }
    ledger.check(repeated.isEmpty, .oneBuild, "built more than once: \(repeated.keys)")
    let problems = running.container.problems(.afterWarmUp)
    ledger.check(problems.isEmpty, .noSurprise, "what was learned of the server makes it invalid: \(problems)")
    await judgeDatabase(clients, ledger)
    ledger.noteBuilds(UInt64(counters.objects.total))
    try? FileManager.default.removeItem(at: options.database)
  }

  private func judgeCounts(_ metrics: Metrics, _ clients: [ServerClient], _ ledger: Ledger) {
    ledger.check(metrics.unanswered == 0, .served, "\(metrics.unanswered) requests were accepted and not answered")
    ledger.check(
      metrics.scopesOpened == metrics.scopesEnded && metrics.scopesOpen == 0, .allDisposed,
      "\(metrics.scopesOpened) scopes were opened, \(metrics.scopesEnded) ended, \(metrics.scopesOpen) are open")
    ledger.check(metrics.objectsAlive == 0, .noneLeft, "\(metrics.objectsAlive) objects of requests and connections are alive")
    let answered = clients.reduce(0) { $0 + $1.answered }
    let refused = clients.reduce(0) { $0 + $1.refusals }
    let left = clients.reduce(0) { $0 + $1.left }
    ledger.check(
      (answered...answered + left).contains(metrics.committed), .wholeTransaction,
      "\(answered) requests were answered and \(left) left, but \(metrics.committed) transactions committed")
    ledger.check(
      metrics.rolledBack >= refused, .wholeTransaction,
      "\(refused) requests were refused, but \(metrics.rolledBack) transactions rolled back")
  }

  /// What is in the file, for a server that would be started again.
  private func judgeDatabase(_ clients: [ServerClient], _ ledger: Ledger) async {
    do {
      let pool = try await DatabasePool(opening: options.database)
      for client in clients {
        let visits = pool.visits(of: client.guest.name)
        ledger.check(
          visits == client.guest.visits, .wholeTransaction, "\(client.guest.name) was greeted \(client.guest.visits) times, not \(visits)")
        let rest = pool.visits(of: client.leaver.name) % Errand.greetingsForLeaver
        ledger.check(rest == 0, .wholeTransaction, "\(rest) greetings of a request are written that has more")
      }
      let refused = pool.visits(of: ServerClient.refused.name)
      ledger.check(refused == 0, .wholeTransaction, "\(refused) greetings are written that were refused")
    } catch {
      ledger.check(false, .noSurprise, "the database cannot be opened again: \(error)")
    }
  }
}
