import Holdfast
import HoldfastCompatibility
import Testing

/// The rows for those who come from Resolver.
@Suite("What the rows for Resolver say")
struct ResolverRows {
  let container = Container()

  @Test("the container's own scope, and its reset")
  func containerScope() throws {
    try container.register(Cat.self) { _ in Cat() }
    let cat = try container.resolve(Cat.self)
    try container.resetAll()
    #expect(try container.resolve(Cat.self) !== cat)
  }

  @Test("optional, and a factory that answers nil")
  func optional() throws {
    #expect(try container.resolveIfRegistered((any Animal).self) == nil)
  }

  @Test("resolveProperties, of a name, and with arguments")
  func properties() throws {
    try container
      .register(Owner.self, named: "dog", scope: .graph) { _ in Owner() }
      .registerInjector(Owner.self, named: "dog") { owner, _ in owner.pet = Dog() }
      .register(
        Owner.self, scope: .transient,
        .factory(taking: String.self) { _, name in
          let owner = Owner()
          owner.pet = Cat(name: name)
          return owner
        })
    #expect(try container.resolve(Owner.self, named: "dog").pet is Dog)
    #expect(try container.resolve(Owner.self, with: "Tom").pet?.name == "Tom")
  }

  @Test("a dictionary of arguments is several arguments")
  func arguments() throws {
    try container
      .register(
        Cat.self, scope: .transient,
        .factory(taking: String.self, Bool.self) { _, name, loud in
          Cat(name: loud ? name.uppercased() : name)
        }
      )
      .forward((any Animal).self, to: Cat.self, taking: String.self, Bool.self) { $0 }
    #expect(try container.resolve((any Animal).self, with: "Tom", true).name == "TOM")
  }

  @Test("a child that a container asks is its parent")
  func children() throws {
    let (one, two) = (try Container().register(Cat.self) { _ in Cat() }, try Container().register(Dog.self) { _ in Dog() })
    let root = Container(parent: ResolverChain([one, two]))
    #expect(try root.resolve(Cat.self) === one.resolve(Cat.self))
    #expect(try root.resolve(Dog.self) === two.resolve(Dog.self))
  }

  @Test("optional and weak properties")
  func wrappers() throws {
    struct Screen {
      @Injected var pet: Cat?
      @WeakInjected var dog: Dog?
    }
    let dog = Dog()
    try container.register(weak: dog)
    let screen = container.withCurrent { Screen() }
    #expect(screen.pet == nil)
    #expect(screen.dog === dog)
  }

  @Test("a lazy property is asked with arguments, and forgets its value")
  func lazily() throws {
    final class Screen {
      @LazyInjected var cat: Cat
    }
    try container.register(Cat.self, scope: .transient) { _ in Cat() }
      .register(Cat.self, scope: .transient, .factory(taking: String.self) { _, name in Cat(name: name) })
    let screen = container.withCurrent { Screen() }
    let cat = screen.cat
    #expect(try screen.$cat.resolve(with: "Tom").name == "Tom" && screen.cat === cat)
    container.withCurrent { screen.$cat = LazyInjected() }
    #expect(screen.cat !== cat)
  }

  @Test("a way back that is weak, as a property")
  func lazyBack() throws {
    struct Child: Sendable {
      @WeakInjected(lazy: true) var parent: Parent?
    }
    final class Parent: Sendable {
      let child: Child
      init(child: Child) { self.child = child }
    }
    try container.register(Parent.self, scope: .weak) { r in Parent(child: try r.resolve()) }.register(Child.self) { _ in Child() }
    let parent = try container.resolve(Parent.self)
    #expect(parent.child.parent === parent)
  }

  @Test("a way back that is weak")
  func back() throws {
    final class Parent: @unchecked Sendable {
      let child: Child
      init(child: Child) { self.child = child }
    }
    final class Child: @unchecked Sendable {
      weak var parent: Parent?
    }
    try container
      .register(Parent.self, scope: .weak) { r in Parent(child: try r.resolve()) }
      .register(Child.self, scope: .graph) { _ in Child() }
      .registerInjector(Child.self) { child, r in r.later(Parent.self) { child.parent = $0 } }
    let parent = try container.resolve(Parent.self)
    #expect(parent.child.parent === parent)
  }

  @MainActor final class Screen {
    var cat: Cat?
  }

  @Test("an object that a storyboard made")
  @MainActor
  func storyboards() throws {
    try container
      .register(Cat.self) { _ in Cat() }
      .registerInjector(Screen.self, mainActor: { screen, r in screen.cat = try r.resolve() })
    let screen = Screen()
    try container.inject(into: screen)
    #expect(screen.cat != nil)
  }
}
