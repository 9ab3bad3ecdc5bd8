import Holdfast
import HoldfastComposition
import HoldfastDiagnostics
import Testing

@Suite("Scopes of a composition")
struct ScopeTests {
  @Test("Each scope has its own objects, of what it was given, and disposes of them with how it ended")
  func scopes() async throws {
    let log = Log()
    let app = try makeApp(log: log)
    let users = try await app.withScope(Request(user: User(id: 1))) { outer in
      let audit = try app.audit(outer)
      #expect(try app.audit(outer) === audit)
      #expect(try outer.given.user == User(id: 1))
      let transaction = try await outer(app.ordering.transaction)
      #expect(transaction.audit === audit)
      let other = try await app.withScope(Request(user: User(id: 2))) { inner in try app.audit(inner).user }
      return [audit.user, other]
    }
    #expect(users == [User(id: 1), User(id: 2)])
    #expect(log.all == ["audit of 2 completed", "audit of 1 completed"])
    await #expect(throws: CancellationError.self) {
      try await app.withScope(Request(user: User(id: 3))) { scope in
        _ = try app.audit(scope)
        throw CancellationError()
      }
    }
    #expect(log.all.last == "audit of 3 failed")
  }

  @Test("A scope inside a scope of another kind has the objects of both")
  func nested() async throws {
    struct Session: ComposedScope { let name: String }
    struct Step: ComposedScope {
      typealias Outer = Session
      let number: Int
    }
    struct Steps: Composition {
      let session = Given<Session>()
      let step = Given<Step>()
      let cart = Scoped<Session, Cache>(\.session) { _ in Cache() }
      let line = Scoped<Step, String>(\.session, \.step, \.cart) { session, step, _ in "\(session.name) \(step.number)" }
    }
    let steps = try Composed(Steps.init)
    let lines = try await steps.withScope(Session(name: "a")) { session in
      var lines: [String] = []
      for number in 1...2 {
        lines.append(try await session.withScope(Step(number: number)) { step in try step(steps.line) })
      }
      return lines
    }
    #expect(lines == ["a 1", "a 2"])
  }

  final class Worker: Sendable {
    let scopes: ComposedScopeOpener<Server>
    init(_ scopes: ComposedScopeOpener<Server>) { self.scopes = scopes }

    func work(for user: User) async throws -> (user: User, count: Int) {
      try await scopes.withScope(Request(user: user)) { scope, app in (try scope(app.module.audit).user, try scope(app.lines).count) }
    }
  }
  struct Module: Composition {
    let log: Log
    let request = Given<Request>()
    let audit: Scoped<Request, Audit>

    init(_ log: Log) {
      self.log = log
      audit = Scoped(dispose: { audit, _ in log.note("end of \(audit.user.id)") }, \.request) { Audit(user: $0.user) }
    }
  }
  struct Server: Composition {
    let module: Module
    let base = Shared { [0] }
    let lines = Scoped<Request, [Int]>(\.base) { $0 + [1] }
    let scopes = Scopes()
    let worker = Shared(\.scopes) { Worker($0) }
    let handler = Shared(\.scopes, \.base) { scopes, _ in
      Handler { user in try await scopes.withScope(Request(user: user)) { scope, app in try scope(app.module.audit).user.id } }
    }
  }
  struct Handler: Sendable { let handle: @Sendable (User) async throws -> Int }

  @Test("An object opens scopes from inside, each with what it is given, and in the overrides that made the object")
  func opener() async throws {
    let log = Log()
    let app = try Composed({ Server(module: Module(log)) })
    #expect(app.container.problems().isEmpty, "\(app.container.problems())")
    let worker = try app.worker()
    for id in 1...2 {
      let (user, count) = try await worker.work(for: User(id: id))
      #expect(user.id == id && count == 2)
    }
    #expect(try await app.handler().handle(User(id: 3)) == 3)
    #expect(log.all == ["end of 1", "end of 2", "end of 3"])
    let other = try app.withOverrides({ override, app in override(app.base) { [0, 0, 0] } }) { try app.worker() }
    #expect(other !== worker)
    await #expect(throws: ResolutionError.self, "its layer has ended") { try await other.work(for: User(id: 4)) }
    let count = try await app.withOverrides({ override, app in override(app.base) { [0, 0, 0] } }) {
      let worker = try app.worker()
      // Where the layer is not in force.
      return try await Task.detached { try await worker.work(for: User(id: 5)).count }.value
    }
    #expect(count == 4)
    let test = try Composed({ Server(module: Module(log)) }) { override, app in override(app.worker, app.scopes) { Worker($0) } }
    #expect(try await test.worker().work(for: User(id: 6)).user.id == 6)
  }

  @Test("What opens scopes keeps no composition alive; its scopes throw after the release and after a shutdown", arguments: [false, true])
  func openerOutlives(isShutDown: Bool) async throws {
    weak var kept: Worker?
    var scopes: ComposedScopeOpener<Server>?
    do {
      let app = try Composed({ Server(module: Module(Log())) })
      let worker = try app.worker()
      (kept, scopes) = (worker, worker.scopes)
      if isShutDown { try await app.shutdown() }
    }
    #expect(kept == nil)
    let error = await #expect(throws: ResolutionError.self) {
      try await scopes?.withScope(Request(user: User(id: 1))) { scope, app in try scope(app.module.audit).user }
    }
    #expect(error?.code == .shutDown)
  }

  @Test("An override that needs an object of another kind of scope is refused before anything is built")
  func otherScope() throws {
    struct One: ComposedScope {}
    struct Other: ComposedScope {}
    struct Mixed: Composition {
      let one = Scoped<One, Cache> { Cache() }
      let other = Scoped<Other, Avatars> { Avatars(cache: Cache()) }
    }
    let error = #expect(throws: CompositionError.self) {
      try Composed(Mixed.init) { override, mixed in override(mixed.other, mixed.one) { Avatars(cache: $0) } }
    }
    guard case .otherScope(let key, _) = error?.problems.first?.kind else {
      Issue.record("\(String(describing: error))")
      return
    }
    #expect(key.name == "one")
  }
}

extension Composed where Root == AppObjects {
  fileprivate func audit(_ scope: OpenScope<Request>) throws -> Audit { try scope(root.ordering.audit) }
}
