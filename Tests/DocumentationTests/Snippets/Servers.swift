// swift-format-ignore-file: NeverUseForceTry

import Foundation
import Holdfast
import HoldfastDiagnostics
import HoldfastTesting
import Testing

/// The examples of the article "Servers", as they stand there.
@Suite("Servers")
struct Servers {
  @Test
  func worker() async throws {
    let container = try Container(ServerAssembly())
    try await container.warmUp()
    try container.register(Mailer.self, .wired(Mailer.init))
    let (jobs, sending) = AsyncStream<Request>.makeStream()
    for _ in 0..<3 { sending.yield(Request(path: "/hello")) }
    sending.finish()
    try await container.resolve(Mailer.self).run(jobs)
    #expect(try await end(container))
  }

  @Test
  func request() async throws {
    let container = try await start()
    let pool = try await container.resolve(Pool.self)
    #expect(try await answer(Request(path: "/hello"), from: container) == "/hello from live")
    #expect(pool.log.all == ["committed"])
    await #expect(throws: Handler.NotFound.self) { try await answer(Request(path: "/nowhere"), from: container) }
    #expect(pool.log.all == ["committed", "rolled back"])
    #expect(try await end(container))
    #expect(pool.log.all == ["committed", "rolled back", "closed"])
  }

  @Test
  func streamed() async throws {
    let container = try await start()
    let log = try await container.resolve(Pool.self).log
    let body = try await stream(Request(path: "/hello"), from: container)
    let rows = Log()
    try await body { row in
      rows.write(row)
      #expect(log.all.isEmpty && container.openScopes == 1)
    }
    #expect(rows.all == ["/hello", "live"])
    #expect(log.all == ["committed"] && container.openScopes == 0)

    struct ClientLeft: Error {}
    let other = try await stream(Request(path: "/hello"), from: container)
    await #expect(throws: ClientLeft.self) { try await other { _ in throw ClientLeft() } }
    #expect(log.all == ["committed", "rolled back"])
  }

  @Test("validation knows that the pool has to be warmed up")
  func warmUp() throws {
    let container = try Container(ServerAssembly()).declare(Transaction.self, needs: .on(Pool.self))
    #expect(container.problems().map(\.key) == [AnyKey(Transaction.self)])
    #expect(container.problems(.afterWarmUp).isEmpty)
  }

  /// In the module of the database.
  struct DatabaseAssembly: Assembly {
    func register(in batch: Batch) {
      batch.register(
        Pool.self, scope: .singleton(dispose: { await $0.close() }),
        .async { _ in try await Pool.open() })
      batch.register(
        Transaction.self,
        scope: .scoped(
          to: .httpRequest,
          dispose: { transaction, ending in
            if case .completed = ending {
              try await transaction.commit()
            } else {
              try await transaction.rollBack()
            }
          }),
        factory: { r in Transaction(pool: try r.resolve()) })
    }
  }

  /// In the program.
  struct ServerAssembly: Assembly {
    var dependencies: [any Assembly] { [DatabaseAssembly()] }

    func register(in batch: Batch) {
      batch.register(seeded: Request.self, in: .httpRequest)
      batch.register(
        Handler.self, scope: .scoped(to: .httpRequest), .wired(Handler.init))
    }
  }

  func start() async throws -> Container {
    let container = try Container(ServerAssembly())
    try container.validate(.afterWarmUp)  // assumes that warmUp will run
    try await container.warmUp()
    container.seal()
    return container
  }

  func answer(_ request: Request, from container: Container) async throws -> String {
    try await container.withScope(.httpRequest, seeds: [.value(request)]) { scope in
      try await scope.resolve(Handler.self).respond()
    }
  }

  @Test("A seed replaces the value that a factory makes for the other requests")
  func visitors() async throws {
    let container = try Container { batch in
      batch.register(seeded: Request.self, in: .httpRequest)
      registerVisitor(in: batch)
    }
    for user in [nil, "Ada"] {
      let visitor = try await container.withScope(.httpRequest, seeds: seeds(for: Request(path: "/"), sentBy: user)) { scope in
        try await scope.resolve(Visitor.self)
      }
      switch visitor {
      case .guest: #expect(user == nil)
      case .user(let name): #expect(name == user)
      }
    }
  }

