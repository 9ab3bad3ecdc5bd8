import Dispatch
import HoldfastStress
import Synchronization

/// Measures growth curves, in a task of its own while the main thread waits.
enum GrowthRun {
  static func curves(_ cases: [GrowthCase], quick: Bool) throws -> [GrowthCurve] {
    let outcome = GrowthOutcome()
    let done = DispatchSemaphore(value: 0)
    Task.detached {
      do {
        var curves: [GrowthCurve] = []
        for id in cases { curves.append(try await curve(id, quick: quick)) }
        outcome.result.withLock { [curves] in $0 = .success(curves) }
      } catch {
        outcome.result.withLock { $0 = .failure(error) }
      }
      done.signal()
    }
    done.wait()
    return try outcome.result.withLock { $0 }?.get() ?? []
  }

  private static func curve(_ id: GrowthCase, quick: Bool) async throws -> GrowthCurve {
    _ = try await id.measure(id.sizes[0])  // what a process remembers from its first time is no cost of an item
    var points: [GrowthCurve.Point] = []
    for size in id.sizes(quick: quick) { points.append(try await point(id, size, quick: quick)) }
    return GrowthCurve(id: id, points: points)
  }

  /// The median of up to five runs, as many as there is time for: those of small sizes are the ones that others disturb.
  private static func point(_ id: GrowthCase, _ size: Int, quick: Bool) async throws -> GrowthCurve.Point {
    let end = MonotonicClock.now() + (quick ? 50_000_000 : 500_000_000)
    var samples: [GrowthCase.Sample] = []
    repeat { samples.append(try await id.measure(size)) } while samples.count < 5 && MonotonicClock.now() < end
    let bytes = samples.compactMap(\.bytes)
    return GrowthCurve.Point(
      size: size, nanosecondsPerItem: Median.of(samples.map(\.nanosecondsPerItem)), bytes: bytes.isEmpty ? nil : Median.of(bytes))
  }

  /// Whether operations that are quadratic on purpose are found, and one that is not is left alone.
  static func selfTest() throws -> [(name: String, isRight: Bool)] {
    try curves(GrowthCase.planted, quick: true).map { ($0.id.name, $0.isBroken == ($0.id.name != "planted-linear")) }
  }
}

/// What the measuring task came to.
private final class GrowthOutcome: Sendable {
  let result = Mutex<Result<[GrowthCurve], any Error>?>(nil)
}
