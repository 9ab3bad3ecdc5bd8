import Holdfast
import HoldfastStress

extension Scenario {
  static let cancellations = [firstCancelled, attentiveFactory, allCancelled, cancelledWhileInjected, cancelledBefore]

  private static let cancelledBefore = Scenario(
    "cancelled-before", "a task that was cancelled asks for what is not there, beside another one: it builds nothing for itself"
  ) { world in
    let container = try Container { batch in
      batch.register(Alpha.self, .async { _ in await world.make(Alpha.self) })
      batch.register(Beta.self) { _ in world.makeNow(Beta.self) }
    }
    let other = world.ask("other task") { try await container.resolve(Alpha.self) }
    let ask = world.ask("cancelled task") {
      withUnsafeCurrentTask { $0?.cancel() }
      return try await container.resolve(Beta.self)
    }
    return {
      world.expect(other.value != nil, "the other task got nothing")
      world.expect(ask.error?.code == .cancelled && world.made == 1, "a task that was cancelled began a build")
    }
  }

  private static let firstCancelled = Scenario(
    "first-cancelled", "the task that started a build is cancelled while another waits for it",
    goals: ["cancelled while both waited", "cancelled before the other came"]
  ) { world in
    let container = try Container { $0.register(Alpha.self, .async { _ in await world.make(Alpha.self) }) }
    let first = world.ask("first") { try await container.resolve(Alpha.self) }
    let second = world.ask("second") { try await container.resolve(Alpha.self) }
    let together = world.cancelling([first]) { first.isWaiting && second.isWaiting && container.peek(Alpha.self) == nil }
    return {
      world.expectOne([second])
      world.expect(first, orElse: .cancelled)
      if let value = first.value { world.expect(value === second.value, "the two got different objects") }
      if together.isSet {
        world.reach(0)
        world.expect(world.made == 1, "one waiter's cancellation ended the build: \(world.made) were made")
        world.expect(first.error?.code == .cancelled, "a cancelled waiter was not let go")
      } else if first.error != nil {
        world.reach(1)
      }
    }
  }

  private static let attentiveFactory = Scenario(
    "attentive-factory", "one of two waiters is cancelled, and the factory gives up when it is cancelled",
    goals: ["cancelled while both waited"]
  ) { world in
    let container = try Container { batch in
      batch.register(
        Alpha.self,
        .async { _ in
          let part = await world.make(Alpha.self)
          try Task.checkCancellation()
          return part
        })
    }
    let first = world.ask("first") { try await container.resolve(Alpha.self) }
    let second = world.ask("second") { try await container.resolve(Alpha.self) }
    let together = world.cancelling([second]) { first.isWaiting && second.isWaiting && container.peek(Alpha.self) == nil }
    return {
      world.expectOne([first])
      world.expect(second, orElse: .cancelled)
      if together.isSet { world.reach(0) }
    }
  }

  private static let allCancelled = Scenario(
    "all-cancelled", "all callers that wait for a build are cancelled", goals: ["cancelled while both waited"]
  ) { world in
    let container = try Container { batch in
      batch.register(
        Alpha.self, scope: .singleton(dispose: { await world.dispose($0) }),
        .async { _ in
          let part = await world.make(Alpha.self)
          if Task.isCancelled { world.note("the factory sees that it is cancelled") }
          return part
        })
    }
    let asks = (1...2).map { number in world.ask("task \(number)") { try await container.resolve(Alpha.self) } }
    let together = world.cancelling(asks) { asks.allSatisfy(\.isWaiting) && container.peek(Alpha.self) == nil }
    return {
      for ask in asks { world.expect(ask, orElse: .cancelled) }
      if together.isSet {
        world.reach(0)
        world.expect(asks.allSatisfy { $0.error?.code == .cancelled }, "a cancelled waiter was not let go")
        world.expect(container.peek(Alpha.self) == nil, "a build that no caller waited for was published")
        world.expectAllDisposed("although no caller wanted it any more")
      }
      let later = try? await container.resolve(Alpha.self)
      world.expect(later != nil, "nothing resolves after a cancelled build")
      await world.expectShutdown(of: container)
    }
  }

  private static let cancelledWhileInjected = Scenario(
    "cancelled-while-injected", "the callers are cancelled while an injector runs that suspends, and throws when it is cancelled",
    goals: ["the injector was cancelled", "two were made"]
  ) { world in
    let container = try Container { batch in
      batch.register(
        Alpha.self, scope: .singleton(dispose: { await world.dispose($0) }), .async { _ in await world.make(Alpha.self) })
      batch.registerInjector(
        Alpha.self,
        async: { _, _ in
          for _ in 0..<2 { await world.pause() }
          if Task.isCancelled { world.reach(0) }
          try Task.checkCancellation()
        })
    }
    let first = world.ask("first") { try await container.resolve(Alpha.self) }
    _ = world.cancelling([first]) { true }
    let second = world.ask("second") {
      await world.pause()
      return try await container.resolve(Alpha.self)
    }
    return {
      world.expect(first, orElse: .cancelled)
      world.expectOne([second])
      if world.made == 2 { world.reach(1) }
      world.expect((try? await container.resolve(Alpha.self)) === second.value, "what the second one got is not kept")
      await world.expectShutdown(of: container)
      world.expectAllDisposed("although the container has ended")
    }
  }
}

extension World {
  /// Starts a task that cancels; answers a flag that is set if `condition` held when it did.
  func cancelling<Value>(_ asks: [Ask<Value>], _ condition: @escaping @Sendable () -> Bool) -> Flag {
    let mark = Flag()
    spawn("canceller") { [self] in
      if condition() { mark.set() }
      note("cancels \(asks.map(\.name).joined(separator: ", "))")
      for ask in asks { ask.cancel() }
    }
    return mark
  }

  /// Shuts down, and by then everything is disposed of, once, without a failure.
  func expectShutdown(of container: Container) async {
    expectSound(container)
    defer { expectSound(container) }
    do throws(ResolutionError) {
      let report = try await container.shutdown(deadline: nil)
      expect(report.isClean, "the shutdown reports failures \(report.failures.map(\.key)) and unfinished \(report.unfinished)")
    } catch {
      self.report("the shutdown failed: \(error.code)")
    }
    expectAllDisposed("by the shutdown")
  }

  /// What holds of a container's structures holds of this one's.
  func expectSound(_ container: Container) {
    if let broken = container.brokenInvariant { report(broken) }
  }
}
