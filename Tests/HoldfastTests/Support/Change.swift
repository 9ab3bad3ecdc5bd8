import Holdfast

/// Every way to take an instance away from a container that goes on living.
enum Change: CaseIterable, Sendable {
  case replace, replaceInBatch, unregister, reset, resetAll

  /// Takes the `DeinitProbe` away.
  func apply(to container: Container) throws {
    switch self {
    case .replace: try container.register(DeinitProbe.self, instance: DeinitProbe {})
    case .replaceInBatch:
      try container.registerAll { batch in
        batch.register(DeinitProbe.self, instance: DeinitProbe {})
        batch.register(DeinitProbe.self, named: "another", instance: DeinitProbe {})
      }
    case .unregister: try container.unregister(DeinitProbe.self)
    case .reset: try container.reset(DeinitProbe.self)
    case .resetAll: try container.resetAll()
    }
  }
}
