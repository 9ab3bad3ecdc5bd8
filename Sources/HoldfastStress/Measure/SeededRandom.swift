/// A small generator whose whole sequence follows from its seed, so that a printed seed replays the same choices.
///
/// The algorithm is SplitMix64. Every worker owns one, seeded from the run's seed, the workload's name and the worker's number; no two workers
/// share one, so the choices of a worker do not depend on how the machine schedules the others.
public struct SeededRandom: RandomNumberGenerator, Sendable {
  private var state: UInt64

  /// A generator whose sequence follows from `seed`.
  package init(seed: UInt64) {
    state = seed
  }

  /// A generator for one stream of a run: the same seed, name and number give the same sequence on every machine.
  package init(seed: UInt64, name: String, number: Int) {
    var hash: UInt64 = 0xcbf2_9ce4_8422_2325 ^ seed
    for byte in name.utf8 {
      hash = (hash ^ UInt64(byte)) &* 0x0000_0100_0000_01b3
    }
    var mixer = SeededRandom(seed: hash &+ UInt64(truncatingIfNeeded: number) &* 0x9e37_79b9_7f4a_7c15)
    state = mixer.next()
  }

  /// A seed for a run that is given none: short enough to be typed, and to pass through JSON unharmed.
  package static var anySeed: UInt64 { UInt64(UInt32.random(in: 1...UInt32.max)) }

  /// The next number of the sequence.
  public mutating func next() -> UInt64 {
    state &+= 0x9e37_79b9_7f4a_7c15
    var mixed = state
    mixed = (mixed ^ (mixed >> 30)) &* 0xbf58_476d_1ce4_e5b9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94d0_49bb_1331_11eb
    return mixed ^ (mixed >> 31)
  }

  /// A number from 0 up to, not including, `bound`; `bound` must be positive and small against 2^32, where the bias does not matter.
  public mutating func below(_ bound: Int) -> Int {
    Int(truncatingIfNeeded: ((next() >> 32) &* UInt64(bound)) >> 32)
  }

  /// True once in `count` times on average.
  public mutating func once(in count: Int) -> Bool {
    below(count) == 0
  }
}
