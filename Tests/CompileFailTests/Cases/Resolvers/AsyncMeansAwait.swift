// In an async function plain resolve waits without blocking; the synchronous form has a name of its own.
import Holdfast

func size(of container: Container) async throws -> Int {
  // compiles: try container.resolveNow(Int.self)
  // refused: expression is 'async' but is not marked with 'await'
  try container.resolve(Int.self)
}
