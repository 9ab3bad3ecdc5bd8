import Holdfast
import HoldfastCompatibility
import Testing

/// What asks without resolving goes through the layers in force, as a resolve does.
@Suite("Peeking and injecting where a layer is in force")
struct LayeredRequestTests {
  private final class Label: Sendable {
    let text: String

    init(_ text: String) {
      self.text = text
    }
  }

  private final class Screen {
    var text = ""
  }

  private static func fake(_ batch: Batch) { batch.register(Label.self) { _ in Label("fake") } }

  @Test("peek looks at what the layer has built, and not at the live value")
  func peeking() throws {
    let base = Container()
    try base.register(Label.self) { _ in Label("live") }
    let live = try base.resolve(Label.self)
    try base.withOverrides(Self.fake) { () throws in
      #expect(base.peek(Label.self) == nil)
      let fake = try base.resolve(Label.self)
      #expect(base.peek(Label.self) === fake && fake.text == "fake")
      #expect(base.peek(Label?.self).flatMap { $0 } === fake)
    }
    #expect(base.peek(Label.self) === live)
    let layer = try Container(overriding: base, Self.fake)
    #expect(layer.peek(Label.self) == nil)
    #expect(try layer.resolve(Label.self) === layer.peek(Label.self))
  }

  @Test(
    "An injector that a layer's container runs is in the layer, also where it asks the container that it captured",
    arguments: [false, true])
  func injecting(byClass: Bool) throws {
    let base = Container()
    try base.register(Label.self) { _ in Label("live") }
    try base.registerInjector(Screen.self) { [weak base] screen, _ in screen.text = try base?.resolve(Label.self).text ?? "" }
    func inject(through container: Container) throws -> String {
      let screen = Screen()
      #expect(byClass ? try container.inject(intoAny: screen) : try container.inject(into: screen))
      return screen.text
    }
    #expect(try inject(through: base) == "live")
    let inLayer = try base.withOverrides(Self.fake) { () throws in try inject(through: base) }
    #expect(inLayer == "fake")
    #expect(try inject(through: Container(overriding: base, Self.fake)) == "fake")
  }
}
