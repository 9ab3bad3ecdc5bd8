package import Holdfast
import HoldfastDiagnostics
import HoldfastStress

/// A whole server from start to end, again and again: built, warmed up, asked by everybody at once, each request in a scope, and shut down.
///
/// A round makes the application's container afresh. Everybody warms it up or begins to serve at once; a request resolves its pipeline, whose
/// handlers share one unit of work that nobody else has seen, while the services under it are the same for all. One worker shuts the server down
/// while the others still serve: they are told so and stop. Every shared service is built once in a round, and everything is disposed of.
///
/// What runs on the main actor is left out while nobody serves it, as in a program that blocks its main thread.
final class ApplicationWorkload: ContainerWorkload {
  static let name = "application"
  static let summary = "a server of 71 registrations: warmed up, serving requests in scopes, shut down"
  static let acts = 8
  static let hasRounds = true

  /// How many requests whoever shuts down serves before, and everybody else at most: who shuts down may have left at the end of the run.
  private static let requestsOfCloser = 6
  private static let requests = 30

  private let ledger: Ledger
  private let workers: Int
  private let metrics: Metrics
  private let rounds: Rounds<Round?>
  private let requests = KeyState()
  private let isMainServed = Flag()

  private final class Round: Sendable {
    let container: Container
    let closer: Int
    let builds: ShutdownPolicy
    let transport = KeyState()
    private let log: EventLog
    private let shared: Set<AnyKey>

    init(_ container: Container, closer: Int, builds: ShutdownPolicy) {
      self.container = container
      self.closer = closer
      self.builds = builds
      log = EventLog(of: container)
      shared = Set(container.graph().nodes.filter { $0.lifetime == .singleton }.map(\.key))
    }

    /// The singletons that were built more than once.
    var builtTwice: [AnyKey] { log.entries.filter { shared.contains($0.key) && $0.value.built > 1 }.map(\.key) }
  }

  init(_ setting: Setting) {
    ledger = setting.ledger
    workers = setting.workers
    metrics = Metrics(setting.ledger)
    rounds = Rounds(seed: setting.seed, name: Self.name, first: nil)
  }

  func prepare(_ subject: any StressSubject) {
    Task { @MainActor [isMainServed] in isMainServed.set() }
  }

  func beginRound() {
    endRound()
    rounds.advance { _, random in
      var round: Round?
      ledger.expectSuccess("building the application") {
        round = Round(
          try Application.container(metrics), closer: random.below(workers), builds: random.once(in: 2) ? .drain : .cancel)
      }
      return round
    }
  }

  func act(_ number: Int, by worker: Worker) {
    Blocking.run { await self.actInTask(number, by: worker) }
  }

  func actInTask(_ number: Int, by worker: Worker) async {
    guard let round = rounds.current else { return }
    if number.isMultiple(of: 2) { await warmUp(round, by: worker) }
    if worker.index == round.closer {
      for _ in 0..<Self.requestsOfCloser { _ = await serve(round, by: worker) }
      return await close(round, by: worker)
    }
    for _ in 0..<Self.requests {
      guard await serve(round, by: worker) else { return }
      await Task.yield()
    }
  }

  func finish(_ subject: any StressSubject) {
    endRound()
    if let round = rounds.current { metrics.disposals.finish(round.container) }
  }

  private func warmUp(_ round: Round, by worker: Worker) async {
    let includesMain = isMainServed.isSet
    let keys = round.container.graph().nodes.filter { $0.isWarmedUp && (includesMain || !$0.isOnMainActor) }.map(\.key)
    let answer = await Answer.of { () async throws(ResolutionError) in try await round.container.warmUp(keys) }
    _ = worker.value(of: answer, orOneOf: .shutDown, what: "warming up")
  }

  /// Serves one request; answers whether to go on.
  private func serve(_ round: Round, by worker: Worker) async -> Bool {
    let mark = requests.nextNumber()
    return await round.container.withScope { scope in
      let answer = await Answer.of { () async throws(ResolutionError) in
        (
          try await scope.resolve(RequestPipeline.self), try await scope.resolve(UnitOfWork.self),
          try await scope.resolve(HTTPTransport.self)
        )
      }
      guard let (pipeline, work, transport) = worker.value(of: answer, orOneOf: .shutDown, what: "a request") else { return false }
      let works = pipeline.router.handlers.compactMap(\.work)
      worker.check(works.count == 8 && works.allSatisfy { $0 === work }, .scopeApart, "a request has more than one unit of work")
      let owner = work.request.settle(on: mark)
      worker.check(owner == mark, .scopeApart, "request \(mark) has the unit of work of request \(owner)")
      worker.check(work.life.tracked.isIntact && transport.life.tracked.isIntact, .intact, "a resource is not wholly built")
      worker.check(!work.life.tracked.isClaimed, .scopeApart, "a unit of work is disposed of while its request is served")
      let serial = transport.life.tracked.serial
      worker.check(round.transport.settle(on: serial) == serial, .oneObject, "the application has two transports")
      return await commit(work, by: worker)
    }
  }

  /// Reaches for the database at last; answers whether to go on.
  private func commit(_ work: UnitOfWork, by worker: Worker) async -> Bool {
    let database = await Answer.of { () async throws(ResolutionError) in try await work.database.value() }
    guard let database = worker.value(of: database, orOneOf: .shutDown, what: "reaching the database") else { return false }
    worker.check(database.primary !== database.replica, .oneObject, "two names have one connection pool")
    return true
  }

  private func close(_ round: Round, by worker: Worker) async {
    do throws(ResolutionError) {
      let report = try await round.container.shutdown(builds: round.builds)
      worker.check(report.isClean, .allDisposed, "the shutdown left something behind: \(report)")
    } catch {
      worker.check(false, .noSurprise, "the shutdown failed: \(error)")
    }
    worker.check(await !serve(round, by: worker), .closedForGood, "a request is served after the shutdown")
  }

  private func endRound() {
    guard let round = rounds.current else { return }
    let repeated = round.builtTwice
    ledger.check(repeated.isEmpty, .oneBuild, "built more than once in one application: \(repeated)")
    let problems = round.container.problems(roots: Application.roots)
    ledger.check(problems.isEmpty, .noSurprise, "what was learned of the application makes it invalid: \(problems)")
  }
}

extension DependencyGraph.Node {
  /// Whether it is built when an application is warmed up.
  fileprivate var isWarmedUp: Bool {
    switch lifetime.value {
    case .singleton, .cached: true
    case .scoped, .scopedTo, .weak, .graph, .transient: false
    }
  }
}

/// A server as one finds them: 71 registrations in six assemblies, some asynchronous, some on an actor, some of each request's own.
///
/// The example that validation, drawings and timelines are tried on, and that the workload `application` runs. Its services do next to nothing:
/// what counts is who needs whom, for how long, and where it may be built.
package enum Application {
  /// What the outside asks for: the server, the pipeline of each request, the panel of its administrators.
  package static let roots = [AnyKey(Server.self), AnyKey(RequestPipeline.self), AnyKey(AdminPanel.self)]

  /// Makes a container with everything in it, and nothing built.
  package static func container(_ metrics: Metrics) throws(ResolutionError) -> Container {
    try Container(OperationsAssembly(metrics: metrics), HandlersAssembly(metrics: metrics))
  }
}
