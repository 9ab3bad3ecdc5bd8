import Holdfast
import Testing

/// What happens in a process of its own, as it ends the process or changes it for good.
@Suite("A property that cannot be resolved, and the default container")
struct UnresolvedPropertyTests {
  private final class Missing: Sendable {}

  private static func text(_ result: ExitTest.Result) -> String { String(decoding: result.standardErrorContent, as: UTF8.self) }

  @Test("Reading it stops the program with the error's text and the property's place, in release builds too")
  func stops() async throws {
    let eager = try await #require(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      let property = Injected<Missing>(from: Container())
      _ = property.wrappedValue
    }
    let lazy = try await #require(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      let property = LazyInjected<Missing>(from: Container())
      _ = property.wrappedValue
    }
    for result in [eager, lazy] {
      #expect(Self.text(result).contains("Missing is not registered"))
      #expect(Self.text(result).contains("Register it before it is resolved"))
      #expect(Self.text(result).contains("asked for by the property at HoldfastTests/UnresolvedPropertyTests.swift:"))
    }
  }

  @Test("Only the first container becomes the default, which properties ask where no other one is current")
  func defaultContainer() async {
    await #expect(processExitsWith: .success) {
      let (first, second) = (Container(), Container())
      let instance = Missing()
      try first.register(instance: instance)
      #expect(throws: ResolutionError.self) { try Container.currentResolver() }
      #expect(first.makeDefault())
      #expect(!second.makeDefault())
      #expect(first.makeDefault())
      #expect(Injected<Missing>().wrappedValue === instance)
      // A scope is nearer than the default.
      #expect(throws: ResolutionError.self) { try second.withScope { _ in try Injected<Missing>().get() } }
    }
  }
}
