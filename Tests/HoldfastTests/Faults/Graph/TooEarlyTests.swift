import Holdfast
import Testing

extension Faults {
  @Suite("Asked for too early")
  struct TooEarlyTests {
    private struct Pool: Sendable {}
    private struct Store: Sendable {}
    private struct Shop: Sendable {}

    /// In which manner the store asks for the pool.
    enum Asking: CaseIterable, Sendable {
      case factory, wired, forward, provider, capturedContainer, decorator, injector, asynchronousFactory

      var isClosure: Bool { self == .decorator || self == .injector }
    }

    private func container(_ asking: Asking, onMainActor: Bool = false) throws -> Container {
      let container = Container()
      if onMainActor {
        try container.register(Pool.self, scope: .scoped, .mainActor { _ in Pool() })
      } else {
        try container.register(Pool.self, .async { _ in Pool() })
      }
      try container.forward((any Sendable).self, to: Pool.self) { $0 }
      switch asking {
      case .factory:
        try container.register(Store.self, scope: .scoped) { r in
          _ = try r.resolve(Pool.self)
          return Store()
        }
      case .wired: try container.register(Store.self, scope: .scoped, .wired { (_: Pool) in Store() })
      case .forward:
        try container.register(Store.self, scope: .scoped) { r in
          _ = try r.resolve((any Sendable).self)
          return Store()
        }
      case .provider:
        try container.register(Store.self, scope: .scoped) { r in
          _ = try r.provider(Pool.self)()
          return Store()
        }
      case .capturedContainer:
        let captured = container
        try container.register(Store.self, scope: .scoped) { _ in
          _ = try captured.resolve(Pool.self)
          return Store()
        }
      case .decorator:
        try container.register(Store.self, scope: .scoped) { _ in Store() }.decorate(Store.self) { store, r in
          _ = try r.resolve(Pool.self)
          return store
        }
      case .injector:
        try container.register(Store.self, scope: .scoped) { _ in Store() }.registerInjector(Store.self) { _, r in
          _ = try r.resolve(Pool.self)
        }
      case .asynchronousFactory:
        try container.register(
          Store.self, scope: .scoped,
          .async { r in
            _ = try r.resolveNow(Pool.self)
            return Store()
          })
      }
      return container
    }

    private func error(_ container: Container, _ form: Form) async throws -> ResolutionError {
      let scope = try container.openScope()
      let error = try await ask(scope, Store.self, as: form.caller(0)).error()
      await scope.end()
      return error
    }

    @Test("Case 138: it names the registration that has to change, with its place", arguments: Form.allCases, Asking.allCases)
    func named(_ form: Form, _ asking: Asking) async throws {
      // A thread does not come to the pool that an asynchronous factory asks for.
      if asking == .asynchronousFactory, form.caller(0) == .thread { return }
      let error = try await error(try container(asking), form)
      #expect(error.code == .asyncOnly && error.key == AnyKey(Pool.self))
      #expect(error.message.contains("\(AnyKey(Store.self))"), "\(error)")
      if asking.isClosure || asking == .asynchronousFactory {
        #expect(!error.remedy.contains("Register"), "\(error)")
      } else {
        #expect(error.remedy.contains("\(AnyKey(Store.self)) (registered at HoldfastTests/TooEarlyTests.swift:"), "\(error)")
      }
    }

    @Test("Case 138: its remedies work: an asynchronous factory, or to warm up", arguments: Form.allCases, Asking.allCases)
    func followed(_ form: Form, _ asking: Asking) async throws {
      let container = try container(asking)
      if asking != .asynchronousFactory || form.caller(0) != .thread {
        #expect(try await error(container, form).remedy.contains("call warmUp() first"))
      }
      try await container.warmUp()
      _ = try await container.withScope { try await $0.resolve(Store.self) }
      let other = try self.container(asking)
      if asking.isClosure { return }
      try other.register(
        Store.self, scope: .scoped,
        .async { r in
          _ = try await r.resolve(Pool.self)
          return Store()
        })
      _ = try await other.withScope { try await $0.resolve(Store.self) }
    }

    @Test("Case 138: of several synchronous factories in between, it names each", arguments: Form.allCases)
    func several(_ form: Form) async throws {
      let container = try container(.wired)
      try container.register(Shop.self, scope: .scoped, .wired { (_: Store) in Shop() })
      let scope = try container.openScope()
      let error = try await ask(scope, Shop.self, as: form.caller(0)).error()
      #expect(error.remedy.contains("\(AnyKey(Store.self)) (registered at") && error.remedy.contains("\(AnyKey(Shop.self)) (registered at"))
      await scope.end()
    }

    @Test("Case 138: so does what is built on the main actor", arguments: Form.allCases)
    func mainActor(_ form: Form) async throws {
      let error = try await error(try container(.factory, onMainActor: true), form)
      #expect(error.code == .mainActorOnly)
      #expect(error.remedy.contains("\(AnyKey(Store.self)) (registered at") && error.remedy.contains("main-actor factory"), "\(error)")
      #expect(!error.remedy.contains("warmUp"), "what lives in a scope is not warmed up")
    }

    @Test("Case 138: a caller that asks for it directly is told to await it", arguments: Form.allCases)
    func direct(_ form: Form) async throws {
      let container = try container(.factory)
      let error = try await ask(as: form.caller(0)) { try container.resolveNow(Pool.self) }.error()
      #expect(error.remedy.hasPrefix("Resolve it with await, or call warmUp() first, also after a reset."))
    }
  }
}
