import Holdfast

extension Scenario {
  #if Exploration
    static let others = [warmUp, mainActorAtOnce, mainActorElsewhere, taskLocals]
  #else
    // Every job runs on the main thread, which the container takes for the main actor unless it is told otherwise.
    static let others = [warmUp, mainActorAtOnce, taskLocals]
  #endif

  private static let warmUp = Scenario("warm-up", "warming up beside a resolve of the same values") { world in
    let container = try Container { batch in
      // The synchronous one comes first, and needs an asynchronous one.
      batch.register { r in
        _ = try r.resolve(Beta.self)
        return world.makeNow(Alpha.self)
      }
      batch.register(Beta.self, .async { _ in await world.make(Beta.self) })
    }
    let ask = world.ask("task of Beta") { try await container.resolve(Beta.self) }
    world.spawn("warmer") {
      do throws(ResolutionError) {
        let steps = try await container.warmUp(width: 2)
        world.expect(Set(steps.map(\.key)) == [AnyKey(Alpha.self), AnyKey(Beta.self)], "warmed up \(steps.map(\.key))")
      } catch {
        world.report("warming up failed: \(error.code) of \(error.key)")
      }
      world.expect(container.peek(Alpha.self) != nil && container.peek(Beta.self) != nil, "something is not warm")
    }
    return {
      world.expectOne([ask])
      world.expect(world.made == 2, "\(world.made) were made")
      world.expect(container.peek(Beta.self) === ask.value, "another object was warmed up")
    }
  }

  private static let mainActorAtOnce = Scenario(
    "main-actor-at-once", "a caller on the main actor makes at once what another task has queued there", goals: ["overtook the queue"]
  ) { world in
    let container = try Container { $0.register(Alpha.self, .mainActor { _ in world.makeNow(Alpha.self) }) }
    let asks = (1...2).map { number in world.ask("task \(number)") { try await container.resolve(Alpha.self) } }
    let now = world.ask("main actor's task") { @MainActor in
      if asks.contains(where: \.isWaiting), world.made == 0 { world.reach(0) }
      return try container.resolveNow(Alpha.self)
    }
    return {
      world.expectOne(asks + [now])
      world.expect(world.made == 1, "\(world.made) were made")
    }
  }

  #if Exploration
    private static let mainActorElsewhere = Scenario(
      "main-actor-elsewhere", "a synchronous resolve off the main actor beside the build of a value that is made there",
      goals: ["told to await", "got the value"]
    ) { world in
      let container = try Container { $0.register(Alpha.self, .mainActor { _ in world.makeNow(Alpha.self) }) }
      let asks = (1...2).map { number in world.ask("task \(number)") { try await container.resolve(Alpha.self) } }
      let now = world.ask("synchronous one") { try container.resolveNow(Alpha.self) }
      return {
        world.expectOne(asks)
        world.expect(now, orElse: .mainActorOnly)
        if let value = now.value { world.expect(value === asks[0].value, "the synchronous one got another object") }
        world.reach(now.value == nil ? 0 : 1)
        world.expect(world.made == 1, "\(world.made) were made")
      }
    }
  #endif

  private static let taskLocals = Scenario("task-locals", "a shared value does not depend on the task-local values of its first caller") {
    world in
    let container = try Container { batch in
      batch.register(
        Alpha.self,
        .async { _ in
          world.expect(Asker.name == nil, "a shared factory sees the task-local value of \(Asker.name ?? "")")
          await world.pause()
          return world.makeNow(Alpha.self)
        })
    }
    let asks = (1...2).map { number in
      world.ask("task \(number)") { try await Asker.$name.withValue("task \(number)") { try await container.resolve(Alpha.self) } }
    }
    return { world.expectOne(asks) }
  }
}

private enum Asker {
  @TaskLocal static var name: String?
}
