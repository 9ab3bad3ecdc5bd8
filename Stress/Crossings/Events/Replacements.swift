import Holdfast
import HoldfastDiagnostics
import Searching

extension Events {
  /// Values are replaced while others use them: the new ones are built aside, and then shown.
  static let replacements = [replaceBuilt, replaceFails, replaceInUse, anew]

  private static let replaceBuilt = Event(
    name: "replace-built", summary: "a thing is built anew aside, with what was made from it, and then shown", codes: [.sealed],
    rebuilds: true, takesAway: true,
    perform: { scene in
      try await scene.replaceTarget(rebuildsDependents: true) { container, register in try await container.replace { register($0) } }
    })

  private static let replaceFails = Event(
    name: "replace-fails", summary: "a thing is replaced together with one whose factory throws, so that nothing changes",
    codes: [.sealed], abandons: true,
    prepare: { scene in
      try scene.container.register(String.self, named: "fragile") { _ in "" }
      _ = try scene.container.resolve(String.self, named: "fragile")
    },
    perform: { scene in
      do {
        try await scene.replaceTarget(rebuildsDependents: true) { container, register in
          try await container.replace { batch in
            register(batch)
            batch.register(
              String.self, named: "fragile",
              .async { [weak container] _ in
                // What was reset before is not built for the replacement: the next caller builds it.
                let old = await Task.detached { container?.peek(String.self, named: "fragile") }.value
                if old == nil { return "" }
                throw PlannedFailure()
              })
          }
        }
        // What is not built has no new value to be built.
        scene.book.expect(scene.program.takesAway, .whole, "a replacement is shown although the factory of a new value threw")
      } catch let error as ResolutionError where error.underlying is PlannedFailure {}
    })

  private static let replaceInUse = Event(
    name: "replace-in-use", summary: "a value and what was made from it are replaced while a scope is open that uses them",
    codes: [.sealed],
    perform: { scene in
      let container = try scene.container
      try container.registerAll { batch in
        batch.register(Witness.self, named: "supply", scope: .singleton(dispose: Witness.end), .async { _ in Witness(scene) })
        batch.register(
          Witness.self, named: "user", scope: .singleton(dispose: Witness.end),
          .async { r in Witness(scene, with: try await r.resolve(Witness.self, named: "supply")) })
      }
      _ = try await container.resolve(Witness.self, named: "user")
      let used = try await container.withScope { scope in
        var used: [Witness] = []
        for _ in 0..<(scene.mode == .orders ? 1 : 4) {
          for name in ["user", "supply"] { used.append(try await scope.resolve(Witness.self, named: Name(name))) }
          try await replaceSupply(container, scene)
          await scene.linger()
          let early = used.count { $0.isDisposed }
          scene.book.expect(
            early == 0 || scene.program.isBounded, .disposed,
            "\(early) of \(used.count) replaced values were disposed of while a scope was open that used them")
        }
        return used
      }
      // An end of the container disposes of what is left.
      if scene.program.events.contains(where: \.closes) { return }
      for _ in 0..<20_000 where scene.mode != .orders && !used.allSatisfy(\.isDisposed) { await scene.wait() }
      scene.book.expect(
        scene.mode == .orders || used.allSatisfy(\.isDisposed), .disposed,
        "\(used.count { !$0.isDisposed }) of \(used.count) replaced values are kept although nothing uses them")
    })

  /// Replaces it; callers go on with the old one until the new one is there.
  private static func replaceSupply(_ container: Container, _ scene: Scene) async throws {
    let isSure = !scene.program.events.contains { $0.takesAway || $0.closes }
    try await container.replace { batch in
      batch.register(
        Witness.self, named: "supply", scope: .singleton(dispose: Witness.end),
        .async { [weak container] _ in
          let seen = await Task.detached { container?.peek(Witness.self, named: "user") }.value
          scene.book.expect(seen != nil || !isSure, .answered, "while a value is replaced, callers have to wait for it")
          return Witness(scene)
        })
    }
    let new = container.peek(Witness.self, named: "user")
    scene.book.expect(new?.isDisposed == false || !isSure, .whole, "when a replacement has returned, the new value is not there")
  }

  private static let anew = Event(
    name: "anew", summary: "values that need each other are reset in turn, and registered again without that need",
    codes: [.sealed],
    perform: { scene in
      let container = try scene.container
      let isSure = !scene.program.hasLayer && !scene.program.events.contains { $0.takesAway || $0.closes || $0.isBounded }
      try container.registerAll { batch in
        batch.register(
          Witness.self, named: "below",
          scope: .singleton(dispose: { below, ending in
            scene.book.expect(!below.isUsed || !isSure, .disposed, "a value is disposed of before what uses it")
            below.dispose(ending)
          })
        ) { _ in Witness(scene) }
        batch.register(
          Witness.self, named: "above",
          scope: .singleton(dispose: { above, ending in
            await scene.linger()
            above.dispose(ending)
          })
        ) { r in Witness(scene, with: try r.resolve(Witness.self, named: "below")) }
      }
      _ = try await container.resolve(Witness.self, named: "above")
      for name: Name in ["above", "below"] { try container.reset(Witness.self, named: name) }
      try container.register(Witness.self, named: "above", scope: .singleton(dispose: Witness.end)) { _ in Witness(scene) }
      let (above, below) = (AnyKey(Witness.self, named: "above"), AnyKey(Witness.self, named: "below"))
      let isNeed = container.graph().edges.contains { ($0.from, $0.to) == (above, below) }
      scene.book.expect(!isNeed || !isSure, .graph, "what an old factory asked for is a need of the new one")
    })
}
