import Holdfast
import Testing

extension Faults {
  @Suite("Escaped resolvers")
  struct EscapedResolverTests {
    /// Keeps the resolver that its factory was given.
    private final class Keeper: Sendable {
      let resolver: any Resolver & Sendable

      init(_ resolver: any Resolver & Sendable) {
        self.resolver = resolver
      }
    }

    @Test("Case 82: a resolver used after its build ended resolves as its container does", arguments: Form.allCases)
    func escaped(_ form: Form) async throws {
      let (ledger, name) = (Ledger(), Name.fresh("a"))
      let keeper: Keeper
      do {
        let container = Container()
        try container.register(Keeper.self, as: form) { r in Keeper(r.concurrent) }
        // Its own key, and one whose factory needs it: neither is a cycle any more.
        try container.register(Part.self, named: name) { r in
          _ = try r.resolve(Keeper.self)
          return Part(name, build: ledger.begin(name), ledger: ledger)
        }
        keeper = try await ask(container, Keeper.self, as: form.caller(0)).value()
        for index in 0..<4 {
          #expect(try await again(keeper, form.caller(index)).value() === keeper)
          let part = ask(as: form.caller(index)) {
            try keeper.resolver.resolve(Part.self, named: name)
          } async: {
            try await keeper.resolver.resolve(named: name)
          }
          #expect(try await part.value().build == 1)
        }
        try container.reset(Keeper.self)
        #expect(try await again(keeper, form.caller(1)).value() !== keeper)
      }
      try await Timeout.until("the kept resolver keeps no instance alive") { ledger.alive.value == 0 }
      #expect(try await again(keeper, form.caller(0)).error().code == .shutDown)
    }

    /// Asks the kept resolver for what its build made.
    private func again(_ keeper: Keeper, _ caller: Caller) -> Pending<Keeper> {
      ask(as: caller) {
        try keeper.resolver.resolve(Keeper.self)
      } async: {
        try await keeper.resolver.resolve()
      }
    }

    @Test("Case 82 S: a resolver that a transient keeps resolves as its container does")
    func transient() throws {
      final class Screen {
        let resolver: any Resolver & Sendable

        init(_ resolver: any Resolver & Sendable) {
          self.resolver = resolver
        }
      }
      let (container, name) = (Container(), Name.fresh("a"))
      try container.register(Screen.self, scope: .transient) { r in Screen(r.concurrent) }
      try container.register(Part.self, named: name) { r in
        // Kept beyond this build: speaks for it until the factory returns.
        let screen = try r.resolve(Screen.self)
        #expect(try failure { try screen.resolver.resolve(Part.self, named: name) }.code == .cycle)
        return Part(name)
      }
      let part = try container.resolve(Part.self, named: name)
      let screen = try container.resolve(Screen.self)
      #expect(try screen.resolver.resolve(Part.self, named: name) === part)
    }
  }
}
