// Nor does a graph share anything between threads.
import Holdfast

private final class LegacyCache {
  func close() {}
}

func use(_ app: Container) throws {
  // compiles: try app.register(LegacyCache.self, scope: .graph) { _ in LegacyCache() }
  // refused: 'graph' is unavailable: a graph need not be checked: write scope: .graph, or .unchecked(.singleton) to share it
  try app.register(LegacyCache.self, scope: .unchecked(.graph)) { _ in LegacyCache() }
}
