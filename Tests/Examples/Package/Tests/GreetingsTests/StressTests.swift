import Greetings
import HoldfastStress
import Testing

@Test
func survivesManyCallers() async throws {
  try await stress(seconds: 2, touching: .everything) { try makeContainer() }
}
