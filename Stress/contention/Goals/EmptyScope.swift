import Holdfast
import HoldfastStress

/// What opening and closing a scope costs when nothing is resolved in it: nanoseconds, the median of samples of its own.
enum EmptyScope {
  private static let samples = 21
  private static let turns = 10_000

  static var synchronous: Double {
    let container = Containers.furnished(sealed: false)
    return Median.of(
      (0..<samples).map { _ in
        let start = MonotonicClock.now()
        for _ in 0..<turns { container.withScope { BlackHole.swallow($0) } }
        return Double(MonotonicClock.now() - start) / Double(turns)
      })
  }

  /// With an asynchronous operation, in a task of its own.
  static var asynchronous: Double {
    Blocking.run {
      let container = Containers.furnished(sealed: false)
      var times: [Double] = []
      for _ in 0..<samples {
        let start = MonotonicClock.now()
        for _ in 0..<turns { await container.withScope { scope async in BlackHole.swallow(scope) } }
        times.append(Double(MonotonicClock.now() - start) / Double(turns))
      }
      return Median.of(times)
    }
  }
}
