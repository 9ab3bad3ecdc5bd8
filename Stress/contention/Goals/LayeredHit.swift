import Holdfast
import HoldfastStress

/// What a hit costs under an override layer, which only tests have: as a ratio to `static let`, from samples of its own.
enum LayeredHit {
  private static let samples = 21
  private static let turns = 100_000

  static var ratio: Double {
    let container = Containers.furnished(sealed: false)
    let (hit, limit) = (Body(HoldfastProtocol(container: container)), Body(StaticProtocol()))
    return container.withOverrides {
      $0.register((any Service).self) { _ in LiveService() }
    } operation: {
      var (hits, limits): ([Double], [Double]) = ([], [])
      for _ in 0..<samples {
        hits.append(time(hit))
        limits.append(time(limit))
      }
      return Median.of(hits) / Median.of(limits)
    }
  }

  private static func time(_ body: Body) -> Double {
    let start = MonotonicClock.now()
    body.run(turns)
    return Double(MonotonicClock.now() - start)
  }
}
