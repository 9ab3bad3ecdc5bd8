import Holdfast
import Testing

@Suite("Opening scopes in a container or in a scope")
struct ScopeParentTests {
  private final class Cart: Sendable {}

  private struct Request: Sendable, Equatable {
    let path: String
  }

  /// Built elsewhere: an injector fills it.
  private final class Screen {
    var cart: Cart?
  }

  private func container() throws -> Container {
    try Container()
      .register(Cart.self, scope: .scoped) { _ in Cart() }
      .register(seeded: Request.self)
      .registerInjector(Screen.self) { screen, r in screen.cart = try r.resolve() }
  }

  /// Opens scopes in every form, and answers what each saw.
  private func open(in parent: some ScopeParent) async throws -> [Request] {
    let seed = Request(path: "/own")
    var seen = [try parent.withScope(seeds: [.value(seed)]) { try $0.resolve(Request.self) }]
    seen.append(try await parent.withScope(seeds: [.value(seed)]) { try await $0.resolve(Request.self) })
    let scope = try parent.openScope(seeds: [.value(seed)])
    seen.append(try await scope.withCurrent { try await Container.currentResolver().resolve(Request.self) })
    await scope.end()
    return seen
  }

  @Test("Generic code opens scopes with seeds in a container, with an opener, in a scope, and in one whose type is erased")
  func generic() async throws {
    let container = try container()
    let own = [Request](repeating: Request(path: "/own"), count: 3)
    #expect(try await open(in: container) == own)
    #expect(try await open(in: container.resolve(ScopeOpener.self)) == own)
    let outer = try container.openScope(seeds: [.value(Request(path: "/outer"))])
    #expect(try await open(in: outer) == own)
    let erased: any ScopeParent = outer
    #expect(try await open(in: erased) == own)
    await outer.end()
  }

  @Test("A scope that generic code opens in a scope sees the outer scope's seeds, and has values of its own")
  func inside() async throws {
    func inner<Parent: ScopeParent>(of parent: Parent) async throws -> (Request, Cart) {
      try await parent.withScope { scope in (try await scope.resolve(Request.self), try await scope.resolve(Cart.self)) }
    }
    let container = try container()
    let outer = try container.openScope(seeds: [.value(Request(path: "/outer"))])
    let cart = try await outer.resolve(Cart.self)
    let (request, other) = try await inner(of: outer)
    #expect(request == Request(path: "/outer") && other !== cart)
    await outer.end()
    #expect(container.openScopes == 0)
  }

  @Test("An injector that runs for a scope resolves the scope's values, and the override of a layer")
  func injecting() async throws {
    let container = try container()
    let scope = try container.openScope(seeds: [.value(Request(path: "/"))])
    let (screen, cart) = (Screen(), try await scope.resolve(Cart.self))
    #expect(try scope.inject(into: screen) && screen.cart === cart)
    #expect(try failure { try container.inject(into: screen) }.code == .outsideScope)
    let double = Cart()
    try container.withOverrides({ $0.register(Cart.self, scope: .scoped) { _ in double } }) { () throws in
      #expect(try scope.inject(into: screen) && screen.cart === double)
    }
    await scope.end()
    #expect(try failure { try scope.inject(into: screen) }.code == .shutDown)
  }
}
