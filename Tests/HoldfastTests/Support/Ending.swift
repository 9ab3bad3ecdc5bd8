import Holdfast
import Testing

/// Waits until the container's end has begun: from then on it refuses whom it does not serve.
func ending(_ container: Container) async throws {
  try await Timeout.until("the end begins") { refuses(container) }
}

/// Whether the container refuses a caller from outside.
func refuses(_ container: Container) -> Bool {
  do throws(ResolutionError) {
    _ = try container.resolveNow(Part.self, named: "never registered")
    return false
  } catch {
    return error.code == .shutDown
  }
}

extension Pending {
  /// Gives it the time to settle that it needs if nothing holds it back, and expects that it has not.
  func expectWaiting(_ what: String, _ location: SourceLocation = #_sourceLocation) async {
    await giveTime { isSettled }
    #expect(!isSettled, "\(what)", sourceLocation: location)
  }
}

/// How long a shutdown may take that is to come to an end by itself; the deadlines of the tests are longer.
let promptly = 20.0

/// Yields often enough for others to go on, until `isEnough`; for a while at most, as each yield comes after the tasks of all other tests.
func giveTime(until isEnough: () -> Bool = { false }) async {
  let end = ContinuousClock.now + .seconds(5)
  for _ in 0..<2000 where !isEnough() && ContinuousClock.now < end { await Task.yield() }
}
