/// What the language gives: a `static let`, or the construction written out.
struct StaticLet: Subject {
  func supports(_ point: Point) -> Bool {
    switch point.case {
    case .register, .registerBatch, .registerWired, .mixedBuilt, .replacedAmongReaders: false
    case .mixed: point.readShare == 100
    default: true
    }
  }

  func work(at point: Point) -> Work {
    switch point.case {
    case .singletonConcrete: .threads(1, Body(StaticConcrete()))
    case .transient: .threads(1, Body(StaticTransient()))
    case .graph: .threads(1, Body(StaticGraph()))
    case .arguments2: .threads(1, Body(StaticArguments()))
    case .same: .threads(point.threads, Body(StaticProtocol()))
    case .distinct: .threads(Visitor().results(point.threads))
    case .mixed: .threads((0..<point.threads).map { Body(StaticMixed(turns: MixedTurn(point, thread: $0))) })
    case .actorHit: .actors(point.threads, Body(StaticProtocol()))
    case .asyncHit: .asyncHits(point.threads, AsyncBody(Body(StaticProtocol())), sync: nil)
    case .hitDuringBuild: BuildWindow.work(hit: StaticProtocol()) { _ in _ = SlowFactory.service() }
    case .firstResolve: construction
    case .cached: .threads(1, Body(HandCached()))
    case .weak: .threads(1, Body(HandWeak()))
    case .byArgument: .threads(1, Body(HandByArgument()))
    case .lazy, .definition, .optional: .threads(1, Body(StaticConcrete()))
    case .missing: .threads(1, Body(HandMissing()))
    case .all10: .threads(1, Body(HandAll()))
    case .besideGraph, .scopeWithValue: .threads(1, Body(StaticTransient()))
    case .scopes: .threads(point.threads, Body(StaticTransient()))
    case .warmUp: SlowItems.work(make: {}, timed: { for number in 0..<RegistrationWork.keys { BlackHole.swallow(SlowItems.make(number)) } })
    default: .threads(1, Body(StaticProtocol()))
    }
  }

  /// The factories alone: 1,000 objects made and kept.
  private var construction: Work {
    RegistrationWork.work(make: { Kept() }, timed: { $0.fill() })
  }

  private struct Visitor: DistinctKeyVisitor {
    @inline(__always)
    func visit<K: DistinctKey>(_ key: K.Type) -> Body { Body(StaticCell<K>()) }
  }

  private final class Kept {
    var items: [Item] = []

    init() { items.reserveCapacity(RegistrationWork.keys) }

    func fill() {
      for number in 0..<RegistrationWork.keys { items.append(Item(number)) }
    }
  }
}

/// The singletons of a program without a container.
enum Statics {
  static let engine = Engine()
  static let service: any Service = LiveService()
  static let clock: any Clock = LiveClock()
  static let store: any Store = LiveStore()
}
