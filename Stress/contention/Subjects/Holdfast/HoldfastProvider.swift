import Holdfast

/// A `Provider` of a sealed container: the key is looked up once, when the provider is made.
struct HoldfastProvider: Subject {
  func supports(_ point: Point) -> Bool {
    switch point.case {
    case .arguments2, .scoped, .layered, .mixedBuilt, .replacedAmongReaders: false
    case .register, .registerBatch, .registerWired, .firstResolve, .warmUp: false
    case .mixed: point.readShare == 100
    case .cached, .weak, .byArgument, .definition, .optional, .missing, .all10, .besideGraph, .scopeWithValue, .scopes: false
    default: true
    }
  }

  func work(at point: Point) -> Work {
    let container = container(at: point)
    func body<O: Operation>(_ operation: O) -> Body { Body(operation, keeping: container) }
    let hit = ProviderProtocol(provider: container.provider())
    return switch point.case {
    case .singletonConcrete, .lazy: .threads(1, body(ProviderConcrete(provider: container.provider())))
    case .namedTyped, .namedLiteral: .threads(1, body(ProviderProtocol(provider: container.provider(named: "primary"))))
    case .transient: .threads(1, body(ProviderTransient(provider: container.provider())))
    case .graph: .threads(1, body(ProviderGraph(provider: container.provider())))
    case .same: .threads(point.threads, body(hit))
    case .distinct: .threads(Visitor(container: container).results(point.threads))
    case .mixed: mixed(point, container)
    case .actorHit: .actors(point.threads, body(hit))
    case .asyncHit: .asyncHits(point.threads, AsyncBody(body(hit)), sync: nil)
    case .hitDuringBuild: hitDuringBuild(container)
    default: .threads(1, body(hit))
    }
  }

  private func container(at point: Point) -> Container {
    switch point.case {
    case .singletonProtocol1k, .singletonProtocol100k: Containers.furnished(others: point.keys, sealed: true)
    case .distinct: Containers.cells(sealed: true)
    case .mixed: Containers.items(point.keys, sealed: true)
    default: Containers.furnished(sealed: true)
    }
  }

  /// A provider does not keep its container alive; each loop does.
  private func mixed(_ point: Point, _ container: Container) -> Work {
    let providers = (0..<point.keys).map { container.provider(Item.self, named: HoldfastKeys.names[$0]) }
    return .threads(
      (0..<point.threads).map { Body(ProviderMixed(providers: providers, turns: MixedTurn(point, thread: $0)), keeping: container) })
  }

  private func hitDuringBuild(_ container: Container) -> Work {
    BuildWindow.work(hit: ProviderProtocol(provider: container.provider())) { number in
      do {
        BlackHole.swallow(try container.resolve((any Service).self, named: HoldfastKeys.slow[number]))
      } catch {
        fatalError("a slow build failed: \(error)")
      }
    }
  }

  private struct Visitor: DistinctKeyVisitor {
    let container: Container

    @inline(__always)
    func visit<K: DistinctKey>(_ key: K.Type) -> Body { Body(ProviderCell<K>(provider: container.provider()), keeping: container) }
  }
}
