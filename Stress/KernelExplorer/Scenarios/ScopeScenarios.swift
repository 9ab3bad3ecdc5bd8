#if Exploration
  import Holdfast

  extension Scenario {
    /// Scopes whose registrations are replaced.
    static let ofScopes: [Scenario] = [
      Scenario("scope-replace", "a registration is replaced while two resolve, one in a scope that knows its path", threads: 3) {
        scoped { container, scope, other in
          [
            Script.change { () throws(Failure) in try container.register(Recipe("a", version: 2, scope: .scoped)) },
            {
              resolve(container, scope)
              resolve(container, scope)
            },
            { resolve(container, other) },
          ]
        }
      },
      Scenario("scope-learn", "a scope learns its path while the registration is replaced twice", threads: 2) {
        scoped { container, scope, _ in
          [
            Script.change { () throws(Failure) in
              try container.register(Recipe("a", version: 2, scope: .scoped))
              try container.register(Recipe("a", version: 3, scope: .scoped))
            }, { for _ in 0..<3 { resolve(container, scope) } },
          ]
        }
      },
    ]

    /// A program over two scopes, of which the first has its value, and knows the path to it after one hit.
    static func scoped(hits: Int = 0, _ threads: (ExploredContainer, Scope, Scope) -> [() -> Void]) -> Program {
      let container = ExploredContainer(Recipe("a", scope: .scoped))
      guard let scope = try? container.container.openScope(), let other = try? container.container.openScope() else { return Program([]) }
      for _ in 0...hits { resolve(container, scope) }
      return Script.program(container, threads(container, scope, other)) {
        for scope in [scope, other] { require(scope.end(), "ended before") }
      }
    }

    static func resolve(_ container: ExploredContainer, _ scope: Scope, or allowed: (Failure) -> Bool = { _ in false }) {
      do throws(Failure) { _ = try container.resolve("a", in: scope) } catch {
        require(allowed(error), "failed: \(error)")
        Mark.ended("resolve a")
      }
    }
  }
#endif
