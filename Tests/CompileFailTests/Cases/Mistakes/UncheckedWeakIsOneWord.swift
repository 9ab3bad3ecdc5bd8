// The same by the name that classes have for it.
import Holdfast

private final class LegacyCache {
  func close() {}
}

func use(_ app: Container) throws {
  // compiles: try app.register(LegacyCache.self, scope: .uncheckedWeakObject) { _ in LegacyCache() }
  // refused: 'weak' is unavailable: write scope: .uncheckedWeakObject
  try app.register(LegacyCache.self, scope: .unchecked(.weak)) { _ in LegacyCache() }
}
