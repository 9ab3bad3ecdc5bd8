import Holdfast

extension Scenario {
  static let cycles = [ofTwo, ofThree]

  private static let ofTwo = Scenario("cycle-2", "two values need each other, asked for from both ends and by a bystander") { world in
    let container = try Container { batch in
      batch.register(
        Alpha.self,
        .async { r in
          _ = try await r.resolve(Beta.self)
          return world.makeNow(Alpha.self)
        })
      batch.register(
        Beta.self,
        .async { r in
          _ = try await r.resolve(Alpha.self)
          return world.makeNow(Beta.self)
        })
    }
    let alpha = world.ask("task of Alpha") { try await container.resolve(Alpha.self) }
    let beta = world.ask("task of Beta") { try await container.resolve(Beta.self) }
    return {
      world.expect(alpha.error?.code == .cycle, "the task of Alpha got \(alpha.error?.code.description ?? "a value")")
      world.expect(beta.error?.code == .cycle, "the task of Beta got \(beta.error?.code.description ?? "a value")")
      for error in [alpha.error, beta.error] { world.expect(error.map { $0.path.count >= 2 } == true, "the path is not told") }
    }
  }

  private static let ofThree = Scenario("cycle-3", "three values need each other, asked for from every end") { world in
    let container = try Container { batch in
      batch.register(
        Alpha.self,
        .async { r in
          _ = try await r.resolve(Beta.self)
          return world.makeNow(Alpha.self)
        })
      batch.register(
        Beta.self,
        .async { r in
          _ = try await r.resolve(Gamma.self)
          return world.makeNow(Beta.self)
        })
      batch.register(
        Gamma.self,
        .async { r in
          _ = try await r.resolve(Alpha.self)
          return world.makeNow(Gamma.self)
        })
    }
    let alpha = world.ask("task of Alpha") { try await container.resolve(Alpha.self) }
    let beta = world.ask("task of Beta") { try await container.resolve(Beta.self) }
    let gamma = world.ask("task of Gamma") { try await container.resolve(Gamma.self) }
    return {
      for code in [alpha.error?.code, beta.error?.code, gamma.error?.code] {
        world.expect(code == .cycle, "one of the three got \(code?.description ?? "a value")")
      }
    }
  }
}
