import Holdfast

extension Scenario {
  static let herds = [herd, herdOfThreeLevels]

  private static let herd = Scenario("herd", "three tasks need a value whose factory suspends", goals: ["all three waited"]) { world in
    let container = try Container { $0.register(Alpha.self, .async { _ in await world.make(Alpha.self) }) }
    let asks = (1...3).map { number in world.ask("task \(number)") { try await container.resolve(Alpha.self) } }
    world.spawn("looker") { if asks.allSatisfy(\.isWaiting) { world.reach(0) } }
    return {
      world.expectOne(asks)
      world.expect(world.made == 1, "\(world.made) were made")
      world.expect((try? container.resolveNow(Alpha.self)) === asks[0].value, "a later resolve finds another object")
    }
  }

  private static let herdOfThreeLevels = Scenario("herd-deep", "values that need values, asked for at three levels") { world in
    let container = try Container { batch in
      batch.register(
        Alpha.self,
        .async { r in
          _ = try await r.resolve(Beta.self)
          return await world.make(Alpha.self)
        })
      batch.register(
        Beta.self,
        .async { r in
          _ = try await r.resolve(Gamma.self)
          return await world.make(Beta.self)
        })
      batch.register(Gamma.self, .async { _ in await world.make(Gamma.self) })
    }
    let alpha = world.ask("task of Alpha") { try await container.resolve(Alpha.self) }
    let beta = world.ask("task of Beta") { try await container.resolve(Beta.self) }
    let gamma = world.ask("task of Gamma") { try await container.resolve(Gamma.self) }
    return {
      world.expectOne([alpha])
      world.expectOne([beta])
      world.expectOne([gamma])
      world.expect(world.made == 3, "\(world.made) were made")
    }
  }
}
