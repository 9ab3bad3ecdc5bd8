import Holdfast
import HoldfastDiagnostics
import OnceKernel
import Testing

@Suite("A scope opener")
struct ScopeOpenerTests {
  /// Opens a scope for each piece of work.
  private final class Worker: Disposable, Sendable {
    let scopes: ScopeOpener
    let ended: @Sendable (Worker) async -> Void

    init(scopes: ScopeOpener, ended: @escaping @Sendable (Worker) async -> Void = { _ in }) {
      (self.scopes, self.ended) = (scopes, ended)
    }

    convenience init(wired scopes: ScopeOpener) { self.init(scopes: scopes) }

    func work() async throws -> Part { try await scopes.withScope { scope async throws in try await scope.resolve(Part.self) } }

    func workNow() throws -> Part { try scopes.withScope { scope in try scope.resolve(Part.self) } }

    func dispose() async { await ended(self) }
  }

  private let container = Container()

  private func register(in container: Container, _ disposed: Counter = Counter()) throws {
    let built = Counter()
    try container
      .register(Part.self, scope: .scoped(dispose: { _ in disposed.add() })) { _ in Part("live", build: built.add()) }
      .register(Worker.self) { r in Worker(scopes: try r.resolve()) }
  }

  private func worker(_ container: Container? = nil) throws -> Worker { try (container ?? self.container).resolve() }

  @Test("opens a scope for each piece of work, from a factory, from wiring and from an injected property")
  func works() async throws {
    let disposed = Counter()
    try register(in: container, disposed)
    try container.register(Worker.self, named: "wired", .wired(Worker.init(wired:)))
    let first = try await worker().work()
    let second = try worker().workNow()
    #expect(first.build == 1 && second.build == 2)
    let wired = try container.resolveNow(Worker.self, named: "wired")
    #expect(try await wired.work().build == 3)
    #expect(try container.resolveNow(ScopeOpener.self).withScope { try $0.resolveNow(Part.self) }.build == 4)
    try await Timeout.until("all are disposed of") { disposed.value == 4 }
    // It is no need that anything has to be registered for.
    try container.validate(.afterRun)
    #expect(container.graph().edges.isEmpty)
    #expect(try await container.shutdown(deadline: nil).isClean)
  }

  @Test("gives its scopes seeds and a kind")
  func seeds() async throws {
    let kind = ScopeKind("job")
    try container.register(seeded: Int.self, in: kind).register(Worker.self) { r in Worker(scopes: try r.resolve()) }
    let scopes = try worker().scopes
    #expect(try scopes.withScope(kind, seeds: [.value(1)]) { try $0.resolveNow(Int.self) } == 1)
    #expect(try await scopes.withScope(kind, seeds: [.value(2)]) { scope async throws in try await scope.resolve(Int.self) } == 2)
    let scope = try scopes.openScope(kind, seeds: [.value(3)])
    #expect(container.openScopes == 1)
    #expect(try scope.resolveNow(Int.self) == 3)
    await scope.end()
    #expect(try failure { try scopes.openScope(kind) }.code == .notSeeded)
    #expect(try failure { try scopes.withScope(kind) { (_: Scope) throws(ResolutionError) in } }.code == .notSeeded)
  }

  @Test("keeps no container alive")
  func release() async throws {
    var container: Container? = Container()
    try register(in: try #require(container))
    let worker = try worker(container)
    weak let released = container
    container = nil
    #expect(released == nil)
    #expect(try failure { try worker.workNow() }.code == .shutDown)
    #expect(try failure { try worker.scopes.openScope() }.code == .shutDown)
  }

  @Test("belongs to the overrides that built its holder, wherever that is asked")
  func overrides() async throws {
    try register(in: container)
    let live = try worker()
    let made = Guarded<Worker?>(nil)
    try await container.withOverrides({ $0.register(Part.self, scope: .scoped) { _ in Part("fake") } }) { () async throws in
      let worker = try worker()
      #expect(worker !== live)
      #expect(try await worker.work().name == "fake")
      #expect(try await Task.detached { try await worker.work().name.text }.value == "fake")
      // What lives in the container opens its scopes in the layer that is in force.
      made.withLock { $0 = worker }
    }
    let over = try #require(made.withLock { $0 })
    #expect(try failure { try over.workNow() }.code == .shutDown)
    #expect(try await live.work().name == "live")
    let overriding = try Container(overriding: container) { $0.register(Part.self, scope: .scoped) { _ in Part("preview") } }
    let preview = try worker(overriding)
    #expect(try await preview.work().name == "preview")
    #expect(try await Task.detached { try await preview.work().name.text }.value == "preview")
    #expect(try await live.work().name == "live")
    try await overriding.shutdown(deadline: nil)
    #expect(try failure { try preview.workNow() }.code == .shutDown)
  }

  @Test("is refused once the shutdown has begun, is served inside an open scope, and in disposers")
  func shutdown() async throws {
    let (open, goOn, answers) = (Gate("a scope is open"), Gate("its work goes on"), Guarded<[String]>([]))
    try container.register(Part.self, scope: .scoped) { _ in Part("live") }
    try container.register(Worker.self) { r in
      Worker(scopes: try r.resolve()) { worker in
        let answer = (try? await worker.work())?.name.text ?? "refused"
        answers.withLock { $0.append(answer) }
      }
    }
    let worker = try worker()
    let job = Pending<String>.inTask {
      try await worker.scopes.withScope { (_: Scope) async throws in
        open.open()
        try await goOn.pass()
        return try await worker.work().name.text
      }
    }
    try await open.pass()
    let ending = Pending<Bool>.inTask { [container] in try await container.shutdown(deadline: nil).isClean }
    try await Timeout.until("the shutdown has begun") { (try? worker.scopes.openScope()) == nil }
    #expect(try failure { try worker.workNow() }.code == .shutDown)
    goOn.open()
    #expect(try await job.value() == "live")
    #expect(try await ending.value())
    #expect(answers.withLock { $0.count } == 1)
  }
}
