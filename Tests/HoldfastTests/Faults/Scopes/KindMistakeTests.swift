import Holdfast
import Testing

extension Faults {
  @Suite("Mistakes with kinds of scopes")
  struct KindMistakeTests {
    private final class Cart: Sendable {}

    private struct Shop: Sendable {}

    enum Mistake: CaseIterable, Sendable {
      case outside, ofContainer, longerLived, ended, endedLazily, endedProvider, endedFactory
    }

    /// A cart for each scope of a kind, or for each scope, and a shop that would keep one.
    private static func container(_ kind: ScopeKind?, as form: Form) throws -> Container {
      let scope: Sharing = kind.map { .scoped(to: $0) } ?? .scoped
      let container = Container()
      try container.register(Cart.self, scope: scope.lifetime(), as: form) { _ in Cart() }
      try container.register(Cart.self, scope: scope.lifetime(), .factory(taking: Int.self) { _, _ in Cart() })
      try container.register(Shop.self, as: form) { r in
        _ = try r.resolve(Cart.self)
        return Shop()
      } async: { r in
        _ = try await r.resolve(Cart.self)
        return Shop()
      }
      return container
    }

    /// The error of a mistake that a thread or a task makes.
    private static func error(_ mistake: Mistake, _ kind: ScopeKind?, as form: Form, _ index: Int) async throws -> ResolutionError {
      let container = try container(kind, as: form)
      let made = ask(as: form.caller(index)) {
        switch mistake {
        case .outside: _ = try container.resolveNow(Cart.self)
        case .ofContainer: try container.withScope(kind) { _ in _ = try container.resolveNow(Cart.self) }
        case .longerLived: try container.withScope(kind) { scope in _ = try scope.resolveNow(Shop.self) }
        case .ended: _ = try ended(kind, container).resolveNow(Cart.self)
        case .endedLazily: _ = try ended(kind, container).lazy(Cart.self).value()
        case .endedProvider: _ = try ended(kind, container).provider(Cart.self).callAsFunction()
        case .endedFactory: _ = try ended(kind, container).factory(Cart.self, taking: Int.self).callAsFunction(1)
        }
      } async: {
        switch mistake {
        case .outside: _ = try await container.resolve(Cart.self)
        case .ofContainer: try await container.withScope(kind) { _ in _ = try await container.resolve(Cart.self) }
        case .longerLived: try await container.withScope(kind) { scope in _ = try await scope.resolve(Shop.self) }
        case .ended: _ = try await ended(kind, container).resolve(Cart.self)
        case .endedLazily: _ = try await ended(kind, container).lazy(Cart.self).value()
        case .endedProvider: _ = try await ended(kind, container).provider(Cart.self).callAsFunction()
        case .endedFactory: _ = try await ended(kind, container).factory(Cart.self, taking: Int.self).callAsFunction(1)
        }
      }
      let result = try await made.result()
      return try #require(throws: ResolutionError.self) { try result.get() }
    }

    private static func ended(_ kind: ScopeKind?, _ container: Container) throws -> Scope {
      let scope = try container.openScope(kind)
      scope.end()
      return scope
    }

    /// A text without what it says of the kind.
    private static func kindless(_ text: String) -> String {
      text.replacing(#" of the kind "session""#, with: "").replacing(#"(to: "session")"#, with: "").replacing(#"("session")"#, with: "")
    }

    @Test(
      "Case 137: a mistake with a scope of a kind gets the answer of the same mistake without one", arguments: Mistake.allCases,
      Form.allCases)
    func sameAnswer(_ mistake: Mistake, _ form: Form) async throws {
      for index in 0..<2 {
        let plain = try await Self.error(mistake, nil, as: form, index)
        let error = try await Self.error(mistake, .session, as: form, index)
        #expect(error.code == plain.code)
        #expect(Self.kindless(error.message) == plain.message)
        #expect(Self.kindless(error.remedy) == plain.remedy)
        let isOfAnEnd = [.ended, .endedLazily, .endedProvider, .endedFactory].contains(mistake)
        #expect(error.code == (isOfAnEnd ? .shutDown : .outsideScope))
        #expect(isOfAnEnd || error.message.contains(#"a scope of the kind "session""#))
      }
    }

    @Test(
      "Case 137: a scope that lies outside the one of the kind is told from the container, and from one that has ended",
      arguments: Form.allCases)
    func otherScope(_ form: Form) async throws {
      for index in 0..<2 {
        let container = try Self.container(.session, as: form)
        let outside = try container.openScope(.request)
        let session = try container.openScope(.session)
        let inside = try session.openScope(.request)
        let message = try await Self.error(of: outside, form, index).message
        #expect(message.hasSuffix(#"was asked for in a scope of the kind "request", outside a scope of the kind "session"."#), "\(message)")
        // Where such a scope is open, the mistake is which one was asked.
        let asked = ask(as: form.caller(index)) {
          try session.withCurrent { _ = try outside.resolveNow(Cart.self) }
        } async: {
          try await session.withCurrent { _ = try await outside.resolve(Cart.self) }
        }
        let result = try await asked.result()
        let error = try #require(throws: ResolutionError.self) { try result.get() }
        #expect(error.code == .outsideScope)
        #expect(error.message.hasSuffix("is open here, but the code asked a scope that is not inside it."))
        _ = try await ask(inside, Cart.self, as: form.caller(index)).value()
        await session.end()
        #expect(try await Self.error(of: inside, form, index).code == .shutDown)
        await outside.end()
        await inside.end()
      }
    }

    private static func error(of scope: Scope, _ form: Form, _ index: Int) async throws -> ResolutionError {
      let result = try await ask(scope, Cart.self, as: form.caller(index)).result()
      return try #require(throws: ResolutionError.self) { _ = try result.get() }
    }

    @Test("Case 137 S: what a session would keep of a request is told from what no scope has")
    func longerLivedKind() throws {
      for request in [ScopeKind.request, ScopeKind("request")] {
        let container = try Container { batch in
          batch.register(Cart.self, scope: .scoped(to: request)) { _ in Cart() }
          batch.register(Shop.self, scope: .scoped(to: .session)) { r in
            _ = try r.resolve(Cart.self)
            return Shop()
          }
        }
        try container.withScope(.session) { session in
          try session.withScope(request) { scope in
            let error = try failure { try scope.resolveNow(Shop.self) }
            #expect(error.message.contains("lives longer than a scope of the kind \"request\"."))
            #expect(error.remedy.hasPrefix("Register \(AnyKey(Shop.self)) as scoped(to: \"request\") too"))
          }
        }
      }
    }
  }
}

extension ScopeKind {
  fileprivate static let session = ScopeKind("session")
  fileprivate static let request = ScopeKind("request", inside: .session)
}
