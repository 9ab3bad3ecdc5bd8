import Holdfast

extension Scenario {
  static let overrides = [layerBeside, layersOfThree, layerCarried]

  /// A value that is built from another one, which says whose it is. Its factory asks its resolver, and then the container that it captured.
  ///
  /// - Parameter captured: where the container is put, until the end of the scenario.
  private static func setUp(_ world: World, _ captured: Escaped<Container>) throws -> Container {
    let container = try Container { batch in
      batch.register(
        Wired.self,
        .async { r in
          await world.pause()
          let mode = try await r.resolve(Mode.self)
          let other = try await captured.value?.resolve(Mode.self)
          world.expect(other === mode, "a factory gets \(mode.name), and \(other?.name ?? "nothing") of its container")
          return Wired(mode)
        })
      batch.register(
        Mode.self,
        .async { _ in
          await world.pause()
          return Mode(name: "live")
        })
    }
    captured.value = container
    return container
  }

  private static let layerBeside = isolated("override-beside", "a task with an override layer beside one without", ["red"])
  private static let layersOfThree = isolated(
    "override-three", "two tasks with override layers of their own, and one without", ["red", "blue"], bound: 4)

  /// Tasks with layers of these names, and one without: each sees only what is its own.
  private static func isolated(_ name: String, _ summary: String, _ names: [String], bound: Int? = nil) -> Scenario {
    Scenario(name, summary, bound: bound) { world in
      let captured = Escaped<Container>()
      let container = try setUp(world, captured)
      let without = world.ask("task without a layer") { try await container.resolve(Wired.self) }
      let layered = names.map { name in
        world.ask("task with layer \(name)") {
          try await container.withOverrides({ $0.register(instance: Mode(name: name)) }) {
            let first = try await container.resolve(Wired.self)
            await world.pause()
            world.expect(try await container.resolve(Wired.self) === first, "a layer has two instances of one registration")
            return first
          }
        }
      }
      return {
        defer { captured.value = nil }
        for (name, ask) in zip(names, layered) {
          world.expect(ask.value?.mode.name == name, "in layer \(name): \(ask.value?.mode.name ?? "nothing")")
        }
        let later = try? await container.resolve(Wired.self)
        world.expect(later?.mode.name == "live", "afterwards, without a layer: \(later?.mode.name ?? "nothing")")
        world.expect(without.value === later, "without a layer: \(without.value?.mode.name ?? "nothing")")
      }
    }
  }

  private static let layerCarried = Scenario(
    "override-carried", "a task that is not the layer's child gets it handed over, another one does not"
  ) { world in
    let captured = Escaped<Container>()
    let container = try setUp(world, captured)
    let carried = Escaped<[Ask<Wired>]>()
    world.spawn("task with a layer") {
      await container.withOverrides({ $0.register(instance: Mode(name: "red")) }) {
        let layers = OverrideLayers.current
        carried.value = [
          world.ask("with the layer") { try await layers.apply { try await container.resolve(Wired.self) } },
          world.ask("without it") { try await container.resolve(Wired.self) },
        ]
        await world.pause()
      }
    }
    return {
      defer { captured.value = nil }
      let asks = carried.value ?? []
      world.expect(asks.count == 2, "the layer did not open")
      guard asks.count == 2 else { return }
      // Its layer may have ended before it asked.
      world.expect(asks[0], orElse: .shutDown)
      if let value = asks[0].value { world.expect(value.mode.name == "red", "with the layer: \(value.mode.name)") }
      world.expect(asks[1].value?.mode.name == "live", "without the layer: \(asks[1].value?.mode.name ?? "nothing")")
    }
  }
}

/// What an override puts another one in the place of.
private final class Mode: Sendable {
  let name: String

  init(name: String) {
    self.name = name
  }
}

/// What is built from it.
private final class Wired: Sendable {
  let mode: Mode

  init(_ mode: Mode) {
    self.mode = mode
  }
}
