import Holdfast
import HoldfastComposition
import HoldfastDiagnostics
import Synchronization
import Testing

@Suite("Decorators and injectors of a composition")
struct ExtensionTests {
  struct Twice: Payments {
    let inner: any Payments
    let log: Log
    func pay(_ cents: Int) -> String {
      log.note("pay \(cents)")
      return "twice " + inner.pay(cents)
    }
  }

  struct Module: Composition {
    let payments = Shared<any Payments> { CardPayments(clock: WallClock()) }
    let till = Shared(\.payments) { [$0.pay(1)] }
  }

  @Test("A decorator's object takes the place of a module's, which knows nothing of it, and a later decorator gets that one")
  func decorators() throws {
    struct App: Composition {
      let module = Module()
      let log = Shared { Log() }
      let first = Decorator(\.module.payments, \.log) { Twice(inner: $0, log: $1) }
      let second = Decorator(\.module.payments, \.log) { Twice(inner: $0, log: $1) }
    }
    let app = try Composed(App.init)
    #expect(try app.module.till() == ["twice twice paid 1 at 12"])
    #expect(try app.log().all == ["pay 1", "pay 1"])
    let graph = try Composed(App.init).container.graph()
    #expect(graph.nodes.allSatisfy { $0.areNeedsKnown })
    #expect(graph.edges.contains { $0.from.name == "module.payments" && $0.to.name == "log" })
    #expect(app.container.problems().isEmpty, "\(app.container.problems())")
  }

  @Test("A decorator that needs what it decorates is refused before anything is made")
  func circleOfDecorators() throws {
    struct App: Composition {
      let module = Module()
      let log: Shared<Log> = Shared(\.module.till) { _ in Log() }
      let logged = Decorator(\.module.payments, \.log) { Twice(inner: $0, log: $1) }
    }
    let error = #expect(throws: CompositionError.self) { try Composed(App.init) }
    guard case .cycle(let path) = error?.problems.first?.kind else {
      Issue.record("\(String(describing: error))")
      return
    }
    #expect(Set(path.compactMap { $0.name?.text }) == ["module.payments", "logged", "log", "module.till"])
  }

  @Test("An override is decorated too")
  func overridden() throws {
    struct App: Composition {
      let module = Module()
      let log = Shared { Log() }
      let logged = Decorator(\.module.payments, \.log) { Twice(inner: $0, log: $1) }
    }
    let app = try Composed(App.init) { override, app in
      override(app.module.payments) { CardPayments(clock: FixedClock(hour: 6)) }
    }
    #expect(try app.module.payments().pay(1) == "twice paid 1 at 6")
  }

  final class Parent: Sendable {
    private let held = Mutex<[Child]>([])
    var children: [Child] { held.withLock { $0 } }
    func adopt(_ child: Child) { held.withLock { $0.append(child) } }
  }
  final class Child: Sendable {
    private let parentOfIt: @Sendable () -> Parent?
    var parent: Parent? { parentOfIt() }
    init(parent: Parent) { parentOfIt = { [weak parent] in parent } }
  }
  struct Family: Composition {
    let parent = Shared { Parent() }
    let child = Shared(\.parent) { Child(parent: $0) }
    let other = Shared(\.parent) { Child(parent: $0) }
    let adoption = Injector(\.parent, \.child, \.other) { parent, child, other in
      parent.adopt(child)
      parent.adopt(other)
    }
  }

  @Test("An injector closes a circle, whichever end is asked for first", arguments: [0, 1, 2])
  func injector(end: Int) throws {
    let family = try Composed(Family.init)
    if end == 1 { #expect(try family.child().parent != nil) }
    if end == 2 { #expect(try family.other().parent != nil) }
    let parent = try family.parent()
    #expect(try parent.children.map(ObjectIdentifier.init) == [family.child(), family.other()].map(ObjectIdentifier.init))
    #expect(try family.child().parent === parent)
    #expect(family.container.problems().isEmpty, "\(family.container.problems())")
    #expect(family.container.graph().nodes.allSatisfy { $0.areNeedsKnown })
  }

  @Test("An injector closes a circle for tasks too")
  func injectorInTasks() async throws {
    struct Asynchronous: Composition {
      let parent = SharedAsync {
        await Task.yield()
        return Parent()
      }
      let child = SharedAsync(\.parent) { Child(parent: $0) }
      let childOfParent: Shared<Child> = Shared(\.child.warmedUp) { $0 }
      let adoption = Injector(\.parent, \.name) { parent, _ in parent.adopt(Child(parent: parent)) }
      let name = Shared { "name" }
    }
    let family = try Composed(Asynchronous.init)
    async let (one, other) = (family.child(), family.parent())
    let (child, parent) = try await (one, other)
    #expect(child.parent === parent && parent.children.count == 1)
  }

  struct Window: Composition {
    let outer: Need<any Payments>
    let own = Shared(\.outer) { [$0.pay(1)] }
    let theirs: SharedObject<Module, any Payments>
    let watched = Decorator(\.theirs) { Twice(inner: $0, log: Log()) }
  }

  @Test("What is decorated has to be an object of this composition, and not one of the composition around it")
  func unrelated() throws {
    let app = try Composed(Module.init)
    let error = #expect(throws: CompositionError.self) {
      try Composed(inside: app) { Window(outer: Need(app.payments), theirs: app.payments) }
    }
    #expect(error?.problems.map(\.kind) == [.unrelated(AnyKey((any Payments).self, named: "payments"))])
    #expect(error?.problems.map(\.property) == ["watched"])
    #expect(try app.payments().pay(1) == "paid 1 at 12")
  }
}
