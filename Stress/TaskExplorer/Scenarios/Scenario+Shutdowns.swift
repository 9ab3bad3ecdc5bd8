import Holdfast
import HoldfastStress
import Searching

extension Scenario {
  static let shutdowns = [drained, cancelled, deadline, twice, ordered, afterReset, afterResetPastDeadline, deadlineHolds]

  private static let drained = Scenario(
    "shutdown-drain", "a shutdown lets a build in flight finish, with what it still needs",
    goals: ["shut down during the build", "shut down before"]
  ) { world in
    let container = try Container { batch in
      batch.register(
        Alpha.self, scope: .singleton(dispose: { await world.dispose($0) }),
        .async { r in
          await world.pause()
          _ = try await r.resolve(Beta.self)
          return await world.make(Alpha.self)
        })
      batch.register(Beta.self, scope: .singleton(dispose: { await world.dispose($0) }), .async { _ in await world.make(Beta.self) })
    }
    let ask = world.ask("asker") { try await container.resolve(Alpha.self) }
    let during = world.shutter(container, .drain) { ask.isWaiting }
    return {
      world.expect(ask, orElse: .shutDown)
      if during.isSet { world.reach(0) }
      if ask.error != nil { world.reach(1) }
      if during.isSet { world.expect(ask.value != nil, "a build in flight was not drained: \(ask.error?.code.description ?? "")") }
      world.expect((try? await container.resolve(Alpha.self)) == nil, "something resolves after a shutdown")
      if world.made == 2 { world.expect(world.disposalOrder == [1, 0], "disposed of in the order \(world.disposalOrder)") }
    }
  }

  private static let cancelled = Scenario(
    "shutdown-cancel", "a shutdown cancels a build in flight", goals: ["waiters were told", "the build was faster"]
  ) { world in
    let container = try Container { batch in
      batch.register(Alpha.self, scope: .singleton(dispose: { await world.dispose($0) }), .async { _ in await world.make(Alpha.self) })
    }
    let asks = (1...2).map { number in world.ask("task \(number)") { try await container.resolve(Alpha.self) } }
    let during = world.shutter(container, .cancel, waitsForAll: false) { asks.allSatisfy(\.isWaiting) }
    return {
      for ask in asks { world.expect(ask, orElse: .shutDown) }
      if during.isSet {
        world.reach(asks[0].value == nil ? 0 : 1)
        world.expect(asks[0].value === asks[1].value, "of two waiters one was told of the shutdown and one was not")
      }
      world.expect((try? await container.resolve(Alpha.self)) == nil, "something resolves after a shutdown")
      world.expectAllDisposed("after the shutdown")
    }
  }

  private static let deadline = Scenario(
    "shutdown-deadline", "a shutdown's deadline passes, or not, while a build is in flight",
    goals: ["left a build unfinished", "the build was in time"]
  ) { world in
    let container = try Container { batch in
      batch.register(
        Alpha.self, scope: .singleton(dispose: { await world.dispose($0) }), .async { _ in await world.make(Alpha.self, pauses: 2) })
    }
    let ask = world.ask("asker") { try await container.resolve(Alpha.self) }
    world.spawn("shutter") {
      let wasWaiting = ask.isWaiting
      do throws(ResolutionError) {
        let report = try await container.shutdown(builds: .drain, deadline: .seconds(5))
        world.expect(report.failures.isEmpty, "the shutdown reports failures")
        if !report.unfinished.isEmpty { world.reach(0) } else if wasWaiting { world.reach(1) }
      } catch {
        world.report("the shutdown failed: \(error.code)")
      }
    }
    return {
      world.expect(ask, orElse: .shutDown)
      world.expectAllDisposed("after the shutdown")
    }
  }

  private static let deadlineHolds = Scenario(
    "deadline-holds", "a build goes on only when another value is disposed of: the shutdown waits for it until its deadline, and not longer"
  ) { world in
    let latch = Latch()
    let dispose: @Sendable (Beta) async throws -> Void = {
      await world.dispose($0)
      latch.open()
    }
    let container = try Container { batch in
      batch.register(
        Alpha.self,
        .async { _ in
          await latch.pass()
          return await world.make(Alpha.self)
        })
      batch.register(Beta.self, scope: .singleton(dispose: dispose)) { _ in world.makeNow(Beta.self) }
    }
    _ = try container.resolve(Beta.self)
    let ask = world.ask("task of Alpha") { try await container.resolve(Alpha.self) }
    world.spawn("shutdown") {
      let isBuilding = ask.isWaiting
      let report = try? await container.shutdown(deadline: .seconds(1))
      if isBuilding { world.expect(report?.unfinished == [AnyKey(Alpha.self)], "unfinished: \(report?.unfinished ?? [])") }
    }
    return {
      world.expect(ask, orElse: .shutDown, .cancelled)
      // The disposal that lets it go on follows the deadline, which cancels what is unfinished then.
      world.expect(ask.value == nil, "a build that a shutdown's deadline overtook was not cancelled, and is handed out")
    }
  }

