import Holdfast
import Testing

/// The examples of the article "Scopes and lifetimes", as they stand there.
@Suite("Scopes and lifetimes")
struct ScopesAndLifetimes {
  @Test
  func lifetimes() throws {
    let container = try makeLibrary()
    let avatar = try container.resolve(Avatar.self)
    #expect(try container.resolve(Avatar.self) === avatar)
    container.reset(group: .session)
    #expect(try container.resolve(Avatar.self) !== avatar)
    #expect(try container.resolve(Draft.self) !== container.resolve(Draft.self))
  }

  @Test("what is eager is built at the start, and told of its end")
  func eager() async throws {
    let container = try await launch()
    let indexer = try #require(container.peek(Indexer.self))
    #expect(indexer.settings === container.peek(Settings.self))
    try await container.shutdown()
    #expect(await indexer.isStopped)
  }

  @Test
  func scope() async throws {
    let log = Log()
    let container = try Container().register(Log.self, instance: log)
    try await serve(container)
    #expect(log.all == ["closed"])
    let outside = #expect(throws: ResolutionError.self) { try container.resolveNow(Transaction.self) }
    #expect(outside?.code == .outsideScope)
  }

  @Test("a provider makes one each time, and does not keep its container alive")
  func provider() throws {
    var editor: Editor?
    do {
      let container = try makeLibrary()
      try registerEditor(in: container)
      editor = try container.resolve(Editor.self)
      #expect(try editor?.newDraft() !== editor?.newDraft())
    }
    let error = #expect(throws: ResolutionError.self) { _ = try editor?.newDraft() }
    #expect(error?.code == .shutDown)
    #expect(error?.message.hasSuffix("was asked for after its container was released or its overrides had ended.") == true)
  }
}

extension ScopesAndLifetimes {
  @Test
  func ending() async throws {
    let (container, log) = (Container(), Log())
    try registerAccount(in: container, log: log)
    try await container.withScope { scope in _ = try await scope.resolve(Account.self) }
    _ = try? await container.withScope { scope in
      _ = try await scope.resolve(Account.self)
      throw CancellationError()
    }
    #expect(log.all.first == "completed" && log.all.count == 2)
  }

  @Test
  func streaming() async throws {
    let log = Log()
    let container = try Container().register(Log.self, instance: log)
    try container.register(Transaction.self, scope: .scoped) { r in Transaction(log: try r.resolve()) }
    let body = try export(container)
    #expect(container.openScopes == 1)
    try await body { row in log.write(row.text) }
    #expect(log.all == ["0 entries", "closed"] && container.openScopes == 0)
  }

  @Test
  func seeds() async throws {
    #expect(try await answer(Request(path: "/"), from: Container()) == "You asked for /")
  }

  @Test
  func kinds() async throws { try await shop(in: Container()) }
}

actor Indexer {
  let settings: Settings
  private(set) var isStopped = false

  private init(_ settings: Settings) { self.settings = settings }

  static func start(_ settings: Settings) async -> Indexer { Indexer(settings) }

  func stop() { isStopped = true }
}

struct IndexModule: Assembly {
  func register(in batch: Batch) {
    batch.register(
      Indexer.self, scope: .eagerSingleton(dispose: { await $0.stop() }),
      .async { r in await Indexer.start(try await r.resolve()) })
  }
}

func launch() async throws -> Container {
  let container = try Container(IndexModule())
  try container.register(Settings.self) { _ in Settings() }
  try await container.warmUp(.eager)
  return container
}

extension CacheGroup {
  static let session: CacheGroup = "session"
}

final class Settings: Sendable {}
final class Avatar: Sendable {}
final class Draft { var text = "" }  // not Sendable: it belongs to its caller

func makeLibrary() throws -> Container {
  try Container { batch in
    batch.register(Settings.self) { _ in Settings() }
    batch.register(Avatar.self, scope: .cached(.session)) { _ in Avatar() }
    batch.register(Draft.self, scope: .transient) { _ in Draft() }
  }
}

final class Transaction: Disposable, Sendable {
  let log: Log

  init(log: Log) { self.log = log }

  func dispose() async { log.write("closed") }
}

struct Handler: Sendable {
  let transaction: Transaction
}

func serve(_ container: Container) async throws {
  try container
    .register(Transaction.self, scope: .scoped) { r in
      Transaction(log: try r.resolve())
    }
    .register(Handler.self, scope: .scoped) { r in
      Handler(transaction: try r.resolve())
    }

  try await container.withScope { scope in
    let handler = try await scope.resolve(Handler.self)
    let again = try await scope.resolve(Transaction.self)
    precondition(handler.transaction === again)  // one transaction in this scope
  }
  // The transaction was closed before withScope returned.
}

final class Editor: Sendable {
  let newDraft: Provider<Draft>

  init(newDraft: Provider<Draft>) { self.newDraft = newDraft }
}

func registerEditor(in container: Container) throws {
  try container.register(Editor.self) { r in Editor(newDraft: r.provider()) }
}

final class Account: Sendable {
  func commit() async throws {}
  func rollBack() async {}
}

func registerAccount(in container: Container, log: Log) throws {
  try container.register(
    Account.self,
    scope: .scoped(dispose: { account, ending in
      if case .completed = ending {
        try await account.commit()
      } else {
        await account.rollBack()
      }
      log.write("\(ending)")
    }),
    .async { _ in Account() })
}

struct Row: Sendable {
  let text: String
}

func export(
  _ container: Container
) throws -> @Sendable ((Row) async throws -> Void) async throws -> Void {
  let scope = try container.openScope()
  return { write in
    // The handler has returned. The scope ends with the body,
    // and its disposers learn whether the body was written.
    try await scope.endAfter {
      let transaction = try await scope.resolve(Transaction.self)
      try await write(Row(text: "\(transaction.log.all.count) entries"))
    }
  }
}

struct Request: Sendable {
  let path: String
}

func answer(_ request: Request, from container: Container) async throws -> String {
  try container
    .register(seeded: Request.self)
    .register(String.self, named: "answer", scope: .scoped) { r in
      "You asked for \(try r.resolve(Request.self).path)"
    }

  return try await container.withScope(seeds: [.value(request)]) { scope in
    try await scope.resolve(String.self, named: "answer")
  }
}

extension ScopeKind {
  static let session = ScopeKind("session")
  static let request = ScopeKind("request", inside: .session)
}

final class Basket: Sendable {}

func shop(in container: Container) async throws {
  try container.register(Basket.self, scope: .scoped(to: .session)) { _ in Basket() }

  let session = try container.openScope(.session)
  let first = try await session.withScope(.request) { request in
    try await request.resolve(Basket.self)
  }
  let second = try await session.withScope(.request) { request in
    try await request.resolve(Basket.self)
  }
  precondition(first === second)  // the session's
  await session.end()
}
