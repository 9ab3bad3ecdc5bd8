import Holdfast
import HoldfastDefinitions
import Testing

/// Every row of SwiftInjections, in Holdfast's words.
@Suite("SwiftInjections")
struct SwiftInjectionsTests {
  private let ledger = Ledger()
  private let container = Container()

  init() throws {
    try container.register(instance: ledger)
  }

  @Test("SwiftInjections: definition as a computed property")
  func computedProperty() throws {
    let services = container.assembly(ServiceAssembly.self)
    #expect(ledger.builds("first") == 0)
    let (first, second) = (try services.first, try services.second)
    #expect([first.title, second.title] == ["first", "second"], "two properties of one type need no key")
    #expect(try services.first !== first, "each request from outside is a graph of its own")
    #expect(ledger.builds("first") == 2)
    #expect(ledger.builds("second") == 1)

    // Overridable, in a test for instance, and only there.
    try container.withOverrides {
      $0.register(Service.self, named: .definition("first", of: ServiceAssembly.self), scope: .graph) { _ in Service("fake", number: 0) }
    } operation: { () throws in
      #expect(try services.first.title == "fake")
      #expect(try services.all.map(\.title)[0...1] == ["fake", "second"])
    }
    #expect(try services.first.title == "first")
    #expect(ledger.builds("first") == 3)
  }

  @Test("SwiftInjections: definition as a computed property, of an assembly in two containers")
  func twoContainers() throws {
    let other = try Container().register(instance: Ledger())
    let (mine, theirs) = (container.assembly(SharedAssembly.self), other.assembly(SharedAssembly.self))
    #expect(try mine.shared === mine.shared)
    #expect(try mine.shared !== theirs.shared)
    #expect(try container.assembly(SharedAssembly.self).shared === mine.shared)
    #expect(try [mine.shared.number, theirs.shared.number] == [1, 1])
    #expect(ledger.builds("shared") == 1)
  }

