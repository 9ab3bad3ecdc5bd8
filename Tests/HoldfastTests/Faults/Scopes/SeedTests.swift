import Holdfast
import HoldfastDiagnostics
import OnceKernel
import Testing

extension Faults {
  @Suite("Values that scopes are given")
  struct SeedTests {
    private let container = Container()

    private final class User: Disposable, Sendable {
      let name: String
      let disposals: Counter

      init(_ name: String, _ disposals: Counter = Counter()) {
        (self.name, self.disposals) = (name, disposals)
      }

      func dispose() async throws { disposals.add() }
    }

    private struct Greeting: Sendable {
      let text: String
    }

    private func register() throws {
      try container.register(seeded: User.self)
      try container.register(Greeting.self, scope: .scoped) { r in Greeting(text: "Hello \(try r.resolve(User.self).name)") }
    }

    @Test("Case 114: an inner scope sees what the outer one was given, or what it was given itself", arguments: Form.allCases)
    func shadow(_ form: Form) async throws {
      try register()
      let disposals = Counter()
      let (ann, bob) = (User("Ann", disposals), User("Bob", disposals))
      let outer = try container.openScope(seeds: [.value(ann)])
      let (same, other) = (try outer.openScope(), try outer.openScope(seeds: [.value(bob)]))
      for (index, (scope, user)) in [(outer, ann), (same, ann), (other, bob), (outer, ann)].enumerated() {
        #expect(try await ask(scope, User.self, as: form.caller(index)).value() === user)
        #expect(try await ask(scope, Greeting.self, as: form.caller(index)).value().text == "Hello \(user.name)")
      }
      // It takes the place of what a factory would make, for this scope and those inside it.
      try container.register(User.self, scope: .scoped) { _ in User("made", disposals) }
      let (given, made) = (try container.openScope(seeds: [.value(ann)]), try container.openScope())
      #expect(try await ask(given, User.self, as: form.caller(0)).value() === ann)
      let inner = try given.openScope()
      #expect(try await ask(inner, User.self, as: form.caller(1)).value() === ann)
      #expect(try await ask(made, User.self, as: form.caller(1)).value().name == "made")
      for scope in [other, same, outer, inner, given, made] { await scope.end() }
      // The one that a scope made.
      #expect(disposals.value == 1)
    }

    @Test("Case 114: seeds that collide, or that nothing takes, are an error at opening", arguments: Form.allCases)
    func collide(_ form: Form) async throws {
      try register()
      try container.register(Int.self, instance: 1)
      let attempts: [(seeds: [Seed], code: ResolutionError.Code, key: AnyKey)] = [
        ([], .notSeeded, AnyKey(User.self)),
        ([.value(User("Ann")), .value(User("Bob"))], .invalidSeed, AnyKey(User.self)),
        ([.value(User("Ann")), .value("text")], .invalidSeed, AnyKey(String.self)),
        ([.value(User("Ann")), .value(2)], .invalidSeed, AnyKey(Int.self)),
        ([.value(User("Ann"), named: "other")], .invalidSeed, AnyKey(User.self, named: "other")),
      ]
      for (index, attempt) in attempts.enumerated() {
        let error = try await ask(as: form.caller(index)) {
          if attempt.seeds.isEmpty { return try container.openScope().end() }
          return try container.withScope(seeds: attempt.seeds) { _ in true }
        } async: {
          if attempt.seeds.isEmpty { return try await container.openScope().end() }
          return try await container.withScope(seeds: attempt.seeds) { (_: Scope) async in true }
        }.error()
        #expect(error.code == attempt.code && error.key == attempt.key, "\(error)")
      }
      // Around an operation too, before that runs.
      let runs = Counter()
      let error = try await ask(as: form.caller(0)) {
        try container.withScope { (scope: Scope) throws in
          runs.add()
          return try scope.resolveNow(Greeting.self)
        }
      } async: {
        try await container.withScope { (scope: Scope) async throws in
          runs.add()
          return try await scope.resolve(Greeting.self)
        }
      }.error()
      #expect(error.code == .notSeeded && error.path == [AnyKey(User.self)] && runs.value == 0)
      // Where the operation's errors have no room for it, the value itself says it.
      let late = try await ask(as: form.caller(0)) {
        container.withScope { (scope: Scope) in thrown { try scope.resolveNow(Greeting.self) } }
      } async: {
        await container.withScope { (scope: Scope) async in thrown { try scope.resolveNow(Greeting.self) } }
      }.value()
      #expect(late?.code == .notSeeded && late?.path == [AnyKey(Greeting.self), AnyKey(User.self)])
      #expect(container.openScopes == 0)
    }

