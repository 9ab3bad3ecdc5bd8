import Holdfast
import HoldfastDiagnostics
import Testing

/// The examples of the article "Performance, and when to seal", as they stand there.
@Suite("Performance and sealing")
struct PerformanceAndSealing {
  final class Engine: Sendable {}
  final class Palette: Sendable {}

  func launch() async throws -> Container {
    let container = try Container { batch in
      batch.register(Engine.self) { _ in Engine() }
      batch.register(Palette.self, scope: .cached("theme")) { _ in Palette() }
    }
    try container.validate()
    try await container.warmUp()
    container.seal()
    return container
  }

  @Test
  func seals() async throws {
    let container = try await launch()
    #expect(container.peek(Engine.self) != nil)
    let palette = try await container.resolve(Palette.self)
    container.reset(group: "theme")
    #expect(try container.resolveNow(Palette.self) !== palette)
    let late = #expect(throws: ResolutionError.self) { try container.register(Engine.self) { _ in Engine() } }
    #expect(late?.code == .sealed)
  }
}
