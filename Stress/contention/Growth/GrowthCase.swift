import Holdfast
import HoldfastStress
import StressKit

/// An operation, what there are many of while it is measured, and how its cost may grow with their number.
struct GrowthCase: Sendable {
  /// How the cost of one item may grow with the number of items.
  enum Promise: String, Codable, Sendable {
    case constant, linear

    /// The power of n that is promised.
    var exponent: Double { self == .linear ? 1 : 0 }
  }

  /// What may be allocated and not given back.
  enum Memory: Sendable {
    /// So much for each item, however many there are.
    case constantPerItem
    /// At most so many bytes for all items together: nothing is kept.
    case kept(atMost: Double)
  }

  /// What one run came to.
  struct Sample: Sendable {
    let nanosecondsPerItem: Double
    /// How much the heap grew, for all items together, where the system tells.
    let bytes: Double?
  }

  typealias Measure = @Sendable (_ count: Int) async throws -> Sample

  let name: String
  /// What is done n times, or beside n of something; and what an item is.
  let summary: String
  /// Of the time of an item; nil where only `limit` is promised.
  let time: Promise?
  let memory: Memory?
  /// The most that an item may take at any size up to this one, in nanoseconds.
  let limit: (size: Int, nanoseconds: Double)?
  let sizes: [Int]
  let measure: Measure

  init(
    _ name: String, _ summary: String, time: Promise? = .constant, memory: Memory? = nil, limit: (size: Int, nanoseconds: Double)? = nil,
    upTo most: Int, measure: @escaping Measure
  ) {
    self.name = name
    self.summary = summary
    self.time = time
    self.memory = memory
    self.limit = limit
    // Just under a power of two is where a copy of the table could leave the least room.
    sizes = [256, 64, 16, 4, 1].map { (most + 2) / $0 - 2 }.filter { $0 > 0 }
    self.measure = measure
  }

  /// Every size but the largest, which takes longer than all others together.
  func sizes(quick: Bool) -> [Int] { quick ? sizes.dropLast() : sizes }

  static let all = registering + validating + resolving + living + waiting

  /// Runs `body`, which does something with `count` items.
  static func sample(_ count: Int, _ body: () throws -> Void) rethrows -> Sample {
    let (heap, start) = (HeapSize.now, MonotonicClock.now())
    try body()
    return Sample(nanosecondsPerItem: Double(MonotonicClock.now() - start) / Double(count), bytes: growth(since: heap))
  }

  static func sampleAsync(_ count: Int, _ body: () async throws -> Void) async rethrows -> Sample {
    let (heap, start) = (HeapSize.now, MonotonicClock.now())
    try await body()
    return Sample(nanosecondsPerItem: Double(MonotonicClock.now() - start) / Double(count), bytes: growth(since: heap))
  }

  private static func growth(since before: Int?) -> Double? {
    guard let before, let after = HeapSize.now else { return nil }
    return Double(after - before)
  }
}
