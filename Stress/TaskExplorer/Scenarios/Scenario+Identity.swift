import Holdfast

/// The code that asks: what is over speaks for nothing that it started, and what runs is known wherever it asks.
extension Scenario {
  static let identities = [leftBehind, immediate, asksAgain, warmUpInside, graphsApart]

  private static let leftBehind = Scenario(
    "left-behind", "a factory leaves tasks behind, which have nothing of the factory's once that has returned"
  ) { world in
    let (latch, holder) = (Latch(), Escaped<Container>())
    let other = try Container { $0.register { _ in world.makeNow(Gamma.self) } }
    let container = try Container { batch in
      batch.register { _ in world.makeNow(Gamma.self) }
      // It asks the container that is current in its own run.
      batch.register(Current.self, scope: .transient) { _ in Current(try Container.currentResolver().resolve(Gamma.self)) }
      batch.register(
        Started.self, scope: .transient,
        .async { _ in
          world.spawn("left behind", inheriting: true) {
            await latch.pass()
            // One of them lies where the factory's task lay.
            let tasks = (0..<8).map { _ in
              world.begin {
                world.expect((try? Container.currentResolver()) == nil, "a task has the container of a factory that has returned")
              }
            }
            for task in tasks { await task.value }
          }
          other.withCurrent {
            _ = world.spawn("left behind with another container", inheriting: true) {
              await latch.pass()
              guard let container = holder.value else { return }
              let found = try? await container.resolve(Current.self).gamma
              world.expect(found === container.peek(Gamma.self), "a factory has the container that is current in a run that is over")
            }
          }
          await world.pause()
          return Started()
        })
    }
    holder.value = container
    world.spawn("caller") {
      _ = try? await container.resolve(Gamma.self)
      // In a task that is freed then.
      await world.begin { _ = try? await container.resolve(Started.self) }.value
      latch.open()
    }
    return {
      holder.value = nil
      withExtendedLifetime((container, other)) {}
    }
  }

  private static let immediate = Scenario(
    "immediate", "what factories begin with Task.immediate awaits the value of the factory, which is no cycle"
  ) { world in
    let (begun, begunNow, holder) = (Escaped<Task<Alpha?, Never>>(), Escaped<Task<Beta?, Never>>(), Escaped<Container>())
    let container = try Container { batch in
      batch.register(
        Alpha.self,
        .async { _ in
          if #available(macOS 26, iOS 26, tvOS 26, watchOS 26, visionOS 26, *) {
            begun.value = Task.immediate { try? await holder.value?.resolve(Alpha.self) }
          }
          return await world.make(Alpha.self)
        })
      batch.register(Beta.self) { _ in
        if #available(macOS 26, iOS 26, tvOS 26, watchOS 26, visionOS 26, *) {
          begunNow.value = Task.immediate { try? await holder.value?.resolve(Beta.self) }
        }
        return world.makeNow(Beta.self)
      }
    }
    holder.value = container
    let alpha = world.ask("task of Alpha") { try await container.resolve(Alpha.self) }
    let beta = world.ask("task of Beta") { try await container.resolve(Beta.self) }
    return {
      world.expectOne([alpha])
      world.expectOne([beta])
      if let begun = begun.value { world.expect(await begun.value === alpha.value, "what a factory began did not get its value") }
      if let begun = begunNow.value {
        world.expect(await begun.value === beta.value, "what a synchronous factory began did not get its value")
      }
      (begun.value, begunNow.value, holder.value) = (nil, nil, nil)
    }
  }

  private static let asksAgain = Scenario(
    "asks-again", "a factory asks its captured container for its own value when another build is over: a cycle"
  ) { world in
    let holder = Escaped<Container>()
    holder.value = try Container { batch in
      batch.register(Beta.self, .async { _ in await world.make(Beta.self) })
      batch.register(
        Alpha.self,
        .async { r in
          _ = try await r.resolve(Beta.self)
          do throws(ResolutionError) {
            _ = try await holder.value?.resolve(Alpha.self)
            world.report("a factory got its own value")
          } catch {
            world.expect(error.code == .cycle, "a factory that asks for its own value gets the error \(error.code)")
          }
          return await world.make(Alpha.self)
        })
    }
    let asks = (1...2).compactMap { number in
      holder.value.map { container in world.ask("task \(number)") { try await container.resolve(Alpha.self) } }
    }
    return {
      world.expectOne(asks)
      holder.value = nil
    }
  }

  private static let warmUpInside = Scenario(
    "warm-up-inside", "a factory warms its container up: what needs the factory's value fails, as a cycle"
  ) { world in
    let holder = Escaped<Container>()
    holder.value = try Container { batch in
      batch.register(
        Alpha.self,
        .async { _ in
          _ = try? await holder.value?.warmUp { step in
            world.expect(
              step.error == nil || step.error?.code == .cycle, "\(step.key) gets the error \(step.error?.code.description ?? "")")
          }
          return await world.make(Alpha.self)
        })
      batch.register(
        Beta.self,
        .async { r in
          _ = try await r.resolve(Alpha.self)
          return await world.make(Beta.self)
        })
    }
    guard let container = holder.value else { return {} }
    let asks = (1...2).map { number in world.ask("task \(number)") { try await container.resolve(Alpha.self) } }
    return {
      world.expectOne(asks)
      holder.value = nil
    }
  }

  private static let graphsApart = Scenario(
    "graphs-apart",
    "a factory's object graph is its own: its transients and property wrappers share it, and a captured container hands out another object"
  ) { world in
    let holder = Escaped<Container>()
    holder.value = try Container { batch in
      batch.register(Gamma.self, scope: .graph) { _ in world.makeNow(Gamma.self) }
      batch.register(scope: .transient) { r in Current(try r.resolve()) }
      batch.register(scope: .transient) { r in Pair(one: try r.resolve(), other: try r.resolve()) }
      batch.register(Beta.self) { r in
        let own = try r.resolve(Gamma.self)
        world.expect(try Injected<Gamma>().get() === own, "a property wrapper got another object than the factory around it")
        return world.makeNow(Beta.self)
      }
      batch.register(
        Alpha.self,
        .async { r in
          let own = try await r.resolve(Gamma.self)
          await world.pause()
          let other = try await holder.value?.resolve(Gamma.self)
          world.expect(other !== own, "a captured container hands out an object of the factory's graph")
          return await world.make(Alpha.self)
        })
    }
    guard let container = holder.value else { return {} }
    let alphas = (1...2).map { number in world.ask("task \(number) of Alpha") { try await container.resolve(Alpha.self) } }
    let beta = world.ask("task of Beta") { try container.resolveNow(Beta.self) }
    let pair = world.ask("task of a pair") { try container.resolveNow(Pair.self) }
    return {
      world.expectOne(alphas)
      world.expectOne([beta])
      world.expect(pair.value.map { $0.one.gamma === $0.other.gamma } == true, "two transients of one graph have two objects of it")
      holder.value = nil
    }
  }
}

private struct Started: Sendable {}

private struct Pair: Sendable {
  let one: Current
  let other: Current
}

private struct Current: Sendable {
  let gamma: Gamma

  init(_ gamma: Gamma) { self.gamma = gamma }
}
