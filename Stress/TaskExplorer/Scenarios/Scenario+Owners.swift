import Holdfast

/// What is disposed of, by which owner, and what dies where.
extension Scenario {
  static let owners = [twoKeys, layerEnds, drainedScope, disposerFails, dyingErrors, lazyNow, inTurn]

  private static let twoKeys = Scenario(
    "two-keys", "an object under three keys, one of them in a scope, and a disposable value behind a decorator: each is disposed of once"
  ) { world in
    let closed = Escaped<Int>()
    closed.value = 0
    let dispose: @Sendable (Alpha) async throws -> Void = { await world.dispose($0) }
    let container = try Container { batch in
      batch.register(Alpha.self, scope: .singleton(dispose: dispose), .async { _ in await world.make(Alpha.self) })
      batch.register(Alpha.self, named: "again", scope: .singleton(dispose: dispose), .async { r in try await r.resolve(Alpha.self) })
      batch.register(Alpha.self, named: "scoped", scope: .scoped(dispose: dispose), .async { r in try await r.resolve(Alpha.self) })
      batch.register((any Drawer).self) { _ in Shut(closed) }
      batch.decorate((any Drawer).self) { drawer, _ in Labelled(drawer) }
    }
    let asks = [
      world.ask("task of Alpha") { try await container.resolve(Alpha.self) },
      world.ask("task of another key") { try await container.resolve(Alpha.self, named: "again") },
      world.ask("scope's task") {
        let alpha = try await container.withScope { scope in try await scope.resolve(Alpha.self, named: "scoped") }
        world.expect(world.records[alpha.number].disposals == 0, "a scope disposes of what a singleton holds")
        return alpha
      },
    ]
    return {
      world.expectOne(asks)
      _ = try? container.resolveNow((any Drawer).self)
      await world.expectShutdown(of: container)
      world.expect(closed.value == 1, "a value behind a decorator is disposed of \(closed.value ?? 0) times")
    }
  }

  private static let layerEnds = Scenario("layer-ends", "what two tasks build in layers of their own is disposed of at the end of each") {
    world in
    let container = try Container { batch in
      batch.register(Beta.self, .async { _ in await world.make(Beta.self) })
      batch.register(
        Alpha.self, scope: .singleton(dispose: { await world.dispose($0) }),
        .async { r in
          _ = try await r.resolve(Beta.self)
          return await world.make(Alpha.self)
        })
    }
    let asks = (1...2).map { number in
      world.ask("task \(number)") {
        try await container.withOverrides {
          $0.register(Beta.self, .async { _ in await world.make(Beta.self) })
        } operation: {
          try await container.resolve(Alpha.self)
        }
      }
    }
    return {
      defer { withExtendedLifetime(container) {} }
      for ask in asks {
        // Its end waits for disposers up to a deadline, which may be over at any moment here.
        guard let alpha = ask.value else { return world.report("\(ask.name) got nothing") }
        world.expect(world.records[alpha.number].disposals == 1, "a layer has ended, and what was built in it is not disposed of")
      }
    }
  }

  private static let inTurn = Scenario(
    "disposed-in-turn", "a value is reset, and then what it uses: that is disposed of when the first disposer has returned"
  ) { world in
    let container = try Container { batch in
      batch.register(
        Beta.self,
        scope: .singleton(dispose: { beta in
          let users = world.records.indices.filter { $0 != beta.number && world.records[$0].disposed == 0 }
          world.expect(users.isEmpty, "what part \(users) uses is disposed of before it")
          await world.dispose(beta)
        }), .async { _ in await world.make(Beta.self) })
      batch.register(
        Alpha.self, scope: .singleton(dispose: { await world.dispose($0) }),
        .async { r in
          _ = try await r.resolve(Beta.self)
          return await world.make(Alpha.self)
        })
    }
    world.spawn("owner") {
      _ = try? await container.resolve(Alpha.self)
      _ = try? container.reset(Alpha.self)
      _ = try? container.reset(Beta.self)
    }
    return { await world.expectShutdown(of: container) }
  }

