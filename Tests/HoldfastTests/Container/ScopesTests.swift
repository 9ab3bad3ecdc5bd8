import Holdfast
import Testing

@Suite("Scopes of instances")
struct ScopesTests {
  private final class Service: Sendable {}

  /// What only its owner uses: not Sendable.
  private final class Basket {
    var items: [String] = []
    var next: Basket?
  }

  @Test("A singleton is built at the first resolve, once")
  func singleton() throws {
    let (container, builds) = (Container(), Counter())
    try container.register(Service.self, scope: .singleton) { _ in
      builds.add()
      return Service()
    }
    #expect(builds.value == 0)
    #expect(try container.resolve(Service.self) === container.resolve(Service.self))
    #expect(builds.value == 1)
  }

  @Test("A transient is built at every resolve, and need not be Sendable")
  func transient() async throws {
    let container = Container()
    try container.register(String.self, instance: "apple")
    try container.register(Basket.self, scope: .transient) { r in
      let basket = Basket()
      basket.items = [try r.resolve()]
      return basket
    }
    try container.register(Basket.self, named: "two", scope: .transient) { r in
      let basket = Basket()
      basket.next = try r.resolve()
      return basket
    }
    let (first, second) = (try container.resolveNow(Basket.self), try container.resolveNow(Basket.self))
    first.items.append("pear")
    #expect(second.items == ["apple"])
    #expect(try container.resolveNow(Basket.self, named: "two").next?.items == ["apple"])
    // The result is the receiver's: it may go to another task.
    let basket = try await container.resolve(Basket.self)
    basket.items.append("plum")
    #expect(await Task { basket.items }.value == ["apple", "plum"])
    #expect(try container.resolveNow(Basket.self, named: "two").next !== nil)
  }

  @Test("A transient that throws is an error like any other")
  func transientThrows() throws {
    let container = Container()
    try container.register(Basket.self, scope: .transient) { _ in throw Broken(build: 1) }
    try container.register(Service.self) { r in
      _ = try r.resolve(Basket.self)
      return Service()
    }
    let error = try failure { try container.resolve(Service.self) }
    #expect(error.code == .factoryFailed)
    #expect(error.underlying as? Broken == Broken(build: 1))
    #expect(error.path == [AnyKey(Service.self), AnyKey(Basket.self)])
  }

  @Test("A weak instance is shared while it is held and built anew afterwards")
  func weak() throws {
    let (container, builds) = (Container(), Counter())
    try container.register(Service.self, scope: .weak) { _ in
      builds.add()
      return Service()
    }
    var held: Service? = try container.resolve()
    #expect(try container.resolve(Service.self) === held)
    #expect(container.peek(Service.self) === held)
    #expect(builds.value == 1)
    held = nil
    #expect(container.peek(Service.self) == nil)
    held = try container.resolve()
    #expect(builds.value == 2)
    try container.reset(Service.self)
    #expect(try container.resolve(Service.self) !== held)
    withExtendedLifetime(held) {}
  }

  @Test("A weakly registered instance lives elsewhere; after its death resolving is an error")
  func weakInstance() throws {
    let container = Container()
    var service: Service? = Service()
    try container.register(Service.self, weak: try #require(service))
    #expect(try container.resolve(Service.self) === service)
    service = nil
    let error = try failure { try container.resolve(Service.self) }
    #expect(error.code == .instanceDied)
    #expect(error.path == [AnyKey(Service.self)])
    #expect(error.site?.file == #fileID)
    #expect(container.peek(Service.self) == nil)
    #expect(container.contains(Service.self))
    try container.register(Service.self) { _ in Service() }
    _ = try container.resolve(Service.self)
  }
}