  @Test("SwiftInjections: instantiate, then configure")
  func instantiateThenConfigure() throws {
    let parent = try container.assembly(FamilyAssembly.self).parent
    // The child asked for its parent, and the toy for both, while the parent was being configured.
    #expect(parent.child?.parent === parent)
    #expect(parent.child?.toy?.owner === parent.child)
    #expect(parent.child?.toy?.buyer === parent)
    #expect(parent.service?.title == "first")
    for name: Name in ["parent", "child", "toy", "first"] { #expect(ledger.builds(name) == 1) }
  }

  @Test("SwiftInjections: keys")
  func keys() throws {
    let all = try container.assembly(ServiceAssembly.self).all
    #expect(all.map(\.title) == ["first", "second", "main", "main", "fresh", "first", "second", "fresh"])
    #expect(all[0] === all[5] && all[1] === all[6] && all[0] !== all[1])
    #expect(all[2] === all[3], "one key, one object")
    for name: Name in ["first", "second", "main"] { #expect(ledger.builds(name) == 1) }
    #expect(ledger.builds("alias") == 0)
  }

  @Test("SwiftInjections: scopes")
  func scopes() throws {
    let (services, shared) = (container.assembly(ServiceAssembly.self), container.assembly(SharedAssembly.self))
    #expect(ledger.builds("shared") == 0)
    let kept = try shared.shared
    #expect(try shared.shared === kept)
    #expect(try shared.pair.0 === kept && shared.pair.1 === kept)
    #expect(ledger.builds("shared") == 1)

    let one = try services.all
    let other = try services.all
    #expect(zip(one, other).allSatisfy { $0 !== $1 }, "a graph of its own each time")
    #expect(one[0] === one[5], "one object of a definition in each")
    #expect(one[4] !== one[7], "but a transient one at each request")
    #expect([ledger.builds("first"), ledger.builds("fresh")] == [2, 4])
  }

  @Test("SwiftInjections: circular references")
  func circularReferences() throws {
    let family = container.assembly(FamilyAssembly.self)
    let (parent, child) = try family.pair
    #expect(parent.child === child && child.parent === parent)
    // From the other end too; the parent lives because the graph was held by nothing but its objects.
    let other = try family.pair.1
    #expect(other !== child && other.number == 2)
    #expect([ledger.builds("parent"), ledger.builds("child"), ledger.builds("toy")] == [2, 2, 2])

    // What is made anew at each request cannot close a circle.
    let error = try failure { try container.assembly(EndlessAssembly.self).left }
    #expect(error.code == .cycle)
    #expect(error.path.first == error.path.last)
    let endless = ["left", "right"].map { Name.definition($0, of: EndlessAssembly.self) }
    #expect(Set(error.path.compactMap(\.name)) == Set(endless))
  }

  @Test("SwiftInjections: circular references, between singletons and with an object of a graph")
  @MainActor
  func circularSingletons() throws {
    let screens = container.assembly(ScreenAssembly.self)
    let presenter = try screens.presenter
    let screen = try screens.screen
    #expect(presenter.screen === screen && screen.presenter === presenter)
    #expect([ledger.builds("screen"), ledger.builds("presenter")] == [1, 1])
    // The singleton has an object of a graph, which refers back to it.
    let details = try #require(screen.details)
    #expect(details.screen === screen)
    #expect(ledger.builds("details") == 1)
    let own = try screens.details
    #expect(own !== details && own.screen === screen)
    #expect(ledger.builds("details") == 2)
    #expect(ledger.builds("screen") == 1)
  }

  @Test("SwiftInjections: graph's end")
  func graphsEnd() throws {
    let services = container.assembly(ServiceAssembly.self)
    let first = try services.first
    #expect(try services.first !== first)

    // It ends when the outermost request throws, too.
    let broken = container.assembly(BrokenAssembly.self)
    for round in 1...2 {
      let error = try failure { try broken.holder }
      #expect(error.code == .factoryFailed)
      #expect(error.underlying as? BrokenAssembly.Failure == .some(BrokenAssembly.Failure()))
      #expect(ledger.builds("part") == round)
    }

    // What resolves later opens a graph of its own each time.
    try container
      .register(Parent.self, scope: .graph) { [ledger] _ in Parent(number: ledger.begin("registered")) }
      .register((Parent, Parent, Provider<Parent>).self, scope: .transient) { r in
        let (one, other): (Parent, Parent)
        one = try r.resolve()
        other = try r.resolve()
        return (one, other, r.provider())
      }
    let (one, other, provider) = try container.resolve((Parent, Parent, Provider<Parent>).self)
    #expect(one === other)
    let (later, latest) = (try provider(), try provider())
    #expect(later !== one && latest !== one && later !== latest)
    #expect(ledger.builds("registered") == 3)
    let list = try container.assembly(LateAssembly.self).list
    #expect(try list.assembly?.first !== list.first)
    #expect(try list.assembly?.first !== list.assembly?.first)
  }

  @Test("SwiftInjections: graph's end, and nothing of it stays behind")
  func nothingStays() throws {
    let alive = Counter()
    try container
      .register(Tracked.self, scope: .graph) { _ in Tracked(alive) }
      .register(Tracked.self, named: "holder", scope: .graph) { r in
        let holder = Tracked(alive)
        holder.part = try r.resolve()
        return holder
      }
    for _ in 0..<1000 { #expect(try container.resolve(Tracked.self, named: "holder").part != nil) }
    #expect(alive.value == 0)
  }

  @Test("SwiftInjections: cross-assembly graph")
  func crossAssemblyGraph() throws {
    let (parent, child) = try container.assembly(FamilyAssembly.self).pair
    #expect(child.toy?.owner === child && child.toy?.buyer === parent)
    #expect(ledger.builds("toy") == 1)
    #expect(ledger.builds("first") == 1)
    // From the second assembly's end: the toy's owner has this toy.
    let toy = try container.assembly(ToyBoxAssembly.self).box
    #expect(toy.0.owner?.toy === toy.0)
    #expect(toy.0.buyer?.child === toy.0.owner)
    #expect([ledger.builds("toy"), ledger.builds("child"), ledger.builds("parent")] == [2, 2, 2])

    // What is registered joins it as well.
    try container.register(Parent.self, scope: .graph) { r in
      let parent = Parent(number: 0)
      parent.child = try r.assembly(FamilyAssembly.self).child
      parent.service = try r.assembly(ServiceAssembly.self).second
      return parent
    }
    let before = ledger.builds("child")
    let registered = try container.resolve(Parent.self)
    #expect(registered.child != nil && registered.service?.title == "second")
    #expect(ledger.builds("child") == before + 1)
  }
}

extension SwiftInjectionsTests {
  @Test("SwiftInjections: inject an existing object")
  func injectExisting() throws {
    let mine = Parent(number: 100)
    try container.assembly(GuestAssembly.self).inject(into: mine)
    #expect(mine.child?.parent === mine, "it is the object of its key in this graph")
    #expect(ledger.builds("parent") == 0)
    #expect(ledger.builds("child") == 1)
    let other = Parent(number: 101)
    try container.assembly(GuestAssembly.self).inject(into: other)
    #expect(other.child?.parent === other && other.child !== mine.child)
    #expect(try container.assembly(GuestAssembly.self).parent.number == 1, "and of no other graph")
  }

  @Test("SwiftInjections: inject an existing object, by its registered injector")
  func injectRegistered() throws {
    try container
      .register(Parent.self, scope: .graph) { [ledger] _ in Parent(number: ledger.begin("parent")) }
      .register(Child.self, scope: .graph) { [ledger] _ in Child(number: ledger.begin("child")) }
      .registerInjector(Parent.self) { parent, r in parent.child = try r.resolve() }
      .registerInjector(Child.self) { child, r in child.parent = try r.resolve() }
    let mine = Parent(number: 100)
    #expect(try container.inject(into: mine))
    #expect(mine.child?.parent === mine)
    #expect(ledger.builds("parent") == 0)
    #expect(ledger.builds("child") == 1)
  }

  @Test("SwiftInjections: existing object by type / by key")
  func existingObject() throws {
    let finder = container.assembly(FinderAssembly.self)
    let holder = try finder.holder
    #expect(holder.byType === holder)
    #expect(holder.byKey.map(\.title) == ["one", "two"])
    #expect(holder.errors.map(\.code) == [.notInGraph, .ambiguous, .notInGraph])
    #expect(holder.errors[1].key == AnyKey(Service.self))
    #expect(try failure { try finder.existing(Service.self) }.code == .notInGraph, "outside every graph there is none")
  }

  @Test("SwiftInjections: existing object by type / by key, also when it was made from arguments")
  func existingWithArguments() throws {
    let made = try container.assembly(FinderAssembly.self).configured(7)
    #expect(made.title == "configured")
    #expect(made.partner?.number == 7, "the one that is made from 7")
    try container
      .register(Service.self, scope: .graph, .factory(taking: Int.self) { _, number in Service("registered", number: number) })
      .register((Service, Service).self, scope: .transient) { r in
        let (one, found): (Service, Service)
        one = try r.resolve(with: 8)
        found = try r.existing()
        return (one, found)
      }
    let pair = try container.resolve((Service, Service).self)
    #expect(pair.0 === pair.1)
  }

  @Test("SwiftInjections: example, objects of two assemblies and an injected input")
  func example() throws {
    let object = try container.assembly(FamilyAssembly.self).parent
    #expect(object.service?.title == "first", "it comes from a second assembly")

    let (byType, byKey) = (Input(), Input())
    let inputs = container.assembly(InputAssembly.self)
    try inputs.inject(into: byType)
    #expect(byType.anotherObject?.object === byType)
    try inputs.injectByKey(into: byKey)
    #expect(byKey.anotherObject?.object === byKey)
  }
}

// MARK: What the tests define

private typealias Service = Home.Service
private typealias Parent = Home.Parent
private typealias Child = Home.Child
private typealias Toy = Home.Toy
private typealias FamilyAssembly = Home.FamilyAssembly
private typealias ToyAssembly = Home.ToyAssembly
private typealias ServiceAssembly = Home.ServiceAssembly
private typealias Shared = Home.Shared
private typealias SharedAssembly = Home.SharedAssembly
private typealias EndlessAssembly = Home.EndlessAssembly
private typealias Screen = Home.Screen
private typealias Presenter = Home.Presenter
private typealias ScreenDetails = Home.ScreenDetails
private typealias ScreenAssembly = Home.ScreenAssembly
private typealias BrokenAssembly = Home.BrokenAssembly
private typealias LateList = Home.LateList
private typealias LateAssembly = Home.LateAssembly
private typealias Tracked = Home.Tracked
private typealias ToyBoxAssembly = Home.ToyBoxAssembly
private typealias GuestAssembly = Home.GuestAssembly
private typealias Holder = Home.Holder
private typealias FinderAssembly = Home.FinderAssembly
private typealias Input = Home.Input
private typealias AnotherObject = Home.AnotherObject
private typealias InputAssembly = Home.InputAssembly
