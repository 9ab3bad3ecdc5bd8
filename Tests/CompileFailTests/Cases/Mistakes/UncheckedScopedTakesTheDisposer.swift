// The same for what a scope shares.
import Holdfast

private final class LegacyCache {
  func close() {}
}

func use(_ app: Container) throws {
  // compiles: try app.register(LegacyCache.self, scope: .unchecked(.scoped(to: "page"), dispose: { $0.close() })) { _ in LegacyCache() }
  // refused: is unavailable: the disposer and the capacity belong to unchecked: .unchecked(.scoped, dispose: { … })
  try app.register(LegacyCache.self, scope: .unchecked(.scoped(to: "page", dispose: { $0.close() }))) { _ in LegacyCache() }
}