  enum Visitor: Sendable {
    case guest
    case user(String)
  }

  func registerVisitor(in batch: Batch) {
    batch.register(Visitor.self, scope: .scoped(to: .httpRequest)) { _ in .guest }
  }

  func seeds(for request: Request, sentBy user: String?) -> [Seed] {
    guard let user else { return [.value(request)] }
    return [.value(request), .value(Visitor.user(user))]
  }

  typealias Body =
    @Sendable (
      _ write: (String) async throws -> Void
    ) async throws -> Void

  func stream(_ request: Request, from container: Container) async throws -> Body {
    let scope = try container.openScope(.httpRequest, seeds: [.value(request)])
    let handler = try await scope.endOnError { try await scope.resolve(Handler.self) }
    return { write in
      try await scope.endAfter {
        for row in handler.rows { try await write(row) }
      }
    }
  }

  @Test("a signal is heard, and does not end the program", .timeLimit(.minutes(15)))
  func termination() async {
    let termination = Termination(by: SIGUSR2)
    await withTaskGroup { group in
      group.addTask {
        while !Task.isCancelled {
          kill(getpid(), SIGUSR2)  // the first ones may come before it is heard
          await Task.yield()
        }
      }
      await termination.wait()
      group.cancelAll()
    }
    withExtendedLifetime(termination) {}
  }

  final class Termination {
    private let source: any DispatchSourceSignal
    private let arrivals: AsyncStream<Void>

    init(by number: Int32) {
      signal(number, SIG_IGN)  // so that it does not end the program
      let (arrivals, continuation) = AsyncStream.makeStream(of: Void.self)
      self.arrivals = arrivals
      source = DispatchSource.makeSignalSource(signal: number, queue: .global())
      source.setEventHandler { continuation.yield() }
      source.resume()
    }

    func wait() async { for await _ in arrivals { return } }
  }

  func end(_ container: Container) async throws -> Bool {
    let report = try await container.shutdown(deadline: .seconds(10))
    if !report.isClean {
      print("not disposed of:", report.undisposed, "open scopes:", report.openScopes)
      print("disposers that threw:", report.failures)
    }
    return report.isClean
  }

  // MARK: What the article leaves to the reader

  final class Mailer: Sendable {
    let scopes: ScopeOpener
    init(_ scopes: ScopeOpener) { self.scopes = scopes }

    func run(_ jobs: AsyncStream<Request>) async throws {
      for await job in jobs {
        try await scopes.withScope(.httpRequest, seeds: [.value(job)]) { scope in
          _ = try await scope.resolve(Handler.self).respond()
        }
      }
    }
  }

  struct Request: Sendable {
    let path: String
  }

  final class Pool: Sendable {
    let name: String
    let log = Log()

    init(name: String) { self.name = name }

    static func open() async throws -> Pool { Pool(name: "live") }

    func close() async { log.write("closed") }
  }

  final class Transaction: Sendable {
    let pool: Pool

    init(pool: Pool) { self.pool = pool }

    func commit() async throws { pool.log.write("committed") }
    func rollBack() async throws { pool.log.write("rolled back") }
  }

  struct Handler: Sendable {
    let request: Request
    let transaction: Transaction

    struct NotFound: Error {}

    var rows: [String] { [request.path, transaction.pool.name] }

    func respond() async throws -> String {
      guard request.path == "/hello" else { throw NotFound() }
      return rows.joined(separator: " from ")
    }
  }
}

extension ScopeKind {
  static let connection = ScopeKind("connection")
  static let httpRequest = ScopeKind("request", inside: .connection)
}

// MARK: Tests

private typealias ServerAssembly = Servers.ServerAssembly

let server = try! Container(ServerAssembly())

extension Servers {
  @Suite(.overrides(of: server) { $0.register(Pool.self, instance: Pool(name: "test")) })
  struct HandlerTests {
    @Test
    func answers() async throws {
      let text = try await answer(Request(path: "/hello"), from: server)
      #expect(text == "/hello from test")
    }
  }
}

extension Servers.HandlerTests {
  private func answer(_ request: Servers.Request, from container: Container) async throws -> String {
    try await Servers().answer(request, from: container)
  }
}
