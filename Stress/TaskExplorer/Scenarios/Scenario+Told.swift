import Holdfast

/// What observers and callers are told, and by what names they ask.
extension Scenario {
  static let told = [events, endedKind, chained, askedTooEarly, mutualParents, served, raised] + late

  private static let events = Scenario(
    "events",
    "values of a container, of a layer and of a scope are made, disposed of and forgotten: an observer is told of each, and of the end"
  ) { world in
    let lines = Escaped<[String]>()
    lines.value = []
    let container = try Container { batch in
      batch.register(Alpha.self, scope: .singleton(dispose: { _ in throw Unwilling() }), .async { _ in await world.make(Alpha.self) })
      batch.register(Gamma.self, scope: .scoped) { _ in world.makeNow(Gamma.self) }
    }
    let observer = container.addObserver(
      { event in
        let whose = event.overrides == nil ? "" : " in overrides"
        switch event.kind {
        case .built: lines.value?.append("built \(event.key.type)\(whose)")
        case .disposalFailed: lines.value?.append("disposal failed\(whose)")
        case .scopeForgotten: lines.value?.append("scope forgotten")
        case .registered, .replaced, .unregistered, .reset, .building, .failed, .waited, .slow, .disposed, .scopeOpened, .scopeEnded: break
        }
      }, onEnd: { lines.value?.append("over") })
    world.spawn("asker") { _ = try? await container.resolve(Alpha.self) }
    world.spawn("layer's task") {
      try? await container.withOverrides {
        $0.register(Alpha.self, .async { _ in await world.make(Alpha.self) })
      } operation: {
        _ = try await container.resolve(Alpha.self)
      }
    }
    world.spawn("forgetful one") {
      let scope = try? container.openScope()
      await world.pause()
      _ = try? scope?.resolveNow(Gamma.self)
    }
    return {
      _ = try? await container.shutdown(deadline: nil)
      let expected = ["built Alpha", "built Alpha in overrides", "built Gamma", "disposal failed", "over", "scope forgotten"]
      world.expect(lines.value?.sorted() == expected, "an observer was told \(lines.value?.sorted() ?? [])")
      observer()
    }
  }

  private static let endedKind = Scenario(
    "ended-kind", "a value of a kind of scope is asked for in the innermost of two scopes while the outer one, of that kind, ends",
    goals: ["asked in time", "asked too late"]
  ) { world in
    let container = try Container { batch in
      batch.register(
        Alpha.self, scope: .scoped(to: "visit", dispose: { await world.dispose($0) }), .async { _ in await world.make(Alpha.self) })
    }
    let visit = try container.openScope("visit")
    let inner = try visit.openScope()
    let ask = world.ask("asker") { try await inner.resolve(Alpha.self) }
    let late = Escaped<[Ask<Alpha>]>()
    world.spawn("owner") {
      await visit.end()
      late.value = [
        world.ask("late one inside") { try await inner.resolve(Alpha.self) }, world.ask("late one") { try visit.resolveNow(Alpha.self) },
      ]
    }
    return {
      world.expect(ask, orElse: .shutDown)
      world.reach(ask.value == nil ? 1 : 0)
      for late in late.value ?? [] {
        let code = late.error?.code
        world.expect(code == .shutDown, "\(late.name) got \(code?.description ?? "a value") of a kind whose scope has ended")
      }
      late.value = nil
      await inner.end()
      // Kept until here: scopes that were opened by hand keep no container.
      await world.expectShutdown(of: container)
    }
  }

  #if DEBUG || Exploration
    private static let late = [
      Scenario(
        "late", "time passes while a caller waits for a build, or not: the build is reported once, and only if it has not ended",
        goals: ["the build was late", "nothing was late"]
      ) { world in
        let container = try Container { batch in
          batch.register(
            Alpha.self, scope: .singleton(dispose: { await world.dispose($0) }), .async { _ in await world.make(Alpha.self, pauses: 2) })
        }
        let reports = Escaped<Int>()
        reports.value = 0
        LongWaitWatch.report(after: .seconds(100)) { report in
          if report.key == AnyKey(Alpha.self) { reports.value = (reports.value ?? 0) + 1 }
        }
        let ask = world.ask("asker") { try await container.resolve(Alpha.self) }
        world.spawn("clock") {
          let isLate = LongWaitWatch.buildsInFlight.contains { $0.key == AnyKey(Alpha.self) }
          for _ in 0..<2 { ProcessClock.pass(.seconds(200)) }
          world.reach(isLate ? 0 : 1)
          world.expect(
            reports.value == (isLate ? 1 : 0), "a build that was \(isLate ? "" : "not ")late was reported \(reports.value ?? 0) times")
        }
        return {
          LongWaitWatch.report(after: nil)
          world.expect(ask.value != nil, "\(ask.name) got no value")
          await world.expectShutdown(of: container)
        }
      }
    ]
  #else
    private static let late: [Scenario] = []
  #endif

  private static let chained = Scenario("chained", "tasks open scopes inside the one before, which ends: what was given to it is released")
  {
    world in
    let container = try Container { $0.register(seeded: Gamma.self) }
    world.spawn("opener") {
      do {
        var scope = try container.openScope(seeds: [.value(world.makeNow(Gamma.self))])
        for _ in 0..<3 {
          let inner = try scope.openScope(seeds: [.value(world.makeNow(Gamma.self))])
          await scope.end()
          await world.pause()
          scope = inner
        }
        world.expect(world.alive <= 2, "\(world.alive) scopes of 4 keep what they were given, and one of them is open")
        await scope.end()
      } catch {
        world.report("a scope could not be opened: \(error)")
      }
    }
    world.spawn("neighbour") { await container.withScope { _ in await world.pause() } }
    return {}
  }

