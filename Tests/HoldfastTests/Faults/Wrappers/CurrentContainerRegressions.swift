import Holdfast
import Testing

extension Regressions {
  @Suite("Current container")
  struct CurrentContainerRegressions {
    private struct Screen: Sendable {
      @Injected var one: One
    }

    @Test("The current container of a factory is its own, also when what it makes is decorated")
    func decorated() throws {
      let container = Container()
      try container.register(One.self) { _ in One() }
      try container.register(Screen.self, scope: .transient) { _ in Screen() }
      #expect(throws: Never.self) { try container.resolveNow(Screen.self).$one.get() }
      try container.decorate(Screen.self) { screen, _ in screen }
      #expect(throws: Never.self) { try container.resolveNow(Screen.self).$one.get() }
    }

    @Test("The current container of an asynchronous factory is its own, of a transient's as of a singleton's")
    func asynchronous() async throws {
      let container = Container()
      try container.register(One.self) { _ in One() }
      try container.register(Screen.self, scope: .transient, .async { _ in Screen() })
      let transient = try await container.resolve(Screen.self)
      #expect(throws: Never.self) { try transient.$one.get() }
      try container.register(Screen.self, .async { _ in Screen() })
      let singleton = try await container.resolve(Screen.self)
      #expect(throws: Never.self) { try singleton.$one.get() }
    }

    @Test("A provider whose container is gone says so, and never asks the parent instead")
    func provider() throws {
      let parent = Container()
      try parent.register(Tagged.self, instance: Tagged(tag: "parent's"))
      var child: Container? = Container(parent: parent)
      try child?.register(Tagged.self) { _ in Tagged(tag: "child's") }
      try child?.register(One.self) { _ in One() }
      let one = try #require(child?.provider(One.self))
      let tagged = try #require(child?.provider(Tagged.self))
      let tag = try tagged().tag
      #expect(tag == "child's")
      child = nil
      #expect(code { _ = try one() } == .shutDown)
      #expect(code { _ = try tagged() } == .shutDown)
    }
  }
}
