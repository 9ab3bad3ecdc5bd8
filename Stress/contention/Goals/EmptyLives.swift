import Holdfast
import HoldfastStress
import StressKit

/// What it costs to make and end what nothing is resolved in: nanoseconds, the median of samples of its own.
enum EmptyLives {
  private static let samples = 21
  private static let turns = 10_000

  static var scope: Double {
    let container = Containers.furnished(sealed: false)
    return median { container.withScope { BlackHole.swallow($0) } }
  }

  /// A table of cells behind a lock, counted where it was opened.
  static var scopeByHand: Double {
    let registry = CellRegistry.furnished(isOpen: true)
    return median { CellStates.openAndClose(in: registry) { BlackHole.swallow($0) } }
  }

  /// With an asynchronous operation, in a task of its own.
  static var scopeInTask: Double {
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

  static var container: Double { median { BlackHole.swallow(Container()) } }

  /// The registry by hand that keeps a container's records, without a life, layers, parents and observers.
  static var containerByHand: Double { median { BlackHole.swallow(RecordingRegistry()) } }

  static var containerBytes: Double? { bytes { Container() } }

  static var containerBytesByHand: Double? { bytes { RecordingRegistry() } }

  private static func bytes(of make: () -> AnyObject) -> Double? {
    let count = 1_000
    var kept: [AnyObject] = []
    kept.reserveCapacity(count)
    // What is made once in a process is no part of it.
    BlackHole.swallow(make())
    guard let before = HeapSize.now else { return nil }
    for _ in 0..<count { kept.append(make()) }
    return withExtendedLifetime(kept) { HeapSize.now.map { Double($0 - before) / Double(count) } }
  }

  private static func median(_ body: () -> Void) -> Double {
    Median.of(
      (0..<samples).map { _ in
        let start = MonotonicClock.now()
        for _ in 0..<turns { body() }
        return Double(MonotonicClock.now() - start) / Double(turns)
      })
  }
}
