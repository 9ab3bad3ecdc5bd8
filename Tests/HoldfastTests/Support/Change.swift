import Holdfast

/// Every way to take an instance away from a container that goes on living.
enum Change: CaseIterable, Sendable {
  case replace, replaceInBatch, unregister, reset, resetAll

  /// Takes the `Deathrattle` away.
  func apply(to container: Container) throws {
    switch self {
    case .replace: try container.register(Deathrattle.self, instance: Deathrattle {})
    case .replaceInBatch:
      try container.registerAll { batch in
        batch.register(Deathrattle.self, instance: Deathrattle {})
        batch.register(Deathrattle.self, named: "another", instance: Deathrattle {})
      }
    case .unregister: try container.unregister(Deathrattle.self)
    case .reset: try container.reset(Deathrattle.self)
    case .resetAll: try container.resetAll()
    }
  }
}
