// A class that is shared although it is not Sendable needs the word.
import Holdfast

private final class LegacyCache {
  var entries: [String: Int] = [:]
}

private func shared<T: Sendable>(_ type: T.Type) -> Lifetime<T> { .singleton }
private func unchecked<T>(_ type: T.Type) -> Lifetime<T> { .unchecked(.singleton) }

func register(in container: Container) throws {
  // compiles: try container.register(LegacyCache.self, scope: unchecked(LegacyCache.self)) { _ in LegacyCache() }
  // refused: type 'LegacyCache' does not conform to the 'Sendable' protocol
  try container.register(LegacyCache.self, scope: shared(LegacyCache.self)) { _ in LegacyCache() }
}
