import Holdfast
import HoldfastCompatibility
import Testing

private protocol Delegate: AnyObject, Sendable {
  var title: String { get }
}

private final class Window: Delegate {
  let title: String
  init(_ title: String) { self.title = title }
}

private struct Document: Sendable, Hashable {
  let name: String
}

/// What a main-actor class, a struct or an actor may wrap.
@MainActor
private final class Model {
  @Injected var part: Part
  @LazyInjected var late: Part
  @WeakInjected var window: (any Delegate)?
}

private final class Constant: Sendable {
  let part = Injected<Part>()
  let late = LazyInjected<Part>()
  let window = WeakInjected<any Delegate>(lazy: true)
}

private struct Child: Sendable {
  @WeakInjected(lazy: true) var parent: Parent?
}

private final class Parent: Sendable {
  let child: Child
  init(_ child: Child) { self.child = child }
}

@Suite("Property wrappers")
struct WrapperTests {
  private let container = Container()

  @Test("A weak one holds an object behind a protocol")
  func classProtocol() throws {
    struct Screen {
      @WeakInjected var delegate: (any Delegate)?
      @WeakInjected(named: "missing") var missing: (any Delegate)?
    }
    var window: Window? = Window("main")
    try container.register((any Delegate).self, scope: .weakObject) { [weak window] _ in try #require(window) }
    let screen = container.withCurrent { Screen() }
    #expect(screen.delegate === window && screen.missing == nil)
    #expect(try failure { _ = try screen.$missing.get() }.code == .notRegistered)
    window = nil
    #expect(screen.delegate == nil)
    #expect(try screen.$delegate.get() == nil, "gone is no error")
  }

  @Test("A weak one of a value that is no object fails the factory, and says what to use")
  func value() throws {
    struct Holder: Sendable {
      @WeakInjected var number: Int?
    }
    try container.register(Int.self, instance: 1).register(Holder.self) { _ in Holder() }
    let error = try failure { try container.resolve(Holder.self) }
    #expect(error.code == .wrongType && error.remedy == "Use @Injected, or register a class instance.")
    let late = WeakInjected<Int>(from: container, lazy: true)
    #expect(try failure { _ = try late.get() }.code == .wrongType)
  }

  @Test("A lazy weak one is resolved when it is first read, so that a child finds the parent that makes it")
  func lazyWeak() throws {
    try container.register(Parent.self) { r in Parent(try r.resolve()) }.register(Child.self) { _ in Child() }
    var parent: Parent? = try container.resolve(Parent.self)
    #expect(try #require(parent).child.parent === parent)
    try container.unregister(Parent.self)
    let child = try #require(parent).child
    parent = nil
    #expect(child.parent == nil)
    #expect(try child.$parent.get() == nil, "it is not resolved twice")
  }

  @Test("A weak one is nil, and stops no program, when a dependency further down is no object")
  func someoneElsesMistake() throws {
    try container.register((any Counting).self, scope: .weakObject) { _ in Count() }
      .register(Part.self) { r in Part(Name("\(try r.resolve((any Counting).self))")) }
    let (now, late) = container.withCurrent { (WeakInjected<Part>(), WeakInjected<Part>(lazy: true)) }
    #expect(now.wrappedValue == nil && late.wrappedValue == nil)
    #expect(try failure { _ = try late.get() }.code == .wrongType)
  }

  @Test("A lazy weak one gives a reader that comes second what the first one got")
  func lazyWeakSecondReader() throws {
    try container.register(Part.self, scope: .transient) { _ in Part("own") }
    let resolver = Reentrant(container)
    let property = WeakInjected<Part>(from: resolver, lazy: true)
    resolver.read = { try property.get() }
    let second = try property.get()
    #expect(try resolver.first === second && property.get() === second)
  }

  @Test("A lazy weak one that nothing else holds is there for its first reader, and a failure is not remembered")
  func lazyWeakTransient() throws {
    let child = container.withCurrent { Child() }
    #expect(child.parent == nil)
    #expect(try failure { _ = try child.$parent.get() }.code == .notRegistered)
    try container.register(Parent.self, scope: .transient) { _ in Parent(child) }
    #expect(try child.$parent.get() != nil)
    #expect(child.parent == nil)
  }

  @Test("One that is filled at once keeps no container alive, also a sealed one that it lives in")
  func keepsNothing() throws {
    final class Screen: Sendable {
      let part = Injected<Part>()
      let weak = WeakInjected<Part>()
    }
    var container: Container? = Container()
    try container?.register(Part.self) { _ in Part("one") }.register(Screen.self) { _ in Screen() }.seal()
    weak let screen = try container?.resolve(Screen.self)
    #expect(screen != nil)
    container = nil
    #expect(screen == nil)
  }

  @Test("The projected value asks again, the current container or the one given, and leaves the property as it is")
  func again() throws {
    struct Screen {
      @Injected(named: "fresh") var part: Part
      @LazyInjected(named: "fresh") var late: Part
      @WeakInjected(named: "fresh") var weak: Part?
      @Injected(named: "missing") var missing: Part?
    }
    try container.register(Part.self, named: "fresh", scope: .transient) { _ in Part("fresh") }
    let screen = container.withCurrent { Screen() }
    let part = screen.part
    #expect(try screen.$part.resolve(from: container) !== part && screen.part === part)
    #expect(try screen.$late.resolve() !== screen.late)
    #expect(try screen.$weak.resolve(from: container).name == "fresh")
    #expect(try container.withCurrent { () throws in try screen.$missing.resolve() } == nil)
    try container.register(Part.self, named: "missing") { _ in Part("found") }
    #expect(try screen.$missing.resolve(from: container)?.name == "found" && screen.missing == nil)
    #expect(try failure { _ = try screen.$part.resolve() }.code == .noCurrentContainer)
  }

  @Test("The projected value takes arguments")
  func arguments() throws {
    struct Screen {
      @Injected(named: "named") var part: Part
      @LazyInjected var late: Part
      @WeakInjected var weak: Part?
      @Injected var missing: Window?
    }
    try container.register(Part.self) { _ in Part("plain") }.register(Part.self, named: "named") { _ in Part("named") }
      .register(Part.self, .factory(taking: Document.self) { _, document in Part(Name("of \(document.name)")) })
      .register(
        Part.self, named: "named",
        .factory(taking: Document.self, Int.self) { _, document, page in Part(Name("\(document.name), \(page)")) })
    let screen = container.withCurrent { Screen() }
    #expect(try screen.$part.resolve(from: container, with: Document(name: "a"), 7).name == "a, 7")
    let late = try screen.$late.resolve(with: Document(name: "b"))
    #expect(try screen.$weak.resolve(from: container, with: Document(name: "b")) === late && late.name == "of b")
    #expect(screen.late.name == "plain")
    #expect(try screen.$missing.resolve(from: container, with: 1) == nil)
  }

  @Test("In a task it waits for what is built asynchronously")
  func awaited() async throws {
    struct Screen {
      @LazyInjected var part: Part
      @WeakInjected(lazy: true) var weak: Part?
    }
    try container.register(Part.self, .async { _ in Part("slow") })
      .register(Part.self, .async(taking: Int.self) { _, number in Part(Name("\(number)")) })
    let screen = container.withCurrent { Screen() }
    #expect(screen.weak == nil, "a thread cannot wait for it")
    let part = try await screen.$part.resolve()
    let (lazy, seventh) = (try await screen.$part.get(), try await screen.$weak.resolve(with: 7))
    #expect(part === lazy && part.name == "slow" && seventh.name == "7")
    #expect(screen.weak === part)
  }

  @Test("One that could not be filled for want of a container asks the one that is current later")
  func current() throws {
    struct Screen {
      @Injected var part: Part
    }
    try container.register(Part.self) { _ in Part("late") }
    let screen = Screen()
    #expect(try failure { _ = try screen.$part.get() }.code == .noCurrentContainer)
    #expect(try container.withCurrent { () throws in try screen.$part.resolve().name } == "late")
  }

  @Test("Set in a test's layer, it is filled with the overrides; asked again there, it gives them")
  @MainActor
  func layers() throws {
    let window = Window("main")
    try container.register(Part.self) { _ in Part("live") }.register((any Delegate).self, instance: window)
    let model = container.withCurrent { Model() }
    #expect(model.part.name == "live" && model.window === window)
    let fake = Window("fake")
    try container.withOverrides {
      $0.register(Part.self) { _ in Part("fake") }.register((any Delegate).self, instance: fake)
    } operation: { () throws in
      #expect(try model.$part.resolve(from: container).name == "fake")
      container.withCurrent {
        model.$part = Injected()
        model.$late = LazyInjected()
        model.$window = WeakInjected(lazy: true)
      }
      #expect(model.part.name == "fake" && model.late.name == "fake" && model.window === fake)
    }
    #expect(model.part.name == "fake", "what was set stays")
    #expect(try failure { _ = try model.$late.resolve() }.code == .shutDown, "it belongs to the layer")
  }

  @Test("A Sendable class keeps each of them in a constant")
  func constants() throws {
    let window = Window("main")
    try container.register(Part.self) { _ in Part("one") }.register((any Delegate).self, instance: window)
      .register(Constant.self) { _ in Constant() }
    let constant = try container.resolve(Constant.self)
    #expect(constant.part.wrappedValue === constant.late.wrappedValue)
    #expect(constant.window.wrappedValue === window)
    #expect(try constant.part.resolve(from: container) === constant.part.get())
  }
}

private protocol Counting: Sendable {}

private struct Count: Counting {}

/// Reads the property that asks it, once, and then answers a value of its own, as a slower reader would get.
private final class Reentrant: Resolver, @unchecked Sendable {  // unchecked: used by one thread
  private let container: Container
  var read: (() throws -> Part?)?
  private(set) var first: Part?

  init(_ container: Container) {
    self.container = container
  }

  func resolve<T>(_ request: ResolutionRequest<T>) throws(ResolutionError) -> T {
    if let read {
      self.read = nil
      first = try? read()
    }
    return try container.resolve(request)
  }

  nonisolated(nonsending) func resolve<T>(_ request: ResolutionRequest<T>) async throws(ResolutionError) -> T {
    try await container.resolve(request)
  }

  func contains(_ key: AnyKey) -> Bool { true }
}
