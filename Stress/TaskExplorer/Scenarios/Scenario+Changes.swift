import Holdfast

extension Scenario {
  static let changes = [replaced, replacedInFlight, unregistered, reset, resetAll, resetGroup, sealed]

  /// Two tasks ask, and a third changes something, in any order: no later asker gets what is older than the change.
  private static func changed(
    _ name: String, _ summary: String, group: CacheGroup? = nil, isRemoved: Bool = false,
    _ change: @escaping @Sendable (Container, World) throws -> Void
  ) -> Scenario {
    Scenario(name, summary, goals: ["changed during the build"]) { world in
      let container = try Container { batch in
        let dispose: @Sendable (Alpha) async throws -> Void = { await world.dispose($0) }
        batch.register(
          Alpha.self, scope: group.map { .cached($0, dispose: dispose) } ?? .singleton(dispose: dispose),
          .async { _ in await world.make(Alpha.self) })
      }
      let moment = Moment()
      let asks = (1...2).map { number in world.ask("task \(number)") { try await container.resolve(Alpha.self) } }
      world.spawn("changer") {
        if asks.contains(where: \.isWaiting) { world.reach(0) }
        moment.before = world.tick()
        do { try change(container, world) } catch { world.report("the change failed: \(error)") }
        moment.after = world.tick()
        world.note("the change is done")
      }
      return {
        for ask in asks {
          world.expect(ask, orElse: .notRegistered)
          if ask.began > moment.after, let value = ask.value {
            world.expect(value.began > moment.before, "\(ask.name) began after the change and got what was begun before it")
          }
        }
        if let after = asks.first(where: { $0.began > moment.after })?.value, asks.allSatisfy({ $0.began > moment.after }) {
          world.expect(asks.allSatisfy { $0.value === after }, "two askers after the change got different objects")
        }
        for ask in asks {
          let isRefused = isRemoved && ask.began > moment.after
          world.expect((ask.error != nil) == isRefused, "\(ask.name) got \(ask.error?.code.description ?? "a value")")
        }
        if let later = try? await container.resolve(Alpha.self) {
          world.expect(!isRemoved && later.began > moment.before, "a build from before the change is found after it")
        } else {
          world.expect(isRemoved, "nothing resolves after the change")
        }
        await world.expectShutdown(of: container)
      }
    }
  }

  private static let replaced = changed("replace", "a registration is replaced during its build") { container, world in
    try container.register(
      Alpha.self, scope: .singleton(dispose: { await world.dispose($0) }), .async { _ in await world.make(Alpha.self) })
  }

  private static let replacedInFlight = Scenario(
    "replace-in-flight", "a value is replaced while another one is made from it", goals: ["replaced during the build"]
  ) { world in
    let container = try Container { batch in
      batch.register(Beta.self, scope: .singleton(dispose: { await world.dispose($0) }), .async { _ in await world.make(Beta.self) })
      batch.register(
        Alpha.self, scope: .singleton(dispose: { await world.dispose($0) }),
        .async { r in
          let beta = try await r.resolve(Beta.self)
          let alpha: Alpha = await world.make()
          alpha.beta = beta
          return alpha
        })
    }
    let ask = world.ask("task of Alpha") { try await container.resolve(Alpha.self) }
    world.spawn("changer") {
      if ask.isWaiting { world.reach(0) }
      do {
        try await container.replace { batch in
          batch.register(Beta.self, scope: .singleton(dispose: { await world.dispose($0) }), .async { _ in await world.make(Beta.self) })
        }
      } catch {
        world.report("the replacement failed: \(error)")
      }
    }
    return {
      world.expect(ask.value != nil, "the task of Alpha got \(ask.error?.code.description ?? "nothing")")
      let (alpha, beta) = (try? await container.resolve(Alpha.self), try? await container.resolve(Beta.self))
      world.expect(alpha != nil && alpha?.beta === beta, "a later caller gets what was made from the old value")
      await world.expectShutdown(of: container)
    }
  }

  private static let unregistered = changed("unregister", "a registration is taken out during its build", isRemoved: true) { container, _ in
    try container.unregister(Alpha.self)
  }

  private static let reset = changed("reset", "an instance is reset during its build") { container, _ in try container.reset(Alpha.self) }

  private static let resetAll = changed("reset-all", "everything is reset during a build") { container, _ in try container.resetAll() }

  private static let resetGroup = changed("reset-group", "a cached value's group is reset during its build", group: "session") {
    container, _ in container.reset(group: "session")
  }

  private static let sealed = Scenario("seal", "a container is sealed during a build", goals: ["sealed during the build"]) { world in
    let container = try Container { batch in
      batch.register(Alpha.self, scope: .singleton(dispose: { await world.dispose($0) }), .async { _ in await world.make(Alpha.self) })
    }
    let asks = (1...2).map { number in world.ask("task \(number)") { try await container.resolve(Alpha.self) } }
    world.spawn("sealer") {
      if asks.contains(where: \.isWaiting) { world.reach(0) }
      container.seal()
      world.note("sealed")
      do throws(ResolutionError) {
        try container.reset(Alpha.self)
        world.report("a sealed container was changed")
      } catch {
        world.expect(error.code == .sealed, "changing a sealed container throws \(error.code)")
      }
    }
    return {
      world.expectOne(asks)
      world.expect((try? container.resolveNow(Alpha.self)) === asks[0].value, "a later resolve finds another object")
      await world.expectShutdown(of: container)
      world.expect(world.made == 1, "\(world.made) were made")
    }
  }
}

/// When a change was asked for and when it was done.
private final class Moment: @unchecked Sendable {  // unchecked: everything of a scenario runs on the program's one thread
  // Guard of both: the program's one thread.
  var before = 0
  var after = 0
}
