// So is the capacity.
import Holdfast

private final class LegacyCache {
  func close() {}
}

func use(_ app: Container) throws {
  // compiles: try app.register(LegacyCache.self, scope: .unchecked(.singleton, capacity: 9), .factory(taking: Int.self) { _, _ in LegacyCache() })
  // refused: is unavailable: the disposer and the capacity belong to unchecked: .unchecked(.singleton, dispose: { … })
  try app.register(LegacyCache.self, scope: .unchecked(.singleton(capacity: 9)), .factory(taking: Int.self) { _, _ in LegacyCache() })
}
