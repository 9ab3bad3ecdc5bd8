import Holdfast
import Testing

@Suite("Warming up")
struct WarmUpTests {
  private final class Report: Sendable {}
  private final class Connection: Sendable {}

  @Test("What needs an asynchronous value that is registered after it has its turn again")
  func order() async throws {
    let container = Container()
    try container.register(Report.self) { r in
      _ = try r.resolve(Connection.self)
      return Report()
    }
    try container.register(
      Connection.self,
      async: { _ in
        await Task.yield()
        return Connection()
      })
    // One at a time, so that the report is first.
    let steps = try await container.warmUp(width: 1)
    #expect(Set(steps.map(\.key)) == [AnyKey(Report.self), AnyKey(Connection.self)])
    #expect(container.peek(Report.self) != nil && container.peek(Connection.self) != nil)
  }
}
