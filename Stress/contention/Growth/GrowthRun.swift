import HoldfastStress
import Searching

/// Measures growth curves, in a task of its own while the main thread waits.
enum GrowthRun {
  static func curves(_ cases: [GrowthCase], quick: Bool) throws -> [GrowthCurve] {
    try Blocking.run {
      var curves: [GrowthCurve] = []
      for id in cases { curves.append(try await curve(id, quick: quick)) }
      return curves
    }
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

  /// What is said of operations that are quadratic on purpose, and of one that is not.
  static func selfTest(tell: (PlantedGrowth) -> Void) throws -> [PlantedGrowth] {
    try DefectHunt(GrowthCase.planted).run(tell: tell) { id in
      PlantedGrowth(id: id, isFound: try curves([id], quick: true).contains { $0.isBroken })
    }
  }
}

/// Whether growth that is planted was found, and growth that may be was left alone.
struct PlantedGrowth: DefectLook {
  let id: GrowthCase
  let isFound: Bool

  var isAsExpected: Bool { isFound == (id.name != "planted-linear") }
  var line: String { "\(id.name): \(isAsExpected ? "judged rightly" : "JUDGED WRONGLY")" }
}
