// A class that is shared although it is not Sendable needs the word.
import Holdfast

private final class LegacyCache {
  var entries: [String: Int] = [:]
}

private let shared = SharedScope.singleton
private let unchecked = UncheckedScope.unchecked(.singleton)

func register(in container: Container) throws {
  // compiles: try container.register(LegacyCache.self, scope: unchecked) { _ in LegacyCache() }
  // refused: type 'LegacyCache' does not conform to the 'Sendable' protocol
  try container.register(LegacyCache.self, scope: shared) { _ in LegacyCache() }
}
