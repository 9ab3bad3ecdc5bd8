import Holdfast
import HoldfastComposition
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
