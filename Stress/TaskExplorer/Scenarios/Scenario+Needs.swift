import Holdfast

/// What the container learns of needs while tasks build.
extension Scenario {
  static let needs = [learned, learnedAnew]

  private static let learned = Scenario(
    "needs",
    "two tasks build what needs values, references and what its injector fetches: the container knows each need, beside what is declared"
  ) { world in
    let holder = Escaped<Container>()
    let container = try Container { batch in
      batch.register { _ in world.makeNow(Gamma.self) }
      batch.register(Beta.self, .async { _ in await world.make(Beta.self) })
      for name in ["provided", "lazy", "later", "injected"] as [Name] {
        batch.register(Beta.self, named: name) { _ in world.makeNow(Beta.self) }
      }
      batch.register(Beta.self, named: "existing", scope: .cached("needs")) { _ in world.makeNow(Beta.self) }
      batch.register(
        Alpha.self,
        .async { r in
          _ = r.provider(Beta.self, named: "provided")
          _ = r.lazy(Beta.self, named: "lazy")
          _ = try await r.resolve(Beta.self)
          return await world.make(Alpha.self)
        })
      batch.declare(
        Alpha.self, named: nil, needs: [Dependency(AnyKey(Gamma.self), .value)], fileID: #fileID, line: #line)
      batch.registerInjector(Alpha.self) { _, r in
        _ = try r.resolve(Beta.self, named: "injected")
        // By the container that the code captured.
        _ = try holder.value?.resolve(Beta.self, named: "existing")
        r.later(Beta.self, named: "later") { _ in }
      }
    }
    holder.value = container
    _ = try container.resolve(Beta.self, named: "existing")
    let asks = (1...2).map { number in world.ask("task \(number)") { try await container.resolve(Alpha.self) } }
    return {
      holder.value = nil
      world.expectOne(asks)
      guard let alpha = container.knownRegistrations.first(where: { $0.key == AnyKey(Alpha.self) }) else {
        return world.report("Alpha is not registered")
      }
      let expected =
        [AnyKey(Gamma.self), AnyKey(Beta.self)]
        + (["provided", "lazy", "later", "injected", "existing"] as [Name]).map { AnyKey(Beta.self, named: $0) }
      let missing = Set(expected).subtracting(alpha.needs.map(\.key))
      world.expect(missing.isEmpty, "it is not known that Alpha needs \(missing.map(\.description).sorted())")
    }
  }

  private static let learnedAnew = Scenario(
    "needs-anew", "what is built is registered once more, with other needs, and built: what the old factory asked for is no need of it"
  ) { world in
    let container = try Container { batch in
      batch.register { _ in world.makeNow(Beta.self) }
      batch.register { _ in world.makeNow(Gamma.self) }
      batch.register(
        Alpha.self,
        .async { r in
          _ = try await r.resolve(Beta.self)
          return await world.make(Alpha.self)
        })
    }
    world.spawn("owner") {
      _ = try? await container.resolve(Alpha.self)
      _ = try? container.register(
        Alpha.self,
        .async { r in
          _ = try await r.resolve(Gamma.self)
          return await world.make(Alpha.self)
        })
      _ = try? await container.resolve(Alpha.self)
    }
    return {
      let needs = container.knownRegistrations.first { $0.key == AnyKey(Alpha.self) }?.needs.map(\.key)
      world.expect(needs == [AnyKey(Gamma.self)], "it is known that Alpha needs \(needs?.map(\.description) ?? [])")
    }
  }
}
