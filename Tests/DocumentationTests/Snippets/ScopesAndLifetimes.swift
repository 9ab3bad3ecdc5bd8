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
    #expect(error?.message.hasSuffix("was asked for after its container, or the overrides in front of it, had gone.") == true)
  }
}

extension CacheGroup {
  static let session: CacheGroup = "session"
}

final class Settings: Sendable {}
final class Avatar: Sendable {}
final class Draft { var text = "" }  // not Sendable: it belongs to whoever resolves it

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
    .register(Transaction.self, scope: .scoped) { r in Transaction(log: try r.resolve()) }
    .register(Handler.self, scope: .scoped) { r in Handler(transaction: try r.resolve()) }

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
