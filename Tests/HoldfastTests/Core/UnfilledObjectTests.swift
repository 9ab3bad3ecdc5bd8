import Holdfast
import Testing

@Suite("What a factory made with a property that could not be filled")
struct UnfilledObjectTests {
  final class Missing: Sendable {}

  final class Outer: Sendable {
    let missing = Injected<Missing>()
  }

  enum Way: CaseIterable {
    case sync, async, mainActor

    var making: Making<Outer> {
      switch self {
      case .sync: .factory { _ in Outer() }
      case .async: .async { _ in Outer() }
      case .mainActor: .mainActor { _ in Outer() }
      }
    }
  }

  @Test("It is neither completed nor disposed of, and the caller is told what is missing", arguments: Way.allCases)
  func discarded(_ way: Way) async throws {
    let (container, injected, disposed) = (Container(), Counter(), Counter())
    try container.register(Outer.self, scope: .singleton(dispose: { _ in disposed.add() }), way.making)
    try container.registerInjector(Outer.self) { _, _ in injected.add() }
    let error = try #require(await #expect(throws: ResolutionError.self) { try await container.resolve(Outer.self) })
    #expect(error.code == .notRegistered && error.path == [AnyKey(Outer.self), AnyKey(Missing.self)], "\(error)")
    #expect(try await container.shutdown().isClean)
    #expect(injected.value == 0 && disposed.value == 0)
  }

  @Test("A transient of that kind is not completed", arguments: Way.allCases)
  func transient(_ way: Way) async throws {
    let (container, injected) = (Container(), Counter())
    try container.register(Outer.self, scope: .transient, way.making)
    try container.registerInjector(Outer.self) { _, _ in injected.add() }
    await #expect(throws: ResolutionError.self) { try await container.resolve(Outer.self) }
    #expect(injected.value == 0)
  }
}