    @Test("Case 114: a seed is never disposed of: by no scope, no layer, no shutdown", arguments: Form.allCases)
    func kept(_ form: Form) async throws {
      try container.register(seeded: User.self)
      try container.register(User.self, named: "made", scope: .scoped(dispose: { try await $0.dispose() }), factory: { _ in User("made") })
      let user = User("Ann")
      let seeds: [Seed] = [.value(user), .value(user, named: "made")]
      for index in 0..<2 {
        try await ask(as: form.caller(index)) {
          try container.withScope(seeds: seeds) { scope in
            try use(user, of: scope)
            try container.withOverrides({ $0.register(Int.self, instance: 1) }, operation: { try use(user, of: scope) })
          }
        } async: {
          try await container.withScope(seeds: seeds) { scope in
            for name in [nil, "made"] as [Name?] { #expect(try await scope.resolve(User.self, named: name) === user) }
            try await container.withOverrides {
              $0.register(Int.self, instance: 1)
            } operation: { () async throws in
              for name in [nil, "made"] as [Name?] { #expect(try await scope.resolve(User.self, named: name) === user) }
            }
          }
        }.value()
      }
      #expect(try await container.shutdown(deadline: nil).isClean)
      #expect(user.disposals.value == 0)
    }

    /// The error, for code that throws nothing.
    private func thrown(by body: () throws -> Greeting) -> ResolutionError? {
      do { _ = try body() } catch { return error as? ResolutionError }
      return nil
    }

    private func use(_ user: User, of scope: Scope) throws {
      for name in [nil, "made"] as [Name?] {
        let found = try scope.resolve(User.self, named: name)
        #expect(found === user)
      }
    }

    @Test("Case 114 A: an override takes the place of a seed, and a child's scope is given what its parent's registration wants")
    func elsewhere() async throws {
      try register()
      let ann = User("Ann")
      try await container.withOverrides {
        $0.register(User.self, instance: User("Fake"))
      } operation: {
        try await container.withScope(seeds: [.value(ann)]) { scope async throws in
          #expect(try await scope.resolve(Greeting.self).text == "Hello Fake")
        }
      }
      let outside = try container.openScope(seeds: [.value(ann)])
      try await container.withOverrides {
        $0.register(User.self, scope: .scoped) { _ in User("Fake") }
      } operation: { () async throws in
        #expect(try await outside.resolve(Greeting.self).text == "Hello Fake")
      }
      #expect(try await outside.resolve(Greeting.self).text == "Hello Ann")
      await outside.end()
      let child = Container(parent: container)
      #expect(try failure { try child.openScope() }.code == .notSeeded)
      let scope = try child.openScope(seeds: [.value(ann)])
      #expect(try await scope.resolve(Greeting.self).text == "Hello Ann")
      await scope.end()
      #expect(container.problems().isEmpty)
    }

    @Test("Case 114 S: a seed is read until its scope ends, or an inner one, and not in the place of what replaced its registration")
    func untilTheEnd() async throws {
      try register()
      let ann = User("Ann")
      let outer = try container.openScope(seeds: [.value(ann)])
      let inner = try outer.openScope()
      #expect(try outer.resolveNow(User.self) === ann)
      #expect(await outer.end())
      #expect(try failure { try outer.resolveNow(User.self) }.code == .shutDown)
      await #expect(throws: ResolutionError.self) { try await outer.resolve(User.self) }
      #expect(try inner.resolveNow(User.self) === ann)
      try container.withOverrides {
        $0.register(Int.self, instance: 1)
      } operation: { () throws in
        #expect(try inner.resolveNow(User.self) === ann)
        #expect(try failure { try outer.resolveNow(User.self) }.code == .shutDown)
      }
      try container.register(User.self, scope: .scoped) { _ in User("made") }
      #expect(try inner.resolveNow(User.self).name == "made")
      await inner.end()
      #expect(ann.disposals.value == 0)
    }

    @Test("Case 114 A: a value for a container that is over is no mistake of its giver")
    func over() async throws {
      try register()
      let child = Container(parent: container)
      try await container.shutdown()
      #expect(try failure { try container.openScope(seeds: [.value(User("Ann"))]) }.code == .shutDown)
      #expect(try failure { try child.openScope(seeds: [.value(User("Ann"))]) }.code == .shutDown)
    }
  }
}
