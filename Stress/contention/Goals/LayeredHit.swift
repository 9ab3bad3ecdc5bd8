import Holdfast
import HoldfastStress

/// What a hit costs under an override layer, which only tests have: as a ratio to `static let`, from samples of its own.
enum LayeredHit {
  private static let samples = 21
  private static let turns = 100_000

  static var ratio: Double {
    let container = Containers.furnished(sealed: false)
    return container.withOverrides {
      $0.register((any Service).self) { _ in LiveService() }
    } operation: {
      ratio(of: Body(HoldfastProtocol(container: container)))
    }
  }

  /// The least that tasks with overrides of their own need: a task-local value that says where to look, and a dictionary without a lock.
  static var ratioByHand: Double {
    HandLayer.$registry.withValue(.furnished()) { ratio(of: Body(HandLayer())) }
  }

  private static func ratio(of hit: Body) -> Double {
    let limit = Body(StaticProtocol())
    var (hits, limits): ([Double], [Double]) = ([], [])
    for _ in 0..<samples {
      hits.append(time(hit))
      limits.append(time(limit))
    }
    return Median.of(hits) / Median.of(limits)
  }

  private static func time(_ body: Body) -> Double {
    let start = MonotonicClock.now()
    body.run(turns)
    return Double(MonotonicClock.now() - start)
  }
}

/// A hot singleton of the registry that a task-local value names.
private struct HandLayer: Operation {
  @TaskLocal static var registry = HandRegistry<FrozenTable>.furnished()

  @inline(never) func perform(_ turn: Int) { BlackHole.swallow(Self.registry.resolve((any Service).self)) }
}
