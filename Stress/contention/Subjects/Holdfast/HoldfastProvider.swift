import Holdfast

/// A `Provider` of a sealed container: the key is looked up once, when the provider is made.
struct HoldfastProvider: Subject {
  func supports(_ point: Point) -> Bool {
    switch point.case {
    case .arguments2, .scoped, .register, .registerBatch, .firstResolve: false
    case .mixed: point.readShare == 100
    default: true
    }
  }

  func work(at point: Point) -> Work {
    switch point.case {
    case .singletonConcrete: .threads(1, Body(ProviderConcrete(provider: container().provider(Engine.self))))
    case .singletonProtocol1k, .singletonProtocol100k: .threads(1, Body(hit(others: point.keys)))
    case .namedTyped, .namedLiteral: .threads(1, Body(ProviderProtocol(provider: container().provider(named: "primary"))))
    case .transient: .threads(1, Body(ProviderTransient(provider: container().provider(Request.self))))
    case .graph: .threads(1, Body(ProviderGraph(provider: container().provider())))
    case .same: .threads(point.threads, Body(hit()))
    case .distinct: .threads(Visitor(container: Containers.cells(sealed: true)).results(point.threads))
    case .mixed: mixed(point)
    case .asyncHit: .asyncHits(point.threads, AsyncBody(Body(hit())), sync: nil)
    case .hitDuringBuild: hitDuringBuild
    default: .threads(1, Body(hit()))
    }
  }

  private func container(others: Int = 0) -> Container {
    Containers.furnished(others: others, sealed: true)
  }

  private func hit(others: Int = 0) -> ProviderProtocol {
    ProviderProtocol(provider: container(others: others).provider())
  }

  private func mixed(_ point: Point) -> Work {
    let container = Containers.items(point.keys, sealed: true)
    let providers = (0..<point.keys).map { container.provider(Item.self, named: HoldfastKeys.names[$0]) }
    return .threads((0..<point.threads).map { Body(ProviderMixed(providers: providers, turns: MixedTurn(point, thread: $0))) })
  }

  private var hitDuringBuild: Work {
    let container = container()
    return BuildWindow.work(hit: ProviderProtocol(provider: container.provider())) { number in
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
    func visit<K: DistinctKey>(_ key: K.Type) -> Body { Body(ProviderCell<K>(provider: container.provider())) }
  }
}
