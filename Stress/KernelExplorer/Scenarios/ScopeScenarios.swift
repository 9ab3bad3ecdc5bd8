#if Exploration
  extension Scenario {
    /// Scopes whose registrations are replaced.
    static let ofScopes: [Scenario] = [
      Scenario("scope-replace", "a registration is replaced while two resolve, one in a scope that knows its way", threads: 3) {
        let recipes = [Recipe("a", version: 1), Recipe("a", version: 2)]
        let replica = ScopedReplica(recipes)
        replica.resolve()
        return Program(
          [
            { replica.register(recipes[1]) },
            {
              replica.resolve()
              replica.resolve()
            },
            { replica.resolve(isStranger: true) },
          ], check: { replica.close() }, leftovers: replica.leftovers)
      },
      Scenario("scope-learn", "a scope learns its way while the registration is replaced twice", threads: 2) {
        let recipes = [Recipe("a", version: 1), Recipe("a", version: 2), Recipe("a", version: 3)]
        let replica = ScopedReplica(recipes)
        return Program(
          [
            {
              replica.register(recipes[1])
              replica.register(recipes[2])
            }, { for _ in 0..<4 { replica.resolve() } },
          ], check: { replica.close() }, leftovers: replica.leftovers)
      },
    ]
  }
#endif
