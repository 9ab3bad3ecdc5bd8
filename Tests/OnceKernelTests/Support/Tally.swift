import OnceKernel

/// A word that closures on several threads share.
final class Tally: Sendable {
  private let word = AtomicWord(0)

  /// Adds one and answers the number before.
  @discardableResult
  func next() -> UInt { word.next() }

  func loadAcquiring() -> UInt { word.loadAcquiring() }
  func storeReleasing(_ value: UInt) { word.storeReleasing(value) }
}
