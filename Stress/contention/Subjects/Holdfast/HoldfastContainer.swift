import Holdfast

/// A Holdfast container, open or sealed.
struct HoldfastContainer: Subject {
  let sealed: Bool

  func supports(_ point: Point) -> Bool {
    switch point.case {
    case .layered, .register, .registerBatch, .registerWired, .warmUp, .mixedBuilt, .replacedAmongReaders, .scopes: !sealed
    case .mixed: !sealed || point.readShare == 100
    default: true
    }
  }

  func work(at point: Point) -> Work {
    switch point.case {
    case .singletonConcrete: .threads(1, Body(HoldfastConcrete(container: container())))
    case .singletonProtocol: .threads(1, Body(HoldfastProtocol(container: container())))
    case .singletonProtocol1k, .singletonProtocol100k: .threads(1, Body(HoldfastProtocol(container: container(others: point.keys))))
    case .namedTyped: .threads(1, Body(HoldfastNamedTyped(container: container())))
    case .namedLiteral: .threads(1, Body(HoldfastNamedLiteral(container: container())))
    case .transient: .threads(1, Body(HoldfastTransient(container: container())))
    case .graph: .threads(1, Body(HoldfastGraph(container: container())))
    case .register: HoldfastRegistration.oneByOne
    case .registerBatch: HoldfastRegistration.batch
    case .registerWired: HoldfastRegistration.wired
    case .firstResolve: HoldfastRegistration.firstResolve(sealed: sealed)
    case .warmUp: HoldfastRegistration.warmUp
    case .same: .threads(point.threads, Body(HoldfastProtocol(container: container())))
    case .distinct: .threads(Visitor(container: Containers.cells(sealed: sealed)).results(point.threads))
    case .mixed: mixed(point)
    case .mixedBuilt: mixedBuilt(point)
    case .asyncHit: asyncHits(point)
    case .actorHit: .actors(point.threads, Body(HoldfastSyncHit(container: container())))
    case .hitDuringBuild: hitDuringBuild
    case .replacedAmongReaders: replacedAmongReaders
    case .arguments2: .threads(1, Body(HoldfastArguments(container: container())))
    case .scoped: scopedHits
    case .layered: layeredHits
    case .cached, .weak, .byArgument, .lazy, .definition, .optional, .missing, .all10, .besideGraph, .scopeWithValue:
      HoldfastStates(sealed: sealed).work(point.case)
    case .scopes: HoldfastStates(sealed: sealed).scopes(threads: point.threads)
    }
  }

  private func container(others: Int = 0) -> Container {
    Containers.furnished(others: others, sealed: sealed)
  }

  private func mixed(_ point: Point) -> Work {
    let container = Containers.items(point.keys, sealed: sealed)
    return .threads((0..<point.threads).map { Body(HoldfastMixed(container: container, turns: MixedTurn(point, thread: $0))) })
  }

  private func mixedBuilt(_ point: Point) -> Work {
    let container = Containers.items(point.keys, sealed: false)
    return .threads((0..<point.threads).map { Body(HoldfastMixedBuilt(container: container, turns: MixedTurn(point, thread: $0))) })
  }

  private var replacedAmongReaders: Work {
    let container = Containers.items(1, sealed: false)
    func operation(readShare: Int) -> HoldfastMixed {
      HoldfastMixed(container: container, turns: MixedTurn(Point(.holdfastOpen, .mixed, readShare: readShare), thread: 0))
    }
    return SpinningReaders.work(read: operation(readShare: 100), replace: operation(readShare: 0))
  }

  private func asyncHits(_ point: Point) -> Work {
    let container = container()
    return .asyncHits(
      point.threads, AsyncBody(HoldfastAsyncHit(container: container)), sync: Body(HoldfastSyncHit(container: container)))
  }

  /// A scope lives as long as its closure, so each sample opens one of its own; its first turn builds the value.
  private var scopedHits: Work {
    let container = container()
    return Work(fixedTurns: nil) { turns in
      container.withScope { scope in
        Sample(nanoseconds: ThreadCrew.run([Body(HoldfastScoped(scope: scope))], turns: turns), operations: turns)
      }
    }
  }

  /// A layer lasts as long as its closure, and threads do not inherit it, so each loop has one of its own.
  private var layeredHits: Work {
    let container = container()
    let hits = Body(HoldfastProtocol(container: container))
    let layered = Body { turns in
      container.withOverrides {
        $0.register((any Service).self) { _ in LiveService() }
      } operation: {
        hits.run(turns)
      }
    }
    return .threads(1, layered)
  }

  private var hitDuringBuild: Work {
    let container = container()
    return BuildWindow.work(hit: HoldfastProtocol(container: container)) { number in
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
    func visit<K: DistinctKey>(_ key: K.Type) -> Body { Body(HoldfastCell<K>(container: container)) }
  }
}

/// The constants that the Holdfast subjects resolve by.
enum HoldfastKeys {
  static let primary = Key<any Service>(named: "primary")
  static let names: [Name] = ItemNames.all.map { Name($0) }
  static let items: [Key<Item>] = names.map { Key(named: $0) }
  static let slow: [Name] = (0..<BuildWindow.slowKeys).map { Name("slow-\($0)") }
}
