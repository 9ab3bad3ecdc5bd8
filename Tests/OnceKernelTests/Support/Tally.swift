import OnceKernel

/// A word that closures on several threads share.
final class Tally: Sendable {
  private let word = AtomicWord(0)

  /// Adds one and answers the number before.
  @discardableResult
  func next() -> UInt { word.next() }

  func acquire() -> UInt { word.acquire() }
  func release(_ value: UInt) { word.release(value) }
}
