import Foundation
import GreetingServer
import Holdfast
import HoldfastStress

/// The example server, started, visited by all workers at once, and shut down while they are still there; again and again.
///
/// ```
/// all workers   warm up   visit: a greeting, a stream, a refused request, a stream that is left …   until the server says that it closes
/// one of them   warm up   visit, a few requests    stop: no new connections, then the container
/// ```
///
/// Threads are clients on the loopback interface, through the server's own sockets. Tasks open sessions of the same application themselves, so that
/// requests run while the container shuts down, which waits for them. Each answer must be the client's own. When it is over, each accepted
/// request was answered, each scope has ended, each transaction is in the database wholly or not at all, and no object is alive.
final class ApplicationWorkload: ContainerWorkload {
  static let name = "application"
  static let summary = "the example server: requests, streams, clients that leave, and a graceful shutdown"
  /// An act is the seed of all that a client does.
  static let acts = 1 << 16
  static let hasRounds = true

  /// How many requests the closer makes before it closes, and all others at most: the closer may have left at the end of the run.
  private static let requestsOfCloser = 40
  private static let requests = 2_000
  /// How many requests a task makes of its session after the container's shutdown has begun, which waits for the session's scope.
  private static let requestsInShutdown = 8
  /// Between two requests of a task: the server's connections want the pool's threads too.
  private static let pause = Duration.microseconds(300)
  /// How long an answer may take, in milliseconds. The watchdog barks before.
  private static let patience: Int32 = 60_000

  private let setting: Setting
  private let rounds: Rounds<Round>
  private let defect = HoldfastStress.Locked<Defect?>(nil)

  /// A life of the server, and the one before: it is judged when all clients have certainly let go of it.
  private struct Round: Sendable {
    let life: ServerLife
    let last: ServerLife?
  }

  private var ledger: Ledger { setting.ledger }

  init(_ setting: Setting) {
    self.setting = setting
    rounds = Rounds(seed: setting.seed, name: Self.name, first: Round(life: ServerLife(ServerLife.Plan(), nil), last: nil))
  }

  func prepare(_ subject: any StressSubject) {
    signal(SIGPIPE, SIG_IGN)  // writing to a client that has left is an error, not the end of the program
    defect.withLock { $0 = subject.defect }
  }

  func beginRound() {
    let last = rounds.current.life
    rounds.advance { _, random in
      let plan = ServerLife.Plan(
        closer: random.below(setting.workers), scoped: random.once(in: 2) ? .sync : .async, builds: random.once(in: 2) ? .drain : .cancel,
        isSealed: random.once(in: 2))
      return Round(life: ServerLife(plan, defect.withLock { $0 }), last: last)
    }
  }

  func act(_ number: Int, by worker: Worker) {
    let round = rounds.current
    guard let running = Blocking.run({ await self.enter(round, by: worker) }) else { return }
    visit(running.server.port, of: round.life, ServerClient(worker, seed: number), by: worker)
    if isCloser(worker, of: round) { Blocking.run { [ledger] in await round.life.close(ledger) } }
  }

  func actInTask(_ number: Int, by worker: Worker) async {
    let round = rounds.current
    guard let running = await enter(round, by: worker) else { return }
    await visit(running.application, of: round.life, ServerClient(worker, seed: number), by: worker)
    if isCloser(worker, of: round) { await round.life.close(ledger) }
  }

  func finish(_ subject: any StressSubject) {
    let (round, ledger) = (rounds.current, ledger)
    let ended = Blocking.run(seconds: 20) {
      await round.last?.judge(ledger)
      await round.life.close(ledger)
      await round.life.judge(ledger)
    }
    ledger.check(ended, .progress, "a shutdown with nothing going on takes more than 20 s")
  }

  private func isCloser(_ worker: Worker, of round: Round) -> Bool { worker.index == round.life.plan.closer }

  /// Has the server started and warmed up; nil if that failed, or it is over already.
  private func enter(_ round: Round, by worker: Worker) async -> ServerLife.Running? {
    if isCloser(worker, of: round) { await round.last?.judge(ledger) }
    var running: ServerLife.Running?
    ledger.expectSuccess("starting the server") { running = try round.life.start() }
    guard let running else { return nil }
    let answer = await Answer.of { () async throws(ResolutionError) in try await running.container.warmUp() }
    guard worker.value(of: answer, orOneOf: .shutDown, what: "warming up") != nil else { return nil }
    if round.life.plan.isSealed { running.container.seal() }
    return running
  }

  private func requests(of worker: Worker, _ life: ServerLife) -> Int {
    worker.index == life.plan.closer ? Self.requestsOfCloser : Self.requests
  }
}

// MARK: - In a task

