// In an async function plain resolve waits without blocking; the synchronous form has a name of its own.
// expect: expression is 'async' but is not marked with 'await'
import Holdfast

func size(of container: Container) async throws -> Int {
  try container.resolve(Int.self)
}
