import HoldfastStress
import Searching

/// An argument whose hash tells nothing, and whose comparison lets others in between.
struct CollidingArgument: Hashable, Sendable {
  let value: Int
  /// How many low bits a comparison overlooks: none, except in a cache that is to be caught.
  let coarseness: Int

  func hash(into hasher: inout Hasher) {
    hasher.combine(0)
  }

  static func == (left: Self, right: Self) -> Bool {
    if left.value == right.value { MonotonicClock.yieldThread() }
    return left.value >> left.coarseness == right.value >> right.coarseness
  }
}

/// What is made from an argument.
final class CachedItem: Sendable {
  let tracked: Tracked
  private let census: Census?

  init(_ tracked: Tracked, countedBy census: Census? = nil) {
    self.tracked = tracked
    self.census = census
    census?.born()
  }

  deinit {
    census?.died()
  }
}
