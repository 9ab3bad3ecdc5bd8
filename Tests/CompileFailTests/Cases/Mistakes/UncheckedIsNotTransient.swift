// A transient is not shared, so there is nothing to check.
import Holdfast

private final class LegacyCache {
  func close() {}
}

func use(_ app: Container) throws {
  // compiles: try app.register(LegacyCache.self, scope: .unchecked(.singleton, dispose: { $0.close() })) { _ in LegacyCache() }
  // refused: 'transient' is unavailable: a transient is not shared: write scope: .transient, or .unchecked(.singleton) to share it
  try app.register(LegacyCache.self, scope: .unchecked(.transient, dispose: { $0.close() })) { _ in LegacyCache() }
}
