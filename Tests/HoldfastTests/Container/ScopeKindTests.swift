import Holdfast
import HoldfastDiagnostics
import Testing

@Suite("Kinds of scopes")
struct ScopeKindTests {
  private final class Cart: Sendable {}

  private final class Page: Sendable {
    let cart: Cart

    init(cart: Cart) {
      self.cart = cart
    }
  }

  private func container() throws -> Container {
    let container = Container()
    try container
      .register(Cart.self, scope: .scoped(to: .session)) { _ in Cart() }
      .register(Page.self, scope: .scoped(to: .request)) { r in Page(cart: try r.resolve()) }
    return container
  }

  @Test("A value scoped to a kind lives in the nearest open scope of that kind")
  func nearest() async throws {
    let container = try container()
    let (first, second) = (try container.openScope(.session), try container.openScope(.session))
    let cart = try await first.resolve(Cart.self)
    try await first.withScope(.request) { request in
      let page = try await request.resolve(Page.self)
      #expect(page.cart === cart)
      // A scope without a kind in between changes nothing.
      try await request.withScope { inner async throws in
        #expect(try inner.resolveNow(Page.self) === page)
        #expect(try inner.resolveNow(Cart.self) === cart)
      }
      // Nor does the container that the task is asked to open one of.
      try await container.withScope { inner async throws in #expect(try await inner.resolve(Page.self) === page) }
    }
    try await first.withScope(.request) { request async throws in #expect(try await request.resolve(Cart.self) === cart) }
    let other = try await second.withScope(.request) { try await $0.resolve(Cart.self) }
    #expect(other !== cart)
    await first.end()
    await second.end()
  }

  @Test("Outside a scope of its kind it is an error, whose remedy works")
  func outside() async throws {
    let container = try container()
    let error = try container.withScope(.request) { request in try failure { try request.resolveNow(Page.self) } }
    #expect(error.code == .outsideScope && error.key == AnyKey(Cart.self))
    #expect(error.remedy.contains(#"withScope("session")"#))
    let session = try container.openScope("session")
    _ = try session.withScope(.request) { request in try request.resolveNow(Page.self) }
    // A request that goes on after its session has ended has lost what was the session's.
    let request = try session.openScope(.request)
    await session.end()
    #expect(try failure { try request.resolveNow(Page.self) }.code == .shutDown)
    await request.end()
  }

  @Test("A session's value sees what is the session's, and nothing of the request that asks for it first")
  func own() throws {
    let container = Container()
    try container
      .register(Page.self, scope: .scoped(to: .request)) { _ in Page(cart: Cart()) }
      .register(Cart.self, scope: .scoped(to: .session)) { r in
        _ = try r.resolve(Page.self)
        return Cart()
      }
    try container.withScope(.session) { session in
      try session.withScope(.request) { request in
        let error = try failure { try request.resolveNow(Cart.self) }
        #expect(error.code == .outsideScope && error.path == [AnyKey(Cart.self), AnyKey(Page.self)])
      }
    }
  }

  @Test("A session's value is found again in its requests, until it is replaced or the session ends")
  func again() async throws {
    let container = Container()
    try container.register(Cart.self, scope: .scoped(to: .session)) { _ in Cart() }
    let (first, second) = (try container.openScope(.session), try container.openScope(.session))
    let (one, other) = (try first.openScope(.request), try second.openScope(.request))
    let inner = try one.openScope()
    var carts: [Cart] = []
    for _ in 0..<2 {
      let cart = try inner.resolveNow(Cart.self)
      for _ in 0..<3 {
        for scope in [inner, one, first] {
          #expect(try scope.resolveNow(Cart.self) === cart)
          #expect(try await scope.resolve(Cart.self) === cart)
        }
        #expect(try other.resolveNow(Cart.self) === second.resolveNow(Cart.self))
        #expect(try other.resolveNow(Cart.self) !== cart)
      }
      carts.append(cart)
      try container.register(Cart.self, scope: .scoped(to: .session)) { _ in Cart() }
    }
    #expect(carts[0] !== carts[1])
    // A session inside a session is the nearest one, from its beginning to its end.
    let nested = try one.openScope(.session)
    let within = try nested.openScope(.request)
    let (outer, own) = (try one.resolveNow(Cart.self), try within.resolveNow(Cart.self))
    #expect(try outer !== own && within.resolveNow(Cart.self) === own)
    await nested.end()
    for _ in 0..<2 { #expect(try within.resolveNow(Cart.self) === outer) }
    await first.end()
    for scope in [within, inner, one] { #expect(try failure { try scope.resolveNow(Cart.self) }.code == .shutDown) }
    for scope in [within, inner, one, other, second] { await scope.end() }
  }

  @Test("Validation finds what a session would hold of a request, and what anything shared would hold of either")
  func captives() throws {
    let container = try container()
    #expect(container.problems().isEmpty)
    try container.register(Cart.self, scope: .scoped(to: .session), .wired { (_: Page) in Cart() })
    try container.register(Page.self, scope: .scoped(to: .request)) { _ in Page(cart: Cart()) }
    try container.register(Int.self, .wired { (_: Cart) in 1 })
    let found = container.problems().filter { $0.kind == .captive }.map(\.path)
    #expect(found == [[AnyKey(Cart.self), AnyKey(Page.self)], [AnyKey(Int.self), AnyKey(Cart.self)]])
  }

  @Test("A seed of a kind is given to scopes of that kind only")
  func seeds() throws {
    let container = Container()
    try container.register(seeded: String.self, in: .session)
    let missing = try failure { try container.openScope(.session) }
    #expect(missing.code == .notSeeded)
    #expect(missing.message.hasPrefix("The scope at HoldfastTests/ScopeKindTests.swift:\(#line - 2) was opened without a value for "))
    #expect(try failure { try container.openScope(.request, seeds: [.value("Ann")]) }.code == .invalidSeed)
    let session = try container.openScope(.session, seeds: [.value("Ann")])
    let request = try session.openScope(.request)
    #expect(try request.resolveNow(String.self) == "Ann")
    request.end()
    session.end()
  }
}

extension ScopeKind {
  fileprivate static let session = ScopeKind("session")
  fileprivate static let request = ScopeKind("request", inside: .session)
}
