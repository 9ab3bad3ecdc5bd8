import HoldfastStress
import Searching
import Synchronization

/// A registration of a checked container: a factory that numbers what it builds.
///
/// Whether a build fails and how long it takes follows from its number and the seed.
final class Recipe: Sendable {
  let generation: UInt64
  private let seed: UInt64
  private let builds = Atomic<UInt64>(0)

  init(generation: UInt64, seed: UInt64) {
    self.generation = generation
    self.seed = seed
  }

  /// The factory.
  func make() throws(PlannedFailure) -> Specimen {
    let start = MonotonicClock.now()
    let build = builds.add(1, ordering: .relaxed).newValue  // Relaxed: only the number matters; more order would hide what is looked for.
    var choice = SeededRandom(seed: seed, name: "build", number: Int(truncatingIfNeeded: generation << 16 ^ build))
    if choice.once(in: 4) { MonotonicClock.yieldThread() }
    if choice.once(in: 16) { throw PlannedFailure(key: 0, attempt: generation) }
    return Specimen(identity: Identity.make(generation: generation, build: build), factoryStart: start)
  }
}

/// What the checked containers build: it says which build of which registration it is, and when its factory started.
///
/// Its fields are plain, so that a container that hands it out unpublished races with the threads that read them.
final class Specimen: Sendable {
  /// See `Identity`.
  let identity: UInt64
  /// On the monotonic clock.
  let factoryStart: UInt64

  init(identity: UInt64, factoryStart: UInt64) {
    self.identity = identity
    self.factoryStart = factoryStart
  }
}
