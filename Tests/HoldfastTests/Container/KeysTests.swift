import Holdfast
import Testing

@Suite("Keys, unregister, reset")
struct KeysTests {
  private final class Service: Sendable {}

  @Test("Keys come in order of registration")
  func order() throws {
    let container = Container()
    try container.register(Int.self, instance: 1).register(String.self, instance: "").register(Int.self, named: "b", instance: 2)
    try container.registerAll { $0.register(Double.self, instance: 1).register(Int.self, named: "a", instance: 3) }
    #expect(
      container.keys() == [
        AnyKey(Int.self), AnyKey(String.self), AnyKey(Int.self, named: "b"), AnyKey(Double.self), AnyKey(Int.self, named: "a"),
      ])
    try container.register(Int.self, instance: 4)
    #expect(container.keys().last == AnyKey(Int.self))
    try container.unregister(Double.self)
    #expect(container.keys().count == 4)
  }

  @Test("contains tells types, names and Optionals apart, and looks into parents")
  func contains() throws {
    let parent = try Container { $0.register(Int.self, instance: 1) }
    let child = try Container(parent: parent) { $0.register(String.self, named: "a", instance: "") }
    #expect(child.contains(Int.self) && child.contains(Int?.self) && child.contains(AnyKey(Int.self)))
    #expect(child.contains(String.self, named: "a"))
    #expect(!child.contains(String.self) && !child.contains(Int.self, named: "a") && !child.contains(Double.self))
    #expect(!parent.contains(String.self, named: "a"))
    #expect(child.keys() == [AnyKey(String.self, named: "a")])
  }

  @Test("unregister forgets registration and instance and says whether there was one")
  func unregister() throws {
    let container = Container()
    weak var instance: Service?
    try container.register(Service.self) { _ in Service() }
    instance = try container.resolve(Service.self)
    #expect(instance != nil)
    #expect(try !container.unregister(Service.self, named: "another"))
    #expect(try container.unregister(Service.self))
    #expect(instance == nil)
    #expect(try !container.unregister(Service.self))
    #expect(try failure { try container.resolve(Service.self) }.code == .notRegistered)
  }

  @Test("reset forgets the instance, keeps the registration and says whether there was one")
  func reset() throws {
    let container = Container()
    try container.register(Service.self) { _ in Service() }
    #expect(try container.reset(Service.self), "nothing built yet")
    let first = try container.resolve(Service.self)
    #expect(try container.reset(Service.self))
    #expect(container.peek(Service.self) == nil)
    let second = try container.resolve(Service.self)
    #expect(first !== second)
    #expect(try container.resolve(Service.self) === second)
    #expect(try !container.reset(String.self))
  }

  @Test("reset of a registered instance gives the same instance")
  func resetInstance() throws {
    let (container, service) = (Container(), Service())
    try container.register(Service.self, instance: service).register(Service.self, named: "weak", weak: service)
    try container.reset(Service.self)
    try container.reset(Service.self, named: "weak")
    #expect(try container.resolve(Service.self) === service)
    #expect(try container.resolve(Service.self, named: "weak") === service)
  }

  @Test("resetAll forgets every instance and no registration")
  func resetAll() throws {
    let container = Container()
    try container.register(Service.self) { _ in Service() }.register(Service.self, named: "a") { _ in Service() }
    try container.register(Service.self, named: "transient", scope: .transient) { _ in Service() }
    let before = [try container.resolve(Service.self), try container.resolve(Service.self, named: "a")]
    let keys = container.keys()
    try container.resetAll()
    #expect(container.keys() == keys)
    #expect(container.peek(Service.self) == nil && container.peek(Service.self, named: "a") == nil)
    #expect(try container.resolve(Service.self) !== before[0])
    #expect(try container.resolve(Service.self, named: "a") !== before[1])
    _ = try container.resolve(Service.self, named: "transient")
  }

  @Test("A released container releases its instances")
  func release() throws {
    weak var instance: Service?
    do {
      let container = try Container { $0.register(Service.self) { _ in Service() } }
      instance = try container.resolve(Service.self)
      #expect(instance != nil)
    }
    #expect(instance == nil)
  }
}