  private static let drainedScope = Scenario(
    "drained-scope", "a scope, and the disposer of what it made, resolve while the container drains",
    goals: ["shut down with an open scope", "shut down before it"]
  ) { world in
    let holder = Escaped<Container>()
    let container = try Container { batch in
      batch.register(Beta.self, scope: .singleton(dispose: { await world.dispose($0) }), .async { _ in await world.make(Beta.self) })
      batch.register(
        Alpha.self,
        scope: .scoped(dispose: { alpha in
          // What it needs for its end must last as long.
          let beta = try? await holder.value?.resolve(Beta.self)
          world.expect(beta != nil, "a disposer gets nothing from a container that drains")
          await world.dispose(alpha)
          if let beta { world.expect(world.records[beta.number].disposals == 0, "a disposer loses what it uses") }
        }), .async { _ in await world.make(Alpha.self) })
    }
    holder.value = container
    let isDraining = Escaped<Bool>()
    world.spawn("scope's task") {
      await container.withScope { scope in
        let isOpen = isDraining.value == nil
        if !isOpen { world.reach(1) }
        await world.pause()
        do {
          _ = try await scope.resolve(Alpha.self)
        } catch {
          world.expect(!isOpen, "an open scope gets \(error)")
        }
        if isOpen, isDraining.value == true { world.reach(0) }
      }
    }
    // Its disposer goes on by itself.
    @Sendable func end(_ scope: Scope) { scope.end() }
    world.spawn("task of a scope that is ended without await") {
      guard let scope = try? container.openScope() else { return }
      _ = try? await scope.resolve(Alpha.self)
      end(scope)
    }
    world.spawn("shutdown") {
      isDraining.value = true
      await world.expectShutdown(of: container)
    }
    return { holder.value = nil }
  }

  private static let disposerFails = Scenario("disposer-fails", "a disposer throws: the shutdown reports it to every task that awaits it") {
    world in
    let container = try Container { batch in
      batch.register(Alpha.self, scope: .singleton(dispose: { _ in throw Refusal() }), .async { _ in await world.make(Alpha.self) })
    }
    let asks = (1...2).map { number in
      world.ask("task \(number)") {
        _ = try? await container.resolve(Alpha.self)
        return try await container.shutdown(deadline: nil)
      }
    }
    return {
      for ask in asks {
        world.expect(ask.value?.failures.count == world.made, "\(ask.name) is told of \(ask.value?.failures.count ?? 0) failures")
      }
    }
  }

  /// Where checks of held locks are compiled in, what enters the container under a lock of ours stops the process.
  private static let dyingErrors = Scenario(
    "dying-errors", "errors of a factory that is asked again and again, and what an injector fails for, ask the container when they die"
  ) { world in
    let died = Escaped<Int>()
    died.value = 0
    let holder = Escaped<Container>()
    let asking: @Sendable () -> Dying = {
      Dying {
        died.value = (died.value ?? 0) + 1
        _ = try? holder.value?.resolveNow(Gamma.self)
      }
    }
    let container = try Container { batch in
      batch.register(scope: .transient) { _ in world.makeNow(Gamma.self) }
      batch.register(
        Alpha.self,
        .async { _ in
          await world.pause()
          throw asking()
        })
      batch.register(Alpha.self, named: "at once") { _ in throw asking() }
      batch.register(Dying.self, .async { _ in asking() })
      batch.registerInjector(Dying.self) { _, _ in throw Refusal() }
      batch.register(
        Beta.self,
        .async { r in
          for _ in 0..<3 {
            _ = try? await r.resolve(Alpha.self)
            _ = try? await r.resolve(Alpha.self, named: "at once")
          }
          _ = try? await r.resolve(Dying.self)
          return await world.make(Beta.self)
        })
    }
    holder.value = container
    let asks = (1...2).map { number in world.ask("task \(number)") { try await container.resolve(Beta.self) } }
    return {
      world.expectOne(asks)
      world.expect(died.value == 7, "\(died.value ?? 0) of 7 died")
      holder.value = nil
    }
  }

  private static let lazyNow = Scenario(
    "lazy-now", "a lazy reference to an asynchronous value is read without await, in a task and on the main actor, while others await it"
  ) { world in
    let container = try Container { batch in
      batch.register(Alpha.self, scope: .transient, .async { _ in await world.make(Alpha.self) })
    }
    let lazy = container.lazy(Alpha.self)
    @Sendable func now() throws -> Alpha { try lazy.value() }
    let reads = [
      world.ask("task's read") { try now() }, world.ask("main actor's read") { @MainActor in try now() },
    ]
    let asks = (1...2).map { number in world.ask("task \(number)") { try await lazy.value() } }
    return {
      defer { withExtendedLifetime(container) {} }
      world.expectOne(asks)
      for read in reads {
        world.expect(read, orElse: .asyncOnly)
        if let value = read.value { world.expect(value === asks[0].value, "\(read.name) answers another object") }
      }
    }
  }
}

private protocol Drawer: Sendable {}

private final class Shut: Drawer, Disposable, @unchecked Sendable {  // unchecked: everything of a scenario runs on the program's one thread
  private let closed: Escaped<Int>

  init(_ closed: Escaped<Int>) { self.closed = closed }

  func dispose() { closed.value = (closed.value ?? 0) + 1 }
}

private struct Labelled: Drawer {
  let drawer: any Drawer

  init(_ drawer: any Drawer) { self.drawer = drawer }
}

private struct Refusal: Error {}

/// Runs a closure when it dies.
private final class Dying: Error, Sendable {
  private let onDeath: @Sendable () -> Void

  init(_ onDeath: @escaping @Sendable () -> Void) { self.onDeath = onDeath }

  deinit { onDeath() }
}
