import HoldfastStress

/// Makes sequences of a seed: the same number, the same sequence, on every machine.
struct Generator {
  let seed: UInt64

  /// The sequence with this number.
  func sequence(_ number: Int) -> CallSequence {
    var random = SeededRandom(seed: seed, name: "sequence", number: number)
    let length = 4 + random.below(60)
    return CallSequence(bytes: (0..<(1 + 3 * length)).map { _ in UInt8(truncatingIfNeeded: random.next() >> 24) })
  }
}
