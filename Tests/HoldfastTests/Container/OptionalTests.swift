import Holdfast
import Testing

@Suite("Optionals")
struct OptionalTests {
  private final class Parent: Sendable {}

  private final class Child {
    var parent: Parent?
    var store: (any Sendable)?
  }

  @Test("An Optional destination resolves the wrapped type", arguments: [false, true])
  func destination(_ seals: Bool) async throws {
    let (container, child, parent) = (Container(), Child(), Parent())
    try container.register(instance: parent)
    try container.register(Child.self, scope: .transient) { r in
      let child = Child()
      child.parent = try r.resolve()
      return child
    }
    if seals { container.seal() }
    child.parent = try container.resolveNow()
    #expect(child.parent === parent)
    #expect(try container.resolveNow(Child.self).parent === parent)
    #expect(try container.resolveNow(Parent?.self) === parent)
    #expect(try container.resolveNow(Parent??.self) as? Parent === parent)
    child.parent = try await container.resolve()
    #expect(child.parent === parent)
  }

  @Test("An Optional destination throws when the wrapped type is missing, and names that")
  func missing() async throws {
    let (container, child) = (Container(), Child())
    let error = try failure { child.parent = try container.resolveNow() }
    #expect(error.code == .notRegistered)
    #expect(error.key == AnyKey(Parent.self))
    let caller = Pending.inTask { () async throws -> Parent? in try await container.resolve() }
    #expect(try await caller.error() == error)
  }

  @Test("Generic code that is instantiated with an Optional means the wrapped type too")
  func generic() throws {
    func get<T>(_ container: Container) throws -> T { try container.resolve() }
    let (container, parent) = (Container(), Parent())
    try container.register(instance: parent)
    let optional: Parent? = try get(container)
    #expect(optional === parent)
    #expect(container.contains(Parent?.self))
  }

  @Test(
    "peek, reset and unregister of an Optional mean the wrapped type, as contains does",
    arguments: [Sharing.singleton, .cached("optional")])
  func wrapped(_ scope: Sharing) throws {
    let container = Container()
    try container.register(Parent.self, scope: scope.lifetime()) { _ in Parent() }
    #expect(container.contains(Parent?.self) && container.contains(Parent??.self))
    #expect(container.peek(Parent?.self) == nil)
    let parent = try container.resolve(Parent.self)
    #expect(container.peek(Parent?.self) as? Parent === parent)
    #expect(container.peek(Parent??.self) as? Parent === parent)
    #expect(try container.reset(Parent?.self))
    #expect(container.peek(Parent.self) == nil)
    #expect(try container.resolve(Parent.self) !== parent)
    #expect(try container.unregister(Parent??.self))
    #expect(!container.contains(Parent.self))
    #expect(try !container.unregister(Parent?.self))
    #expect(try !container.reset(Parent?.self))
    #expect(container.peek(Parent?.self) == nil)
  }

  @Test("So they do inside a layer, for a name, and for what is made from arguments")
  func wrappedElsewhere() throws {
    let container = Container()
    try container.register(Parent.self, named: "a") { _ in Parent() }.register(Parent.self, .factory(taking: Int.self) { _, _ in Parent() })
    let (live, one) = (try container.resolve(Parent.self, named: "a"), try container.resolve(Parent.self, with: 1))
    try container.withOverrides({ $0.register(Parent.self, named: "a") { _ in Parent() } }) { () throws in
      #expect(container.peek(Parent?.self, named: "a") == nil)
      let parent = try container.resolve(Parent.self, named: "a")
      #expect(container.peek(Parent?.self, named: "a") as? Parent === parent)
      #expect(try container.reset(Parent?.self, named: "a"))
      #expect(try container.resolve(Parent.self, named: "a") !== parent)
      #expect(try container.unregister(Parent?.self, named: "a"))
    }
    #expect(container.peek(Parent?.self, named: "a") as? Parent === live)
    #expect(container.contains(Parent?.self, taking: Int.self))
    #expect(try container.reset(Parent?.self, taking: Int.self))
    #expect(try container.resolve(Parent.self, with: 1) !== one)
    #expect(try container.unregister(Parent?.self, taking: Int.self))
    #expect(!container.contains(Parent.self, taking: Int.self))
  }

  @Test("resolveIfRegistered answers nil for what is missing, and throws every other error")
  func ifRegistered() throws {
    let container = Container()
    #expect(try container.resolveIfRegistered(Int.self) == nil)
    try container.register(Int.self, instance: 7)
    #expect(try container.resolveIfRegistered(Int.self) == 7)
    #expect(try container.resolveIfRegistered(Int.self, named: "a") == nil)
    try container.register(String.self) { r in "\(try r.resolve(Double.self))" }
    let error = try failure { try container.resolveIfRegistered(String.self) }
    #expect(error.code == .notRegistered)
    #expect(error.path == [AnyKey(String.self), AnyKey(Double.self)])
    let child = Container(parent: container)
    #expect(try child.resolveIfRegistered(Int.self) == 7)
  }

  @Test("resolveIfRegistered with await does the same")
  func ifRegisteredWithAwait() async throws {
    let container = Container()
    #expect(try await container.resolveIfRegistered(Int.self) == nil)
    try container.register(Int.self, .async { _ in 7 })
    #expect(try await container.resolveIfRegistered(Int.self) == 7)
  }

  @Test("A try? at an Optional destination finds what is there")
  func tryOptional() throws {
    let container = try Container { $0.register(instance: Parent()) }
    let parent: Parent? = try? container.resolve()
    #expect(parent != nil)
    let number: Int? = try? container.resolve()
    #expect(number == nil)
  }
}
