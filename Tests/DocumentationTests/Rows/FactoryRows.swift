import Holdfast
import HoldfastCompatibility
import HoldfastTesting
import Testing

/// The rows for those who come from Factory.
@Suite("What the rows for Factory say")
struct FactoryRows {
  let container = Container()

  @Test("scopes, and several registrations of one type")
  func scopes() throws {
    try container
      .register(Cat.self, scope: .transient) { _ in Cat() }
      .register(Cat.self, named: "cached", scope: .cached("cats")) { _ in Cat() }
      .register(Cat.self, named: "shared", scope: .weak) { _ in Cat() }
    #expect(try container.resolve(Cat.self) !== container.resolve(Cat.self))
    let (cached, shared) = (try container.resolve(Cat.self, named: "cached"), try container.resolve(Cat.self, named: "shared"))
    #expect(try container.resolve(Cat.self, named: "cached") === cached)
    #expect(try container.resolve(Cat.self, named: "shared") === shared)
    container.reset(group: "cats")
    #expect(try container.resolve(Cat.self, named: "cached") !== cached)
  }

  @Test("an optional factory, and a promised one")
  func optionals() throws {
    struct Screen {
      @Injected var pet: Cat?
    }
    #expect(try container.resolveIfRegistered(Cat.self) == nil)
    #expect(container.withCurrent { Screen().pet } == nil)
    try container.register(Cat.self) { _ in Cat() }
    #expect(container.withCurrent { Screen().pet } != nil)
  }

  @Test("a test's registration is an override, nested ones are pushed and popped")
  func overrides() throws {
    try container.register((any Animal).self) { _ in Cat() }
    func isDog() throws -> Bool { try container.resolve((any Animal).self) is Dog }
    try container.withOverrides({ $0.register((any Animal).self) { _ in Dog() } }) {
      let inOne = try isDog()
      let inTwo = try container.withOverrides({ $0.register((any Animal).self) { _ in Cat() } }) { try isDog() }
      let inOneAgain = try isDog()
      #expect(inOne && !inTwo && inOneAgain)
    }
    #expect(try !isDog())
  }

  @Test("scopeOnParameters is what a shared scope does")
  func parameters() throws {
    try container.register(Cat.self, scope: .cached("cats"), .factory(taking: String.self) { _, name in Cat(name: name) })
    let tom = try container.resolve(Cat.self, with: "Tom")
    #expect(try container.resolve(Cat.self, with: "Tiger").name == "Tiger")
    #expect(try container.resolve(Cat.self, with: "Tom") === tom)
    try container.reset(Cat.self, taking: String.self)
    #expect(try container.resolve(Cat.self, with: "Tom") !== tom)
  }

  @Test("what was resolved already is peeked at, and a decorator sees each transient")
  func resolvedOrNil() throws {
    struct Screen {
      @LazyInjected var pet: Cat
    }
    try container.register(Cat.self) { _ in Cat() }
    let screen = container.withCurrent { Screen() }
    #expect(container.peek(Cat.self) == nil)
    let pet = screen.pet
    #expect(container.peek(Cat.self) === pet)
    try container.register(Dog.self, scope: .transient) { _ in Dog() }
    let seen = Calls()
    try container.decorate(Dog.self) { dog, _ in
      seen.add()
      return dog
    }
    for _ in 0..<3 { _ = try container.resolve(Dog.self) }
    #expect(seen.count == 3)
  }

  @Test("a dynamic property is a provider")
  func dynamic() throws {
    try container.register(Cat.self, scope: .transient) { _ in Cat() }
    let pet = container.provider(Cat.self)
    #expect(try pet() !== pet())
  }

  @Test("a lazy property in an object for each caller; the object's own property can be set")
  func properties() throws {
    final class Screen {
      @LazyInjected var cat: Cat
      var pet: any Animal
      init(pet: any Animal) { self.pet = pet }
    }
    try container.register(Cat.self, scope: .transient) { _ in Cat() }
    let screen = try container.withCurrent { Screen(pet: try Container.currentResolver().resolve(Cat.self)) }
    #expect(screen.cat === screen.cat)
    screen.pet = Dog()
    #expect(screen.pet is Dog)
  }

  @Test("a wrapped property is filled anew in a test's layer, and asked again")
  @MainActor
  func wrapped() throws {
    final class Screen {
      @Injected var pet: any Animal
      @WeakInjected(named: "friend", lazy: true) var friend: (any Animal)?
    }
    let friend = Dog()
    try container.register((any Animal).self, scope: .transient) { _ in Cat() }
      .register((any Animal).self, named: "friend", instance: friend)
    let screen = container.withCurrent { Screen() }
    #expect(screen.pet is Cat && screen.friend === friend)
    try container.withOverrides({ $0.register((any Animal).self) { _ in Dog() } }) { () throws in
      #expect(try screen.$pet.resolve(from: container) is Dog && screen.pet is Cat)
      container.withCurrent { screen.$pet = Injected() }
    }
    #expect(screen.pet is Dog)
  }

  @Test("a context is an if")
  func contexts() throws {
    func make(isPreview: Bool) throws -> Container {
      try Container { batch in
        batch.register((any Animal).self) { _ in Cat() }
        if isPreview { batch.register((any Animal).self) { _ in Dog() } }
      }
    }
    #expect(try make(isPreview: false).resolve((any Animal).self) is Cat)
    #expect(try make(isPreview: true).resolve((any Animal).self) is Dog)
  }

  @Test("a circle is an error")
  func circles() throws {
    try container
      .register(Cat.self, scope: .transient) { r in Cat(name: try r.resolve(Dog.self).name) }
      .register(Dog.self, scope: .transient) { r in
        _ = try r.resolve(Cat.self)
        return Dog()
      }
    let error = #expect(throws: ResolutionError.self) { try container.resolve(Cat.self) }
    #expect(error?.code == .cycle)
  }

  @MainActor final class Model {}

  @Test("a main-actor factory, from elsewhere")
  func isolated() async throws {
    try container.register(Model.self, scope: .transient, .mainActor { _ in Model() })
    let container = container
    let differ = try await Task.detached { try await container.resolve(Model.self) !== container.resolve(Model.self) }.value
    #expect(differ)
  }
}
