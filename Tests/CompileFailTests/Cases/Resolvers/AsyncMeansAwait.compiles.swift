// In an async function plain resolve waits without blocking; the synchronous form has a name of its own.
import Holdfast

func size(of container: Container) async throws -> Int {
  try container.resolveNow(Int.self)
}
