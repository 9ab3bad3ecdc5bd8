import Greetings
import HoldfastStressTesting
import Testing

@Test
func survivesManyCallers() async throws {
  try await expectNoFindings(seconds: 2, touching: .everything) { try makeContainer() }
}
