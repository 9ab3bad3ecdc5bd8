import Holdfast

extension Scenario {
  static let injections = [circle, circleOnMain, circleAwaited]

  /// What holds for a circle of Alpha and Beta, whichever task asked first.
  private static func expectCircle(_ world: World, _ alpha: Ask<Alpha>, _ beta: Ask<Beta>, _ container: Container) async {
    if let value = alpha.value {
      world.expect(value.beta?.alpha === value, "Alpha's circle is not closed")
      world.expect((try? await container.resolve(Alpha.self)) === value, "what the task of Alpha got is not kept")
    }
    if let value = beta.value {
      world.expect(value.alpha?.beta === value, "Beta's circle is not closed")
      world.expect((try? await container.resolve(Beta.self)) === value, "what the task of Beta got is not kept")
    }
    if alpha.value != nil, beta.value != nil { world.expect(alpha.value?.beta === beta.value, "the two are of different circles") }
  }

  private static let circle = Scenario("injection-circle", "an asynchronous value and a synchronous one refer to each other by injectors") {
    world in
    let container = try Container { batch in
      batch.register(Alpha.self, .async { _ in await world.make(Alpha.self) })
      batch.register { _ in world.makeNow(Beta.self) }
      batch.registerInjector(Alpha.self) { alpha, r in alpha.beta = try r.resolve() }
      batch.registerInjector(Beta.self) { beta, r in beta.alpha = try r.resolve() }
    }
    let alpha = world.ask("task of Alpha") { try await container.resolve(Alpha.self) }
    let beta = world.ask("task of Beta") { try await container.resolve(Beta.self) }
    let another = world.ask("another task of Alpha") { try await container.resolve(Alpha.self) }
    return {
      // Beta first needs an Alpha that only a task can build.
      world.expect(beta, orElse: .asyncOnly)
      world.expectOne([alpha, another])
      await expectCircle(world, alpha, beta, container)
    }
  }

  private static let circleOnMain = Scenario(
    "injection-circle-main", "two values refer to each other by injectors on the main actor"
  ) {
    world in
    let container = try Container { batch in
      batch.register { _ in world.makeNow(Alpha.self) }
      batch.register { _ in world.makeNow(Beta.self) }
      batch.registerInjector(Alpha.self, mainActor: { alpha, r in alpha.beta = try r.resolve() })
      batch.registerInjector(Beta.self, mainActor: { beta, r in beta.alpha = try r.resolve() })
    }
    let alpha = world.ask("task of Alpha") { try await container.resolve(Alpha.self) }
    let beta = world.ask("task of Beta") { try await container.resolve(Beta.self) }
    let another = world.ask("another task of Alpha") { try await container.resolve(Alpha.self) }
    return {
      world.expectOne([alpha, another])
      world.expectOne([beta])
      world.expect(world.made == 2, "\(world.made) were made")
      await expectCircle(world, alpha, beta, container)
    }
  }

  private static let circleAwaited = Scenario(
    "injection-circle-awaited", "two values refer to each other by injectors that suspend, and each is asked for first"
  ) { world in
    let container = try Container { batch in
      batch.register(Alpha.self, .async { _ in await world.make(Alpha.self) })
      batch.register(Beta.self, .async { _ in await world.make(Beta.self) })
      batch.registerInjector(
        Alpha.self,
        async: { alpha, r in
          await world.pause()
          alpha.beta = try await r.resolve()
        })
      batch.registerInjector(Beta.self, async: { beta, r in beta.alpha = try await r.resolve() })
    }
    let alpha = world.ask("task of Alpha") { try await container.resolve(Alpha.self) }
    let beta = world.ask("task of Beta") { try await container.resolve(Beta.self) }
    return {
      world.expectOne([alpha])
      world.expectOne([beta])
      world.expect(world.made == 2, "\(world.made) were made")
      await expectCircle(world, alpha, beta, container)
    }
  }
}
