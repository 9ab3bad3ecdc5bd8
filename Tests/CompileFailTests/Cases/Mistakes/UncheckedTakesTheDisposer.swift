// The disposer of what is shared unchecked is an argument of unchecked.
import Holdfast

private final class LegacyCache {
  func close() {}
}

func use(_ app: Container) throws {
  // compiles: try app.register(LegacyCache.self, scope: .unchecked(.singleton, dispose: { $0.close() })) { _ in LegacyCache() }
  // refused: is unavailable: the disposer and the capacity belong to unchecked: .unchecked(.singleton, dispose: { … })
  try app.register(LegacyCache.self, scope: .unchecked(.singleton(dispose: { $0.close() }))) { _ in LegacyCache() }
}
