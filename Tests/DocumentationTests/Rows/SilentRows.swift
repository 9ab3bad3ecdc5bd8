import Holdfast
import HoldfastDiagnostics
import Testing

/// The section "What compiles and does something else" of the article "Coming from another container", row by row.
@Suite("What changes silently for those who come from another container")
struct SilentRows {
  @Test("a registration without a scope is one value for the container")
  func defaultScope() throws {
    let container = try Container().register(Cat.self) { _ in Cat() }
    #expect(try container.resolve(Cat.self) === container.resolve(Cat.self))
    #expect(container.graph().nodes.map(\.lifetime) == [.singleton])
  }

  @Test("what a parent builds does not see a child's registrations, and sees an override")
  func childMocks() throws {
    let app = try Container()
      .register((any Animal).self) { _ in Cat() }
      .register(Owner.self, scope: .transient) { r in Owner(pet: try r.resolve()) }
    let child = try Container(parent: app).register((any Animal).self) { _ in Dog() }
    #expect(try child.resolve((any Animal).self) is Dog)
    #expect(try child.resolve(Owner.self).pet is Cat)

    let test = try Container(overriding: app) { $0.register((any Animal).self) { _ in Dog() } }
    #expect(try test.resolve(Owner.self).pet is Dog)
  }

  @Test("a shared value with arguments is one for each distinct argument, a transient is new")
  func arguments() throws {
    let container = try Container()
      .register(Cat.self, .factory(taking: String.self) { _, name in Cat(name: name) })
      .register(Cat.self, named: "new", scope: .transient, .factory(taking: String.self) { _, name in Cat(name: name) })
    #expect(try container.resolve(Cat.self, with: "Tom") === container.resolve(Cat.self, with: "Tom"))
    #expect(try container.resolve(Cat.self, with: "Tom") !== container.resolve(Cat.self, with: "Tiger"))
    #expect(try container.resolve(Cat.self, named: "new", with: "Tom") !== container.resolve(Cat.self, named: "new", with: "Tom"))
  }

  @Test("arguments that a factory does not take make another key")
  func ignoredArguments() throws {
    let container = try Container().register(Cat.self) { _ in Cat() }
    let error = #expect(throws: ResolutionError.self) { try container.resolve(Cat.self, with: "Tom") }
    #expect(error?.code == .notRegistered)
  }

  @Test("a graph shares a struct too")
  func structs() throws {
    struct Ticket: Sendable { let cat = Cat() }
    let container = try Container()
      .register(Ticket.self, scope: .graph) { _ in Ticket() }
      .register([Ticket].self, scope: .graph) { r in [try r.resolve(), try r.resolve()] }
    let tickets = try container.resolve([Ticket].self)
    #expect(tickets[0].cat === tickets[1].cat)
  }

  @Test("the last injector takes the earlier one's place, and both outlive a registration")
  func injectors() throws {
    let (first, second) = (Calls(), Calls())
    let container = try Container()
      .register(Owner.self, scope: .graph) { _ in Owner() }
      .registerInjector(Owner.self) { _, _ in first.add() }
      .registerInjector(Owner.self) { _, _ in second.add() }
      .register(Owner.self, scope: .graph) { _ in Owner(pet: Dog()) }
    _ = try container.resolve(Owner.self)
    #expect(first.count == 0)
    #expect(second.count == 1)
  }

  @Test("a decorator runs once for each instance")
  func decorators() throws {
    let calls = Calls()
    let container = try Container()
      .register(Cat.self) { _ in Cat() }
      .decorate(Cat.self) { cat, _ in
        calls.add()
        return cat
      }
    _ = try container.resolve(Cat.self)
    _ = try container.resolve(Cat.self)
    #expect(calls.count == 1)
  }

  @Test("each container has its own singleton, and containers with one parent share the parent's")
  func singletons() throws {
    func make() throws -> Container { try Container().register(Cat.self) { _ in Cat() } }
    #expect(try make().resolve(Cat.self) !== make().resolve(Cat.self))

    let parent = try make()
    #expect(try Container(parent: parent).resolve(Cat.self) === Container(parent: parent).resolve(Cat.self))
  }

  @Test("a lazy reference to a graph value is not part of the graph that made its owner")
  func lazies() throws {
    final class Kennel {
      let cat: Cat
      let later: Lazy<Cat>
      init(cat: Cat, later: Lazy<Cat>) { (self.cat, self.later) = (cat, later) }
    }
    let container = try Container()
      .register(Cat.self, scope: .graph) { _ in Cat() }
      .register(Kennel.self, scope: .graph) { r in Kennel(cat: try r.resolve(), later: r.lazy()) }
    let kennel = try container.resolve(Kennel.self)
    #expect(try kennel.later.value() !== kennel.cat)
    #expect(try kennel.later.value() === kennel.later.value())
  }

  @Test("a reset does not reach the parent")
  func resets() throws {
    let parent = try Container().register(Cat.self, scope: .cached("cats")) { _ in Cat() }
    let child = Container(parent: parent)
    let cat = try child.resolve(Cat.self)
    child.reset(group: "cats")
    try child.resetAll()
    #expect(try child.resolve(Cat.self) === cat)
    parent.reset(group: "cats")
    #expect(try child.resolve(Cat.self) !== cat)
  }
}
