import Holdfast
import HoldfastDiagnostics
import Testing

@Suite("ValidationRootTests")
struct ValidationRootTests {
  private let container = Container()

  private func kinds(_ roots: AnyKey...) -> [String] { container.problems(roots: roots).map { "\($0.kind.rawValue): \($0.key.short)" } }

  @Test("A root that is not registered is a problem, once, with its remedy")
  func missing() throws {
    try container.register(Clock.self) { _ in Clock() }
    let problem = try #require(container.problems(roots: [AnyKey(Int.self), AnyKey(Clock.self), AnyKey(Int.self)]).first)
    #expect(kinds(AnyKey(Int.self), AnyKey(Clock.self), AnyKey(Int.self)) == ["missing: Int"])
    #expect(
      problem.description == """
        The root Swift.Int is not registered.
          remedy: Register Swift.Int, or remove the root.
        """)
  }

  @Test("The remedy names the keys that come nearest")
  func nearest() throws {
    try container.register(Clock.self, named: "utc") { _ in Clock() }
    let problem = try #require(container.problems(roots: [AnyKey(Clock.self)]).first)
    let start = "Register HoldfastTests.Clock, or remove the root; these are registered: HoldfastTests.Clock named \"utc\" (at"
    #expect(problem.remedy.hasPrefix(start), "\(problem.remedy)")
  }

  @Test("A root may be registered in a parent")
  func parent() throws {
    try container.register(Clock.self) { _ in Clock() }
    try Container(parent: container).validate(roots: [AnyKey(Clock.self)])
  }

  @Test(
    "A reference or an Optional as a root reaches what it leads to",
    arguments: [AnyKey(Clock?.self), AnyKey(Provider<Clock>.self), AnyKey(Lazy<Clock>.self), AnyKey(Lazy<Clock?>.self)])
  func references(_ root: AnyKey) throws {
    try container.register(Clock.self) { _ in Clock() }.register(Int.self, instance: 1)
    #expect(kinds(root) == ["unreachable: Int"])
  }

  @Test("A factory as a root reaches what is made from its arguments")
  func factory() throws {
    try container.register(String.self, scope: .transient, .factory(taking: Int.self) { _, _ in "" }).register(Int.self, instance: 1)
    #expect(kinds(AnyKey(Factory<String, Int>.self)) == ["unreachable: Int"])
  }

  @Test(
    "An array or a dictionary of names as a root reaches all of its type",
    arguments: [AnyKey([any Store].self), AnyKey([Name: any Store].self)])
  func collections(_ root: AnyKey) throws {
    #expect(container.problems(roots: [root]).isEmpty, "there may be none")
    try container.register((any Store).self, named: "a") { _ in Shelf() }.contribute((any Store).self) { _ in Shelf() }
      .register(Int.self, instance: 1)
    #expect(kinds(root) == ["unreachable: Int"])
  }

  @Test("An array that is registered itself is meant itself")
  func registeredArray() throws {
    try container.register([Int].self, instance: []).register(Int.self, instance: 1)
    #expect(kinds(AnyKey([Int].self)) == ["unreachable: Int"])
  }

  @Test("A reference as a root lacks what it leads to, and an Optional lacks nothing")
  func missingTargets() throws {
    let problem = try #require(container.problems(roots: [AnyKey(Lazy<Clock>.self)]).first)
    #expect(problem.path == [AnyKey(Lazy<Clock>.self), AnyKey(Clock.self)])
    #expect(
      problem.message
        == "The root Holdfast.Lazy<HoldfastTests.Clock> needs lazy of HoldfastTests.Clock, which is not registered.")
    #expect(problem.remedy == "Register HoldfastTests.Clock, or remove the root.")
    try container.validate(roots: [AnyKey(Clock?.self)])
  }
}
