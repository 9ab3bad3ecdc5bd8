import HoldfastStress

/// An actor that owns a dictionary; its rows run on tasks, because nothing else may await it.
struct ActorDictionary: Subject {
  func supports(_ point: Point) -> Bool {
    switch point.case {
    case .singletonProtocol, .firstResolve, .same, .distinct, .mixed: true
    default: false
    }
  }

  func work(at point: Point) -> Work {
    switch point.case {
    case .firstResolve: firstResolve
    case .singletonProtocol, .same: .tasks(Array(repeating: AsyncBody(ActorProtocol(registry: furnished())), count: point.threads))
    case .distinct: .tasks(Visitor(registry: ActorRegistry()).results(point.threads))
    case .mixed: mixed(point)
    default: fatalError("\(point.case) is not supported")
    }
  }

  /// Sets a registry up from this thread, which is none of the pool's.
  private func furnished() -> ActorRegistry {
    let registry = ActorRegistry()
    Blocking.run { await registry.register((any Service).self, instance: LiveService()) }
    return registry
  }

  private func mixed(_ point: Point) -> Work {
    let registry = ActorRegistry()
    Blocking.run { await registry.furnish(items: point.keys) }
    return .tasks((0..<point.threads).map { AsyncBody(ActorMixed(registry: registry, plan: MixedTurn(point, thread: $0))) })
  }

  private var firstResolve: Work {
    RegistrationWork.work(
      usersBytes: RegistrationWork.usersBytes,
      make: {
        let registry = ActorRegistry()
        Blocking.run { await registry.fill() }
        return registry
      },
      timed: { registry in
        Blocking.run {
          for number in 0..<RegistrationWork.keys { BlackHole.swallow(await registry.resolve(Item.self, NamedKey.items[number])) }
        }
      })
  }

  private struct Visitor: DistinctKeyVisitor {
    let registry: ActorRegistry

    @inline(__always)
    func visit<K: DistinctKey>(_ key: K.Type) -> AsyncBody {
      let registry = registry
      Blocking.run { await registry.register(Cell<K>.self, instance: K.cell) }
      return AsyncBody(ActorCell<K>(registry: registry))
    }
  }
}