  private static let askedTooEarly = Scenario(
    "asked-too-early",
    "a synchronous factory asks for an asynchronous value: the error names the factory, as long as the value is not there",
    goals: ["too early", "in time"]
  ) { world in
    let container = try Container { batch in
      batch.register(Beta.self, .async { _ in await world.make(Beta.self) })
      batch.register { r in
        _ = try r.resolve(Beta.self)
        return world.makeNow(Alpha.self)
      }
    }
    let beta = world.ask("task of Beta") { try await container.resolve(Beta.self) }
    let alpha = world.ask("task of Alpha") { try container.resolveNow(Alpha.self) }
    return {
      world.expectOne([beta])
      world.expect(alpha, orElse: .asyncOnly)
      world.reach(alpha.error == nil ? 1 : 0)
      let (asking, remedy) = ("\(AnyKey(Alpha.self))", alpha.error?.remedy)
      world.expect(remedy?.contains(asking) != false, "what would have to change is not named: \(remedy ?? "")")
    }
  }

  private static let mutualParents = Scenario(
    "mutual-parents", "two containers that are each other's parent are asked for what one of them has, and for what neither has"
  ) { world in
    let (one, other) = (Link(), Link())
    let (first, second) = (Container(parent: one), Container(parent: other))
    (one.target, other.target) = (second, first)
    try first.register(Alpha.self, .async { _ in await world.make(Alpha.self) })
    let found = [first, second].enumerated().map { number, container in
      world.ask("task \(number)") { try await container.resolve(Alpha.self) }
    }
    let missing = [first, second].enumerated().map { number, container in
      world.ask("vain task \(number)") { try await container.resolve(Beta.self) }
    }
    return {
      world.expectOne(found)
      for ask in missing { world.expect(ask.error?.code == .notRegistered, "\(ask.name) got \(ask.error?.code.description ?? "a value")") }
      world.expect(!first.contains(Beta.self) && !second.contains(Beta.self), "what neither has is said to be there")
      (one.target, other.target) = (nil, nil)
    }
  }

  private static let served = Scenario(
    "served-disposer", "the disposer of what was reset resolves while its container drains: it is served until it returns",
    goals: ["drained meanwhile"]
  ) { world in
    let holder = Escaped<Container>()
    let (begun, drains) = (Latch(), Escaped<Bool>())
    let container = try Container { batch in
      batch.register(
        Alpha.self,
        scope: .singleton(dispose: { _ in
          begun.open()
          for _ in 0..<2 { await world.pause() }
          if drains.value == true { world.reach(0) }
          let beta = try? await holder.value?.resolve(Beta.self)
          world.expect(beta != nil, "a disposer that was begun before the container drained is not served")
        }), .async { _ in await world.make(Alpha.self) })
      batch.register(Beta.self, .async { _ in await world.make(Beta.self) })
    }
    holder.value = container
    world.spawn("resetter") {
      _ = try? await container.resolve(Alpha.self)
      _ = try? container.reset(Alpha.self)
    }
    world.spawn("closer") {
      await begun.pass()
      drains.value = true
      _ = try? await container.shutdown(deadline: nil)
      holder.value = nil
    }
    return {}
  }

  private static let raised = Scenario(
    "priority-raised", "a task of a higher priority waits for a build, which then has that priority", bound: 2
  ) {
    world in
    let joined = Latch()
    let container = try Container { batch in
      batch.register(
        Alpha.self,
        .async { _ in
          await joined.pass()
          // A waiter is counted when it has joined, and lends its priority a moment later.
          for _ in 0..<4 { await world.pause() }
          world.expect(
            Task.currentPriority >= .high,
            "a build has the priority \(Task.currentPriority.rawValue), and a waiter \(TaskPriority.high.rawValue)")
          return world.makeNow(Alpha.self)
        })
    }
    let first = world.ask("first") { try await container.resolve(Alpha.self) }
    let second = world.ask("second") {
      let waiter = Task.detached(priority: .high) { try await container.resolve(Alpha.self) }
      while LongWaitWatch.buildsInFlight.first(where: { $0.key == AnyKey(Alpha.self) })?.waiters ?? 0 < 2 { await world.pause() }
      joined.open()
      return try await waiter.value
    }
    return { world.expectOne([first, second]) }
  }
}

private struct Unwilling: Error {}

/// A resolver of a program's own that asks a container which it is given later.
private final class Link: Resolver, @unchecked Sendable {  // unchecked: everything of a scenario runs on the program's one thread
  /// Guard: the program's one thread.
  var target: Container?

  func resolve<T>(_ request: ResolutionRequest<T>) throws(ResolutionError) -> T { try asked.resolve(request) }
  nonisolated(nonsending) func resolve<T>(_ request: ResolutionRequest<T>) async throws(ResolutionError) -> T {
    try await asked.resolve(request)
  }
  func contains(_ key: AnyKey) -> Bool { asked.contains(key) }

  private var asked: Container {
    guard let target else { preconditionFailure("a link is asked while its scenario runs only") }
    return target
  }
}