extension ApplicationWorkload {
  /// Opens a session, and makes requests of it until the container shuts down, and some more.
  private func visit(_ application: HoldfastApplication, of life: ServerLife, _ client: ServerClient, by worker: Worker) async {
    let session: any Session
    do { session = try application.connect() } catch { return check(isEnd(error, of: life), by: worker, "connecting failed: \(error)") }
    var client = client
    var rest = Self.requestsInShutdown
    for number in 0..<requests(of: worker, life) where !setting.stop.isSet && rest > 0 {
      if life.isShuttingDown.isSet { rest -= 1 }
      let errand = client.nextErrand()
      let goesOn = await worker.timedInTask(.custom, key: number) { await ask(session, errand, &client, of: life, by: worker) }
      guard goesOn else { break }
      try? await Task.sleep(for: Self.pause)
    }
    await session.end()
    life.note(client)
  }

  /// Makes a request; answers whether to go on.
  private func ask(_ session: any Session, _ errand: Errand, _ client: inout ServerClient, of life: ServerLife, by worker: Worker) async
    -> Bool
  {
    do {
      let response = try await session.respond(to: Request(client.path(of: errand)), Logger(request: "a request", sink: nil))
      let parts = try await response.parts(leaving: errand)
      worker.check(client.takes(parts, to: errand), .rightAnswer, "\(client.path(of: errand)) was answered with \(parts)")
      return true
    } catch is ClientLeft {
      client.hasLeft()
      return true
    } catch {
      if case .refusal = errand, !(error is ResolutionError) {
        client.wasRefused()
        return true
      }
      check(isEnd(error, of: life), by: worker, "\(client.path(of: errand)) failed: \(error)")
      return false
    }
  }

  private func isEnd(_ error: any Error, of life: ServerLife) -> Bool {
    (error as? ResolutionError)?.code == .shutDown && life.isShuttingDown.isSet
  }

  private func check(_ isAllowed: Bool, by worker: Worker, _ message: @autoclosure () -> String) {
    worker.check(isAllowed, .allowedError, message())
  }
}

private struct ClientLeft: Error {}

extension Response {
  /// The parts of its body, of which the client that leaves takes one.
  fileprivate func parts(leaving errand: Errand) async throws -> [String] {
    switch body {
    case .text(let text): return [text]
    case .stream(let parts):
      var taken: [String] = []
      try await parts { part in
        if case .leaving = errand, !taken.isEmpty { throw ClientLeft() }
        taken.append(part)
      }
      return taken
    }
  }
}

// MARK: - On a thread

extension ApplicationWorkload {
  /// Connects, and makes requests until the server says that it closes the connection.
  private func visit(_ port: UInt16, of life: ServerLife, _ client: ServerClient, by worker: Worker) {
    guard var connection = ClientConnection(toPort: port) else {
      return worker.check(life.isClosing.isSet, .served, "the server accepts no connection")
    }
    var client = client
    for number in 0..<requests(of: worker, life) where !setting.stop.isSet {
      let errand = client.nextErrand()
      let goesOn = worker.timed(.custom, key: number) {
        if case .leaving = errand { return leave(port, &client) }
        return ask(&connection, errand, &client, of: life, by: worker)
      }
      guard goesOn else { break }
    }
    life.note(client)
  }

  /// Makes a request; answers whether to go on.
  private func ask(
    _ connection: inout ClientConnection, _ errand: Errand, _ client: inout ServerClient, of life: ServerLife, by worker: Worker
  ) -> Bool {
    let path = client.path(of: errand)
    guard connection.ask(for: path), let answer = connection.answer(within: Self.patience) else {
      // A connection is closed if nothing comes on it while the server ends; what the server has accepted, it must answer: see `ServerLife`.
      worker.check(life.isClosing.isSet, .served, "\(path) is not answered")
      return false
    }
    if case .refusal = errand {
      worker.check(answer.head.hasPrefix("HTTP/1.1 500"), .rightAnswer, "\(path) was answered with \(answer.head)")
      client.wasRefused()
    } else {
      let isRight = answer.head.hasPrefix("HTTP/1.1 200") && client.takes(answer.parts, to: errand)
      worker.check(isRight, .rightAnswer, "\(path) was answered with \(answer.head)\(answer.parts)")
    }
    return !answer.isLast
  }

  /// Leaves in the middle of an answer, on a connection of its own, as another guest.
  private func leave(_ port: UInt16, _ client: inout ServerClient) -> Bool {
    guard var other = ClientConnection(toPort: port), other.ask(for: client.path(of: .leaving)) else { return true }  // its end has begun
    client.hasLeft()
    _ = other.next(within: Self.patience)
    other.abandon()
    return true
  }
}
