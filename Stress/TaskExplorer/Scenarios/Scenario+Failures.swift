import Holdfast
import HoldfastStress
import Searching

extension Scenario {
  static let failures = [retried, unfilled, cycleOfTransients, circleFails]

  private static let retried = Scenario(
    "throw-and-retry", "a factory throws the first time: its waiters get that error, a later caller builds again",
    goals: ["all got the error", "one built again"]
  ) { world in
    let hasFailed = Flag()
    let container = try Container { batch in
      batch.register(
        Alpha.self,
        .async { _ in
          let isFirst = hasFailed.setFirst()
          await world.pause()
          if isFirst { throw PlannedFailure() }
          return world.makeNow(Alpha.self)
        })
    }
    let asks = (1...3).map { number in world.ask("task \(number)") { try await container.resolve(Alpha.self) } }
    return {
      for ask in asks {
        world.expect(ask, orElse: .factoryFailed)
        world.expect(ask.error == nil || ask.error?.underlying is PlannedFailure, "\(ask.name) is not told of the cause")
      }
      world.expect(asks.contains { $0.error != nil }, "no task was told that the factory failed")
      if asks.allSatisfy({ $0.error != nil }) { world.reach(0) } else { world.reach(1) }
      let values = asks.compactMap(\.value)
      world.expect(values.allSatisfy { $0 === values[0] }, "the later ones got different objects")
      let later = try? await container.resolve(Alpha.self)
      world.expect(later != nil, "the failure is kept")
      if let first = values.first { world.expect(first === later, "what the later ones got is not kept") }
      world.expect(world.made == 1, "\(world.made) were made")
    }
  }

  private static let unfilled = Scenario(
    "unfilled", "a factory makes what has a property wrapper that nothing fills: its build fails, and nothing else gets what it made"
  ) { world in
    let container = try Container { batch in
      batch.register(
        Alpha.self, scope: .singleton(dispose: { _ in world.report("what is not filled is disposed of") }),
        .async { _ in
          _ = Needy()
          return await world.make(Alpha.self)
        })
      batch.registerInjector(Alpha.self) { _, _ in world.report("an injector got what is not filled") }
    }
    let asks = (1...2).map { number in world.ask("task \(number)") { try await container.resolve(Alpha.self) } }
    return { for ask in asks { world.expect(ask.value == nil, "\(ask.name) got what is not filled") } }
  }

  private static let cycleOfTransients = Scenario(
    "cycle-of-transients", "two values that are made anew each time need each other: a cycle, with its path, in two tasks"
  ) { world in
    let container = try Container { batch in
      batch.register(Alpha.self, scope: .transient) { r in
        _ = try r.resolve(Beta.self)
        return world.makeNow(Alpha.self)
      }
      batch.register(Beta.self, scope: .transient) { r in
        _ = try r.resolve(Alpha.self)
        return world.makeNow(Beta.self)
      }
    }
    let asks = (1...2).map { number in world.ask("task \(number)") { try await container.resolve(Alpha.self) } }
    return { for ask in asks { world.expect(ask.error?.code == .cycle, "\(ask.name) got \(ask.error?.code.description ?? "a value")") } }
  }

  private static let circleFails = Scenario(
    "circle-fails", "an injector of a circle throws: what the circle made is disposed of"
  ) { world in
    let container = try Container { batch in
      batch.register(Alpha.self, scope: .singleton(dispose: { await world.dispose($0) }), .async { _ in await world.make(Alpha.self) })
      batch.register(Beta.self, scope: .singleton(dispose: { await world.dispose($0) })) { _ in world.makeNow(Beta.self) }
      batch.registerInjector(Alpha.self) { alpha, r in alpha.beta = try r.resolve(Beta.self) }
      batch.registerInjector(Beta.self) { beta, r in
        beta.alpha = try r.resolve(Alpha.self)
        throw PlannedFailure()
      }
    }
    let asks = (1...2).map { number in world.ask("task \(number)") { try await container.resolve(Alpha.self) } }
    return {
      for ask in asks { world.expect(ask.error?.code == .factoryFailed, "\(ask.name) got \(ask.error?.code.description ?? "a value")") }
      await world.expectShutdown(of: container)
    }
  }
}

private struct Needy {
  @Injected(named: "missing") var gamma: Gamma
}
