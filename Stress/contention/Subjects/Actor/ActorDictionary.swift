import HoldfastStress

/// An actor that owns a dictionary; its rows run on tasks, because nothing else may await it.
struct ActorDictionary: Subject {
  func supports(_ point: Point) -> Bool {
    switch point.case {
    // Its resolves are awaited: it has no form without, and its threads are the pool's, which is as wide as the machine has cores.
    case .actorHit, .mixedBuilt, .replacedAmongReaders: false
    default: point.case.isDoneByHand
    }
  }

  func work(at point: Point) -> Work {
    switch point.case {
    case .singletonConcrete: .tasks([AsyncBody(ActorConcrete(registry: furnished()))])
    case .singletonProtocol1k, .singletonProtocol100k: .tasks([AsyncBody(ActorProtocol(registry: furnished(others: point.keys)))])
    case .singletonProtocol, .scoped: .tasks([AsyncBody(ActorProtocol(registry: furnished()))])
    case .namedTyped: .tasks([AsyncBody(ActorNamedTyped(registry: furnished()))])
    case .namedLiteral: .tasks([AsyncBody(ActorNamedLiteral(registry: furnished()))])
    case .transient: .tasks([AsyncBody(ActorTransient(registry: furnished()))])
    case .graph: .tasks([AsyncBody(ActorGraph(registry: furnished()))])
    case .arguments2: .tasks([AsyncBody(ActorArguments(registry: furnished()))])
    case .register: registering(\.oneByOne)
    case .registerBatch: registering(\.batch)
    case .firstResolve: firstResolve
    case .same: .tasks(Array(repeating: AsyncBody(ActorProtocol(registry: furnished())), count: point.threads))
    case .distinct: .tasks(Visitor(registry: furnished()).results(point.threads))
    case .mixed: mixed(point)
    case .asyncHit: .asyncHits(point.threads, AsyncBody(ActorProtocol(registry: furnished())), sync: nil)
    case .hitDuringBuild: hitDuringBuild
    default: fatalError("\(point.case) is not supported")
    }
  }

  /// Sets a registry up from this thread, which is none of the pool's.
  private func furnished(others: Int = 0) -> ActorRegistry {
    let registry = ActorRegistry()
    Blocking.run { await registry.furnish(others: others) }
    return registry
  }

  private func mixed(_ point: Point) -> Work {
    let registry = ActorRegistry()
    Blocking.run { await registry.furnish(items: point.keys) }
    return .tasks((0..<point.threads).map { AsyncBody(ActorMixed(registry: registry, plan: MixedTurn(point, thread: $0))) })
  }

  private var hitDuringBuild: Work {
    let registry = furnished()
    return BuildWindow.work(hit: ActorProtocol(registry: registry)) { number in
      Blocking.run { BlackHole.swallow(await registry.resolve((any Service).self, NamedKey.slow[number])) }
    }
  }

  /// The two ways to register, as awaited loops.
  private struct Fill: Sendable {
    var oneByOne: @Sendable (ActorRegistry) async -> Void = { registry in
      for number in 0..<RegistrationWork.keys { await registry.register(NamedKey.items[number]) { _ in Item(number) } }
    }
    var batch: @Sendable (ActorRegistry) async -> Void = { registry in await registry.fill() }
  }

  private func registering(_ way: KeyPath<Fill, @Sendable (ActorRegistry) async -> Void>) -> Work {
    let fill = Fill()[keyPath: way]
    return RegistrationWork.work(make: { ActorRegistry() }, timed: { registry in Blocking.run { await fill(registry) } })
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