  private static let twice = Scenario("shutdown-twice", "two tasks shut down, and each waits for the one shutdown") { world in
    let container = try Container { batch in
      batch.register(Alpha.self, scope: .singleton(dispose: { await world.dispose($0) }), .async { _ in await world.make(Alpha.self) })
    }
    let ask = world.ask("asker") { try await container.resolve(Alpha.self) }
    _ = world.shutter(container, .drain) { true }
    _ = world.shutter(container, .drain) { true }
    return { world.expect(ask, orElse: .shutDown) }
  }

  private static let afterReset = Scenario(
    "shutdown-after-reset", "a shutdown waits for the disposals that a reset started", goals: ["the reset took something out"]
  ) { world in
    let container = try Container { batch in
      batch.register(Alpha.self, scope: .singleton(dispose: { await world.dispose($0) }), .async { _ in await world.make(Alpha.self) })
    }
    let ask = world.ask("asker") { try await container.resolve(Alpha.self) }
    world.spawn("owner") {
      _ = try? await container.resolve(Alpha.self)
      if container.peek(Alpha.self) != nil { world.reach(0) }
      _ = try? container.reset(Alpha.self)
      _ = try? await container.shutdown(deadline: nil)
      world.expectAllDisposed("when the shutdown returns")
    }
    return { world.expect(ask, orElse: .shutDown) }
  }

  private static let afterResetPastDeadline = Scenario(
    "reset-past-deadline", "a shutdown past its deadline waits for what a reset disposes of, before it disposes of what that was made with",
    goals: ["the deadline passed meanwhile"]
  ) { world in
    let container = try Container { batch in
      batch.register(Alpha.self, scope: .singleton(dispose: { await world.dispose($0) })) { r in
        _ = try r.resolve(Beta.self)
        return world.makeNow(Alpha.self)
      }
      batch.register(Beta.self, scope: .singleton(dispose: { await world.dispose($0) })) { _ in world.makeNow(Beta.self) }
    }
    _ = try container.resolve(Alpha.self)
    world.spawn("owner") {
      _ = try? container.reset(Alpha.self)
      if (try? await container.shutdown(deadline: .seconds(1)))?.isUnderway == true { world.reach(0) }
    }
    return {
      _ = try? await container.shutdown(deadline: nil)
      world.expect(world.disposalOrder == [1, 0], "disposed of in the order \(world.disposalOrder)")
    }
  }

  private static let ordered = Scenario(
    "shutdown-order", "three values are disposed of, the last one first, although one disposer throws",
    goals: ["all three were made"]
  ) { world in
    let container = try Container { batch in
      batch.register(Alpha.self, scope: .singleton(dispose: { await world.dispose($0) }), .async { _ in await world.make(Alpha.self) })
      batch.register(
        Beta.self,
        scope: .singleton(dispose: { part in
          await world.dispose(part)
          throw PlannedFailure()
        }), .async { _ in await world.make(Beta.self) })
      batch.register(Gamma.self, scope: .singleton(dispose: { await world.dispose($0) }), .async { _ in await world.make(Gamma.self) })
    }
    _ = world.ask("task of Alpha") { try await container.resolve(Alpha.self) }
    _ = world.ask("task of Beta") { try await container.resolve(Beta.self) }
    _ = world.ask("task of Gamma") { try await container.resolve(Gamma.self) }
    return {
      let report = try? await container.shutdown(deadline: nil)
      if world.made == 3 { world.reach(0) }
      world.expect(report?.failures.map(\.key) == [AnyKey(Beta.self)], "the failures are \(report.map { "\($0.failures)" } ?? "nothing")")
      world.expectAllDisposed("by the shutdown")
      world.expect(world.disposalOrder == [2, 1, 0], "disposed of in the order \(world.disposalOrder)")
    }
  }
}

extension World {
  /// Starts a task that shuts down; when that returns, everything is disposed of. Answers a flag that is set if `condition` held before.
  ///
  /// - Parameter waitsForAll: false where what a cancelled factory still makes is disposed of later.
  func shutter(
    _ container: Container, _ builds: ShutdownPolicy, waitsForAll: Bool = true, _ condition: @escaping @Sendable () -> Bool
  ) -> Flag {
    let mark = Flag()
    spawn("shutter") { [self] in
      if condition() { mark.set() }
      note("shuts down")
      do throws(ResolutionError) {
        let report = try await container.shutdown(builds: builds, deadline: nil)
        expect(report.isClean, "the shutdown reports failures \(report.failures.map(\.key)) and unfinished \(report.unfinished)")
      } catch {
        self.report("the shutdown failed: \(error.code)")
      }
      if waitsForAll { expectAllDisposed("when the shutdown returns") }
    }
    return mark
  }
}
