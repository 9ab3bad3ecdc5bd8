import Holdfast
import HoldfastDiagnostics
import Testing

/// The rows for those who come from Swinject.
@Suite("What the rows for Swinject say")
struct SwinjectRows {
  let container = Container()

  @Test("scopes")
  func scopes() throws {
    try container
      .register(Owner.self, scope: .unchecked(.singleton)) { _ in Owner() }
      .register(Cat.self, scope: .weak) { _ in Cat() }
      .register((any Animal).self, scope: .weakObject) { _ in Dog() }
    #expect(try container.resolve(Owner.self) === container.resolve(Owner.self))
    let (cat, dog) = (try container.resolve(Cat.self), try container.resolve((any Animal).self))
    #expect(try container.resolve(Cat.self) === cat)
    #expect(try container.resolve((any Animal).self) === dog)
  }

  @Test("what is not registered")
  func missing() throws {
    #expect(try container.resolveIfRegistered(Cat.self) == nil)
    let error = #expect(throws: ResolutionError.self) { try container.resolve(Cat.self, named: "x", with: 1) }
    #expect(error?.key == AnyKey(Cat.self, named: "x", taking: Int.self))
    let child = try Container(parent: container).register(Dog.self) { _ in Dog() }
    #expect(child.keys(includingParent: true) == [AnyKey(Dog.self)])
  }

  @Test("removing everything")
  func removal() throws {
    let calls = Calls()
    try container.register(Cat.self) { _ in Cat() }.registerInjector(Cat.self) { _, _ in calls.add() }
    try container.unregisterAll()
    #expect(try container.resolveIfRegistered(Cat.self) == nil)
    try container.register(Cat.self) { _ in Cat() }
    _ = try container.resolve(Cat.self)
    #expect(calls.count == 0)
  }

  @Test("implements, also with arguments, and a conversion that fails")
  func forwards() throws {
    struct NoDog: Error {}
    try container
      .register(Cat.self) { _ in Cat() }
      .forward((any Animal).self, to: Cat.self) { $0 }
      .register(Cat.self, scope: .transient, .factory(taking: String.self) { _, name in Cat(name: name) })
      .forward((any Animal).self, to: Cat.self, taking: String.self) { $0 }
      .forward(Dog.self, to: (any Animal).self) { animal in
        guard let dog = animal as? Dog else { throw NoDog() }
        return dog
      }
    #expect(try container.resolve((any Animal).self) is Cat)
    #expect(try container.resolve((any Animal).self, with: "Tom").name == "Tom")
    let error = #expect(throws: ResolutionError.self) { try container.resolve(Dog.self) }
    #expect(error?.underlying is NoDog)
  }

  @Test("hasAnyRegistration asks for one key")
  func contains() throws {
    try container.register(Cat.self, scope: .transient, .factory(taking: String.self) { _, name in Cat(name: name) })
    #expect(!container.contains(Cat.self))
    #expect(container.contains(Cat.self, taking: String.self))
  }

  @Test("lazies and providers, also with arguments")
  func references() throws {
    try container
      .register(Cat.self) { _ in Cat() }
      .register(Cat.self, scope: .transient, .factory(taking: String.self) { _, name in Cat(name: name) })
    let (lazy, provider) = (try container.resolve(Lazy<Cat>.self), try container.resolve(Provider<Cat>.self))
    #expect(try lazy.value() === provider())
    #expect(try container.lazy(Cat.self).value() === container.provider(Cat.self)())
    #expect(try container.factory(Cat.self, taking: String.self)("Tom").name == "Tom")
  }

  @Test("a behavior is an observer")
  func behaviors() throws {
    let calls = Calls()
    let observation = container.observe { event in
      if case .registered = event.kind { calls.add() }
    }
    try container.register(Cat.self) { _ in Cat() }.forward((any Animal).self, to: Cat.self) { $0 }
    #expect(calls.count == 2)
    observation.cancel()
  }

  @Test("assemblies with a parent, and later ones; loaded when all were applied")
  func assemblies() throws {
    struct Cats: Assembly {
      let loads: Calls
      func register(in batch: Batch) { batch.register(Cat.self) { _ in Cat() } }
      func loaded(in container: Container) throws {
        if container.contains(Dog.self) { loads.add() }
      }
    }
    struct Dogs: Assembly {
      func register(in batch: Batch) { batch.register(Dog.self) { _ in Dog() } }
    }
    let (child, loads) = (Container(parent: container), Calls())
    try child.apply(Cats(loads: loads), Dogs())
    #expect(loads.count == 1)
    #expect(child.contains(Cat.self))
    #expect(!container.contains(Cat.self))
  }

  @Test("custom scopes are groups")
  func groups() throws {
    try container.register(Cat.self, scope: .cached("custom")) { _ in Cat() }
    let cat = try container.resolve(Cat.self)
    #expect(container.peek(Cat.self) === cat)
    container.reset(group: "custom")
    #expect(container.peek(Cat.self) == nil)
    let other = try container.resolve(Cat.self)
    try container.reset(Cat.self)
    #expect(try container.resolve(Cat.self) !== other)
  }

  @Test("a graph's identity is a value of it, and a graph that can be entered again is a scope")
  func graphs() throws {
    try container
      .register(Cat.self, scope: .graph) { _ in Cat() }
      .register(Owner.self, scope: .graph) { r in
        let owner = Owner(pet: try r.resolve(Cat.self))
        #expect(try r.resolve(Cat.self) === owner.pet)
        return owner
      }
      .register(Dog.self, scope: .scoped) { _ in Dog() }
    #expect(try container.resolve(Owner.self).pet !== container.resolve(Owner.self).pet)

    let graph = try container.openScope()
    let dog = try graph.resolve(Dog.self)
    #expect(try graph.resolve(Dog.self) === dog)
    graph.end()
  }

  @Test("the description of everything")
  func description() throws {
    try container.register(Cat.self, named: "x", scope: .graph) { _ in Cat() }
    #expect(container.debugDescription.contains("Cat named \"x\": graph"))
  }
}
