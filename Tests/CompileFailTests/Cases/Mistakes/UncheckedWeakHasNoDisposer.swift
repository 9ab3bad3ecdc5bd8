// The container disposes of nothing that it holds weakly.
import Holdfast

private final class LegacyCache {
  func close() {}
}

func use(_ app: Container) throws {
  // compiles: try app.register(LegacyCache.self, scope: .uncheckedWeakObject) { _ in LegacyCache() }
  // refused: 'weakObject' is unavailable: write scope: .uncheckedWeakObject
  try app.register(LegacyCache.self, scope: .unchecked(.weakObject, dispose: { $0.close() })) { _ in LegacyCache() }
}
