import Holdfast
import HoldfastCompatibility
import Testing

/// Every row of HIPInstanceLocator, in Holdfast's words.
@Suite("HIPInstanceLocator")
struct HIPInstanceLocatorTests {
  private let container = Container()
  private let ledger = Ledger()

  /// Registers a factory of engines that notes every build.
  private func registerEngine() throws {
    try container.register(Engine.self) { [ledger] _ in Engine(number: ledger.begin("engine")) }
  }

  @Test("HIPInstanceLocator: lazy factory")
  func lazyFactory() throws {
    try registerEngine()
    #expect(ledger.builds("engine") == 0)
    #expect(container.peek(Engine.self) == nil)
    let engine = try container.resolve(Engine.self)
    #expect(engine.number == 1)
    for _ in 0..<3 { #expect(try container.resolve(Engine.self) === engine) }
    #expect(ledger.builds("engine") == 1)
  }

  @Test("HIPInstanceLocator: weak shared instance")
  func weakSharedInstance() throws {
    var owned: Engine? = Engine(number: 7)
    try container.register(weak: #require(owned))
    #expect(try container.resolve(Engine.self) === owned)
    #expect(try container.resolve(Engine.self).number == 7)
    owned = nil
    #expect(try failure { try container.resolve(Engine.self) }.code == .instanceDied)
    #expect(try failure { try container.resolveIfRegistered(Engine.self) }.code == .instanceDied)
    let successor = Engine(number: 8)
    try container.register(weak: successor)
    #expect(try container.resolve(Engine.self) === successor)
  }

  @Test("HIPInstanceLocator: register answers")
  func registerAnswers() throws {
    let (first, second) = (Window(), Window())
    #expect(try container.registerIfAbsent { $0.register { [ledger] _ in Engine(number: ledger.begin("first")) } })
    #expect(try !container.registerIfAbsent { $0.register { [ledger] _ in Engine(number: ledger.begin("second")) } })
    #expect(try container.registerIfAbsent { $0.register(weak: first) })
    #expect(try !container.registerIfAbsent { $0.register(weak: second) })
    #expect(try container.registerIfAbsent { $0.registerInjector(Dial.self) { dial, _ in dial.value = 1 } })
    #expect(try !container.registerIfAbsent { $0.registerInjector(Dial.self) { dial, _ in dial.value = 2 } })

    _ = try container.resolve(Engine.self)
    #expect(ledger.builds("first") == 1)
    #expect(ledger.builds("second") == 0)
    #expect(try container.resolve(Window.self) === first)
    let dial = Dial()
    #expect(try container.inject(into: dial))
    #expect(dial.value == 1)
  }

  @Test("HIPInstanceLocator: get by type")
  func getByType() throws {
    try registerEngine()
    try container.register(Color.self, instance: Color(name: "red"))
    let byType = try container.resolve(Engine.self)
    let byInference: Engine = try container.resolve()
    #expect(byType === byInference)
    let controller = Controller()
    controller.color = try container.resolve()
    controller.engine = try container.resolve()
    #expect(controller.color == Color(name: "red"))
    #expect(controller.engine === byType)
    func number(of engine: Engine) -> Int { engine.number }
    #expect(try number(of: container.resolve()) == 1)
    #expect(ledger.builds("engine") == 1)

    #expect(try failure { controller.dial = try container.resolve() }.key == AnyKey(Dial.self))
  }

  @Test("HIPInstanceLocator: optional get")
  func optionalGet() throws {
    #expect(try container.resolveIfRegistered(Engine.self) == nil)
    try registerEngine()
    let engine = try container.resolveIfRegistered(Engine.self)
    #expect(try engine === container.resolve(Engine.self))
    #expect(ledger.builds("engine") == 1)
    // Missing is what was asked for, not what that needs.
    try container.register(Car.self) { r in Car(window: try r.resolve()) }
    let error = try failure { try container.resolveIfRegistered(Car.self) }
    #expect(error.code == .notRegistered)
    #expect(error.path == [AnyKey(Car.self), AnyKey(Window.self)])
  }

  @Test("HIPInstanceLocator: injector per type")
  func injectorPerType() throws {
    try container
      .register(Parent.self, scope: .graph) { [ledger] _ in Parent(number: ledger.begin("parent")) }
      .register(Child.self, scope: .graph) { [ledger] _ in Child(number: ledger.begin("child")) }
      .registerInjector(Parent.self) { [ledger] parent, r in
        #expect(ledger.builds("parent") == parent.number, "the factory returned before")
        _ = ledger.begin("parent's injector")
        parent.child = try r.resolve()
      }
      .registerInjector(Child.self) { [ledger] child, r in
        _ = ledger.begin("child's injector")
        child.parent = try r.resolve()
      }
    for round in 1...3 {
      let parent = try container.resolve(Parent.self)
      #expect(parent.number == round)
      #expect(parent.child?.number == round)
      #expect(parent.child?.parent === parent)
      for name: Name in ["parent", "child", "parent's injector", "child's injector"] { #expect(ledger.builds(name) == round) }
    }
  }

  @Test("HIPInstanceLocator: circle through a factory", arguments: [true, false])
  func circleThroughFactory(isParentFirst: Bool) throws {
    final class Household {
      let child: Child
      init(_ child: Child) { self.child = child }
    }
    final class Child {
      weak var household: Household?
    }
    final class Both {
      let (household, child): (Household, Child)
      init(_ household: Household, _ child: Child) { (self.household, self.child) = (household, child) }
    }
    try container
      .register(Household.self, scope: .graph) { [ledger] r in
        _ = ledger.begin("household")
        return try Household(r.resolve())
      }
      .register(Child.self, scope: .graph) { [ledger] _ in
        _ = ledger.begin("child")
        return Child()
      }
      .registerInjector(Child.self) { [ledger] child, r in
        _ = ledger.begin("child's injector")
        r.later(Household.self) { child.household = $0 }
      }
      .register(Both.self, scope: .graph) { r in
        if isParentFirst { return try Both(r.resolve(), r.resolve()) }
        let child: Child = try r.resolve()
        return try Both(r.resolve(), child)
      }
    for round in 1...3 {
      let both = try container.resolve(Both.self)
      #expect(both.household.child === both.child && both.child.household === both.household)
      for name: Name in ["household", "child", "child's injector"] { #expect(ledger.builds(name) == round) }
    }
  }

  @Test("HIPInstanceLocator: injector per type, between singletons on the main actor")
  @MainActor
  func mainActorInjectors() throws {
    try container
      .register(Screen.self, .mainActor { [ledger] _ in Screen(number: ledger.begin("screen")) })
      .register(Presenter.self, .mainActor { [ledger] _ in Presenter(number: ledger.begin("presenter")) })
      .registerInjector(
        Screen.self,
        mainActor: { [ledger, weak container] screen, r in
          _ = ledger.begin("injector")
          #expect(try r.resolve(Screen.self) === screen, "visible to its own resolution")
          #expect(container?.peek(Screen.self) == nil, "but to no other caller")
          screen.presenter = try r.resolve()
        }
      )
      .registerInjector(
        Presenter.self,
        mainActor: { [weak container] presenter, r in
          presenter.screen = try r.resolve()
          #expect(container?.peek(Screen.self) == nil, "the screen refers to a presenter that is not injected yet")
          #expect(container?.peek(Presenter.self) == nil)
        })
    let presenter = try container.resolve(Presenter.self)
    let screen = try container.resolve(Screen.self)
    #expect(presenter.screen === screen)
    #expect(screen.presenter === presenter)
    #expect([ledger.builds("screen"), ledger.builds("presenter"), ledger.builds("injector")] == [1, 1, 1])
    #expect(container.peek(Screen.self) === screen)
  }

  @Test("HIPInstanceLocator: apply injector")
  func applyInjector() throws {
    try registerEngine()
    try container.register(Color.self, instance: Color(name: "blue"))
    let controller = Controller()
    #expect(try !container.inject(into: controller))
    #expect(controller.engine == nil)
    try container.registerInjector(Controller.self) { [ledger] controller, r in
      _ = ledger.begin("injector")
      controller.color = try r.resolve()
      controller.engine = try r.resolve()
      #expect(try r.existing(Controller.self) === controller, "it takes part in its graph")
    }
    #expect(try failure { try container.resolve(Controller.self) }.code == .notRegistered)
    #expect(try container.inject(into: controller))
    #expect(controller.color == Color(name: "blue"))
    #expect(try controller.engine === container.resolve(Engine.self))
    #expect(ledger.builds("injector") == 1)
    #expect(try !container.inject(into: Dial()))
  }

  @Test("HIPInstanceLocator: assemblies")
  func assemblies() throws {
    let built = try Container(EngineAssembly(ledger: ledger), CarAssembly(ledger: ledger))
    #expect(try built.resolve(Car.self).window === built.resolve(Window.self))
    #expect(try built.resolve(Engine.self).number == 1)
    // Applied in order: the later one wins, or is refused as a direct registration would be.
    try built.apply(CarAssembly(ledger: ledger, color: "green"), CarAssembly(ledger: ledger, color: "red"))
    #expect(try built.resolve(Color.self).name == "red")

    let strict = Container(duplicates: .reject)
    try strict.apply(EngineAssembly(ledger: ledger))
    let across = try failure { try strict.apply(CarAssembly(ledger: ledger), EngineAssembly(ledger: ledger)) }
    #expect(across.code == .duplicate)
    #expect(across.key == AnyKey(Engine.self))
    #expect(!strict.contains(Car.self), "nothing of it was applied")
    let inside = try failure { try strict.apply(TwiceAssembly()) }
    #expect(inside.code == .duplicate)
    #expect(inside.key == AnyKey(Color.self))
    let direct = try failure { try strict.register(Engine.self, instance: Engine(number: 0)) }
    #expect(direct == ResolutionError?(across))
  }

  @Test("HIPInstanceLocator: dynamic lookup")
  func dynamicLookup() throws {
    try container.register(Sedan.self, scope: .transient) { [ledger] _ in Sedan(number: ledger.begin("sedan")) }
    try container.registerInjector(Vehicle.self) { vehicle, _ in vehicle.notes.append("vehicle") }
    try container.registerInjector(Sedan.self) { sedan, _ in sedan.notes.append("sedan") }
    let type: Any.Type = Sedan.self
    let found = try container.resolve(AnyKey(type), as: Vehicle.self)
    #expect(found is Sedan)
    #expect(found.notes == ["sedan"])
    #expect(ledger.builds("sedan") == 1)
    #expect(try failure { try container.resolve(AnyKey(Vehicle.self), as: Vehicle.self) }.code == .notRegistered)

    let sedan: AnyObject = Sedan(number: 0)
    #expect(try container.inject(intoAny: sedan), "by its own class")
    #expect((sedan as? Sedan)?.notes == ["sedan"])
    let van: Vehicle = Van(number: 0)
    #expect(try container.inject(intoAny: van), "by the nearest superclass")
    #expect(van.notes == ["vehicle"])
    let convertible: Vehicle = Convertible(number: 0)
    #expect(try container.inject(intoAny: convertible))
    #expect(convertible.notes == ["sedan"])
    #expect(try container.inject(into: convertible), "by its static type")
    #expect(convertible.notes == ["sedan", "vehicle"])
    #expect(try !container.inject(intoAny: Dial()))
  }

  @Test("HIPInstanceLocator: dynamic lookup, in what is behind the container and in front of it")
  func dynamicLookupElsewhere() throws {
    try container.register(Sedan.self, scope: .transient) { [ledger] _ in Sedan(number: ledger.begin("sedan")) }
    try container.registerInjector(Vehicle.self) { vehicle, _ in vehicle.notes.append("parent") }
    for child in [Container(parent: container), Container(parent: ResolverChain([container]))] {
      #expect(try child.resolve(AnyKey(Sedan.self), as: Vehicle.self) is Sedan)
    }
    #expect(ledger.builds("sedan") == 2)
    let van = Van(number: 0)
    #expect(try Container(parent: container).inject(intoAny: van))
    try container.withOverrides {
      $0.registerInjector(Van.self) { van, _ in van.notes.append("layer") }
      $0.register(Sedan.self, scope: .transient) { _ in Sedan(number: -1) }
    } operation: {
      try container.inject(intoAny: van)
      #expect(try container.resolve(AnyKey(Sedan.self), as: Vehicle.self).number == -1)
    }
    #expect(van.notes == ["parent", "layer"])
  }

  @Test("HIPInstanceLocator: errors")
  func errors() throws {
    let strict = Container(duplicates: .reject)
    #expect(try failure { try strict.resolve(Engine.self) }.code == .notRegistered)
    try strict.register(Engine.self) { _ in Engine(number: 1) }
    #expect(try failure { try strict.resolve(AnyKey(Engine.self), as: Window.self) }.code == .wrongType)
    let duplicate = try failure { try strict.register(Engine.self) { _ in Engine(number: 2) } }
    #expect(duplicate.code == .duplicate)
    #expect(try strict.resolve(Engine.self).number == 1)
    try strict.registerInjector(Dial.self) { dial, _ in dial.value = 1 }
    let second = try failure { try strict.registerInjector(Dial.self) { dial, _ in dial.value = 2 } }
    #expect(second.code == .duplicateInjector)
    #expect(second.key == AnyKey(Dial.self))
    let dial = Dial()
    try strict.inject(into: dial)
    #expect(dial.value == 1)
    try strict.register(weak: Window())
    #expect(try failure { try strict.resolve(Window.self) }.code == .instanceDied)
  }
}

extension HIPInstanceLocatorTests {
  @Test("HIPInstanceLocator: example, a block, a factory, a weak instance and an injected controller")
  @MainActor
  func example() throws {
    var owner: Window? = Window()
    let container = try Container(duplicates: .reject) { [ledger] c in
      c.register(Engine.self) { _ in Engine(number: ledger.begin("engine")) }
      if let owner { c.register(weak: owner) }
      c.register(Color.self, instance: Color(name: "violet"))
      c.registerInjector(
        ViewController.self,
        mainActor: { controller, r in
          controller.myColor = try r.resolve()
          controller.someDependency = try r.resolve()
        })
    }
    #expect(try container.resolve(Engine.self) === container.resolve(Engine.self))
    #expect(try container.resolve(Window.self) === owner)
    owner = nil
    #expect(try failure { try container.resolve(Window.self) }.code == .instanceDied)

    let controller = ViewController()
    #expect(try container.inject(into: controller))
    #expect(controller.myColor == Color(name: "violet"))
    #expect(try controller.someDependency === container.resolve(Engine.self))

    #expect(throws: ResolutionError.self) { try container.register(Engine.self) { _ in Engine(number: -1) } }
    #expect(throws: ResolutionError.self) { try container.register(weak: Window()) }
    #expect(throws: ResolutionError.self) { try container.registerInjector(ViewController.self, mainActor: { _, _ in }) }
    #expect(try container.resolve(Engine.self).number == 1)
    #expect(ledger.builds("engine") == 1)
    let another = ViewController()
    #expect(try container.inject(into: another))
    #expect(another.someDependency === controller.someDependency)
  }
}
