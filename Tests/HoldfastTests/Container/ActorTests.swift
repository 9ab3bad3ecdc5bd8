import Holdfast
import Testing

@Suite("Callers on actors")
struct ActorTests {
  private actor Desk {
    private var turns = 0

    /// Resolves again and again; another turn of this actor in between would be counted.
    func resolve(_ container: Container, times: Int) async throws -> Int {
      let others = Task { self.turn() }
      let before = turns
      for _ in 0..<times {
        _ = try await container.resolve(String.self)
        preconditionIsolated()
      }
      let after = turns
      await others.value
      return after - before
    }

    func resolveCold(_ container: Container) async throws -> String {
      let text = try await container.resolve(String.self)
      preconditionIsolated()
      return text
    }

    private func turn() { turns += 1 }
  }

  @Test("A hit does not suspend and stays on the caller's actor", arguments: [false, true])
  func hit(_ seals: Bool) async throws {
    let container = try Container { $0.register(String.self, instance: "hit") }
    if seals { container.seal() }
    #expect(try await Desk().resolve(container, times: 1000) == 0)
  }

  @MainActor
  @Test("A hit does not leave the main actor")
  func mainActor() async throws {
    let container = try Container { $0.register(String.self, instance: "hit") }
    let turns = Counter()
    let others = Task { @MainActor in _ = turns.add() }
    for _ in 0..<1000 { _ = try await container.resolve(String.self) }
    MainActor.preconditionIsolated()
    #expect(turns.value == 0)
    await others.value
  }

  @Test("After a miss the caller is back on its actor")
  func miss() async throws {
    let container = Container()
    try container.register(
      String.self,
      .async { _ in
        await Task.yield()
        return "miss"
      })
    #expect(try await Desk().resolveCold(container) == "miss")
  }
}
