/// The rows of a hand-written registry over one lock.
///
/// `G` is named by the caller, in code that is not generic, so that every loop below is specialized for it.
enum HandWritten<G: GuardedTable> {
  @inline(__always)
  static func work(at point: Point) -> Work {
    switch point.case {
    case .singletonConcrete: .threads(1, Body(HandConcrete<G>(registry: .furnished())))
    case .singletonProtocol, .scoped: .threads(1, Body(HandProtocol<G>(registry: .furnished())))
    case .singletonProtocol1k, .singletonProtocol100k: .threads(1, Body(HandProtocol<G>(registry: .furnished(others: point.keys))))
    case .namedTyped: .threads(1, Body(HandNamedTyped<G>(registry: .furnished())))
    case .namedLiteral: .threads(1, Body(HandNamedLiteral<G>(registry: .furnished())))
    case .transient: .threads(1, Body(HandTransient<G>(registry: .furnished())))
    case .graph: .threads(1, Body(HandGraph<G>(registry: .furnished())))
    case .arguments2: .threads(1, Body(HandArguments<G>(registry: .furnished())))
    case .register, .registerBatch: registering(batch: point.case == .registerBatch)
    case .firstResolve: firstResolve
    case .same: .threads(point.threads, Body(HandProtocol<G>(registry: .furnished())))
    case .distinct: .threads(Visitor(registry: .furnished()).results(point.threads))
    case .mixed: mixed(point)
    case .mixedBuilt: mixedBuilt(point)
    case .actorHit: .actors(point.threads, Body(HandProtocol<G>(registry: .furnished())))
    case .asyncHit: .asyncHits(point.threads, AsyncBody(Body(HandProtocol<G>(registry: .furnished()))), sync: nil)
    case .hitDuringBuild: hitDuringBuild
    case .replacedAmongReaders: replacedAmongReaders
    default: fatalError("\(point.case) is not supported")
    }
  }

  @inline(__always)
  private static func mixed(_ point: Point) -> Work {
    let registry = HandRegistry<G>.items(point.keys)
    return .threads((0..<point.threads).map { Body(HandMixed<G>(registry: registry, turns: MixedTurn(point, thread: $0))) })
  }

  @inline(__always)
  private static func mixedBuilt(_ point: Point) -> Work {
    let registry = HandRegistry<G>.items(point.keys)
    return .threads((0..<point.threads).map { Body(HandMixedBuilt<G>(registry: registry, turns: MixedTurn(point, thread: $0))) })
  }

  @inline(__always)
  private static var replacedAmongReaders: Work {
    let registry = HandRegistry<G>.items(1)
    func operation(readShare: Int) -> HandMixed<G> {
      HandMixed<G>(registry: registry, turns: MixedTurn(Point(.lockDictionary, .mixed, readShare: readShare), thread: 0))
    }
    return SpinningReaders.work(read: operation(readShare: 100), replace: operation(readShare: 0))
  }

  @inline(__always)
  private static var hitDuringBuild: Work {
    let registry = HandRegistry<G>.slow()
    return BuildWindow.work(hit: HandProtocol<G>(registry: registry)) {
      BlackHole.swallow(registry.resolve((any Service).self, NamedKey.slow[$0]))
    }
  }

  private static func registering(batch: Bool) -> Work {
    RegistrationWork.work(make: { HandRegistry<G>() }, timed: { batch ? fillAtOnce($0) : fill($0) })
  }

  private static var firstResolve: Work {
    RegistrationWork.work(
      usersBytes: RegistrationWork.usersBytes,
      make: {
        let registry = HandRegistry<G>()
        fill(registry)
        return registry
      },
      timed: { registry in
        for number in 0..<RegistrationWork.keys { BlackHole.swallow(registry.resolve(Item.self, NamedKey.items[number])) }
      })
  }

  private static func fill(_ registry: HandRegistry<G>) {
    for number in 0..<RegistrationWork.keys { registry.register(NamedKey.items[number]) { _ in Item(number) } }
  }

  /// What a hand-written batch is: the lock taken once, the dictionary's room reserved.
  private static func fillAtOnce(_ registry: HandRegistry<G>) {
    registry.guarded.write { table in
      table.pointee.namedFactories.reserveCapacity(RegistrationWork.keys)
      for number in 0..<RegistrationWork.keys {
        table.pointee.namedFactories[NamedKey.items[number]] = FactoryBox<HandRegistry<G>, Item> { _ in Item(number) }
      }
    }
  }

  private struct Visitor: DistinctKeyVisitor {
    let registry: HandRegistry<G>

    @inline(__always)
    func visit<K: DistinctKey>(_ key: K.Type) -> Body {
      registry.register(Cell<K>.self, instance: K.cell)
      return Body(HandCell<G, K>(registry: registry))
    }
  }
}
