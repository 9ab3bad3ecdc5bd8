import Holdfast
import HoldfastDiagnostics
import Testing

/// What errors tell the reader to do, done.
@Suite("Remedies")
struct RemedyTests {
  private let container = Container()

  private protocol Repository<Element>: Sendable {
    associatedtype Element
  }

  private struct Users: Repository { typealias Element = String }

  private typealias Market = RemedyMarket
  private typealias Stall = RemedyStall

  @Test("A function, with or without @Sendable, is named beside the other")
  func functions() throws {
    try container.register((@Sendable () -> Int).self, instance: { 4 })
    let error = try failure { try container.resolve((() -> Int).self) }
    #expect(error.remedy.contains("ask for a registered key: @Sendable () -> Swift.Int (at "), "\(error.remedy)")
    #expect(try container.resolve((@Sendable () -> Int).self)() == 4)
  }

  @Test("A child names what it has itself and what its parents have, also for code that awaits and in a layer")
  func child() async throws {
    try container.register(Int.self, named: "above", instance: 1)
    let child = try Container(parent: Container(parent: container)) { $0.register(Int.self, named: "own", instance: 2) }
    let awaited = try #require(await #expect(throws: ResolutionError.self) { try await child.resolve(Int.self) })
    let errors = [
      awaited,
      try failure { try child.resolve(Int.self) },
      try child.withOverrides({ $0.register(Bool.self, instance: true) }) { try failure { try child.resolve(Int.self) } },
    ]
    for error in errors {
      #expect(error.remedy.contains("Int named \"own\" (at ") && error.remedy.contains("Int named \"above\" (at "), "\(error.remedy)")
    }
  }

  @Test("A protocol, with or without its primary associated type, is named beside the other")
  func parameterized() throws {
    try container.register((any Repository<String>).self) { _ in Users() }
    let error = try failure { try container.resolve((any Repository).self) }
    #expect(error.remedy.contains("ask for a registered key: ") && error.remedy.contains("Repository"), "\(error.remedy)")
    _ = try container.resolve((any Repository<String>).self)

    let other = Container()
    try other.register((any Repository).self) { _ in Users() }
    let reverse = try failure { try other.resolve((any Repository<String>).self) }
    #expect(reverse.remedy.contains("ask for a registered key: ") && reverse.remedy.contains("Repository (at "), "\(reverse.remedy)")
    _ = try other.resolve((any Repository).self)
  }

  @Test("The error for a protocol names a registered type that conforms, and forwarding to that type works")
  func conforming() throws {
    try container.register(Market.self) { _ in Market() }.register(Int.self, instance: 1).register(String.self, instance: "")
      .register(Stall.self, named: "stall") { _ in Stall() }
    let error = try failure { try container.resolve((any RemedyShop).self) }
    #expect(error.remedy.contains("\(AnyKey(Market.self)) (at ") && error.remedy.contains("\(AnyKey(Stall.self, named: "stall")) (at "))
    #expect(!error.remedy.contains("Swift.Int") && !error.remedy.contains("Swift.String"), "\(error.remedy)")
    _ = try container.resolve(Market.self)
    try container.forward((any RemedyShop).self, to: Market.self) { $0 }
    _ = try container.resolve((any RemedyShop).self)
    let anything = try failure { try container.resolve(Any.self) }
    #expect(!anything.remedy.contains("Swift.Int"), "everything is one")
  }

  @Test("The error for a protocol names a registered composition with it, and forwarding to that works")
  func composition() throws {
    typealias Both = RemedyShop & RemedyBank
    try container.register((any Both).self) { _ in Stall() }.register(Int.self, instance: 1)
    let error = try failure { try container.resolve((any RemedyShop).self) }
    #expect(error.remedy.contains("add forward((any RemedyShop).self, to: "), "\(error.remedy)")
    #expect(error.remedy.contains("\(AnyKey((any Both).self)) (at ") && !error.remedy.contains("Swift.Int"), "\(error.remedy)")
    try container.forward((any RemedyShop).self, to: (any Both).self) { $0 }
    _ = try container.resolve((any RemedyShop).self)
    let other = try failure { try Container { $0.register((any RemedyShop).self) { _ in Stall() } }.resolve((any Both).self) }
    #expect(!other.remedy.contains("forward("), "a part is no composition: \(other.remedy)")
  }

  @Test("Of two modules that use one name, one is told to use another name, which works")
  func oneNameInTwoModules() throws {
    struct Module: Assembly {
      var name: Name = "main"
      func register(in batch: Batch) { batch.register(Stall.self, named: name) { _ in Stall() } }
    }
    let error = #expect(throws: ResolutionError.self) { try Container(Module(), Module(), duplicates: .reject) }
    #expect(error?.remedy.contains("give one another name") == true, "\(String(describing: error))")
    let problem = try Container(Module(), Module()).problems().first
    #expect(problem?.remedy.contains("give one another name") == true, "\(String(describing: problem))")
    #expect(try Container(Module(), Module(name: "spare"), duplicates: .reject).problems().isEmpty)
  }

  @Test("A ring of forwards begins where it was asked for, and is told to lead to what makes the value, which works")
  func ringOfForwards() throws {
    let keys = (0..<3).map { AnyKey(Stall.self, named: Name("\($0)")) }
    for index in 0..<3 {
      try container.forward(Stall.self, named: Name("\(index)"), to: Stall.self, targetNamed: Name("\((index + 1) % 3)")) { $0 }
    }
    for first in 0..<3 {
      let error = try failure { try container.resolve(Stall.self, named: Name("\(first)")) }
      let path = (0...3).map { keys[(first + $0) % 3] }
      #expect(error.code == .cycle && error.path == path && error.key == path[0], "\(error)")
      #expect(error.message == "Building \(path[0]) needs \(path[0]) itself." && error.site != nil, "\(error)")
      #expect(error.remedy.contains("Let one lead to a registration that makes the value"), "\(error)")
    }
    #expect(container.problems().first?.remedy.contains("Let one lead to a registration that makes the value") == true)
    try container.register(Stall.self, named: "2") { _ in Stall() }
    _ = try container.resolve(Stall.self, named: "0")
  }

  @Test("What a parent lacks and its child has is told to be in the parent, or to be needed in the child, and both work")
  func inChild() throws {
    try container.register(RemedyLink.self) { r in
      _ = try r.resolve(Stall.self)
      return RemedyLink(to: nil)
    }
    let child = Container(parent: Container(parent: container))
    let other = try failure { try child.resolve(RemedyLink.self) }
    #expect(!other.remedy.contains("child"), "\(other)")
    try child.register(Stall.self) { _ in Stall() }
    let error = try failure { try child.resolve(RemedyLink.self) }
    #expect(error.remedy.contains("A child container has it (at HoldfastTests/RemedyTests.swift:"), "\(error)")
    let second = Container(parent: container)
    try second.register(Stall.self) { _ in Stall() }.register(RemedyLink.self) { r in
      _ = try r.resolve(Stall.self)
      return RemedyLink(to: nil)
    }
    _ = try second.resolve(RemedyLink.self)
    try container.register(Stall.self) { _ in Stall() }
    _ = try child.resolve(RemedyLink.self)
  }

  @Test("What is asynchronous and made at each resolve is awaited, not warmed up", arguments: [true, false])
  func transient(isOnMainActor: Bool) async throws {
    if isOnMainActor {
      try container.register(Stall.self, scope: .transient, .mainActor { _ in Stall() })
    } else {
      try container.register(Stall.self, scope: .transient, .async { _ in Stall() })
    }
    let error = try failure { try container.resolveNow(Stall.self) }
    #expect(error.code == (isOnMainActor ? .mainActorOnly : .asyncOnly))
    #expect(error.remedy.contains("await"))
    #expect(!error.remedy.contains("warm") && !error.remedy.contains("Once it is built"), "\(error.remedy)")
    _ = try await container.resolve(Stall.self)
  }

  @Test("What is asynchronous and shared is awaited once, or warmed up", arguments: [true, false])
  func shared(isWarmedUp: Bool) async throws {
    try container.register(Stall.self, .async { _ in Stall() })
    let error = try failure { try container.resolveNow(Stall.self) }
    #expect(error.remedy.contains("call warmUp() first"))
    if isWarmedUp { try await container.warmUp() } else { _ = try await container.resolve(Stall.self) }
    _ = try container.resolveNow(Stall.self)
  }

  @Test("What is asynchronous and scoped is awaited in its scope")
  func scoped() async throws {
    try container.register(Stall.self, scope: .scoped, .async { _ in Stall() })
    try await container.withScope { scope in
      let error = try failure { try scope.resolveNow(Stall.self) }
      #expect(error.remedy.contains("await") && !error.remedy.contains("warm"), "\(error.remedy)")
      let stall = try await scope.resolve(Stall.self)
      #expect(try scope.resolveNow(Stall.self) === stall)
    }
  }

  @Test("One of several objects in a graph is asked for by its name if each has one, and otherwise by its whole key")
  func ambiguous() throws {
    try container.register(Stall.self, named: "a", scope: .graph) { _ in Stall() }
      .register(Stall.self, named: "b", scope: .graph) { _ in Stall() }
      .register(Stall.self, scope: .graph) { _ in Stall() }
      .register(Stall.self, scope: .graph, .factory(taking: Int.self) { _, _ in Stall() })
    func remedy(_ made: @escaping @Sendable (FactoryResolver) throws -> [Stall], named name: Name? = nil) throws -> String {
      try container.register(String.self, scope: .transient) { r in
        let stalls = try made(r)
        let again = try made(r)
        #expect(stalls.map(ObjectIdentifier.init) == again.map(ObjectIdentifier.init))
        let error = try failure { try r.existing(Stall.self, named: name) }
        #expect(error.code == .severalInGraph)
        return error.remedy
      }
      return try container.resolve(String.self)
    }
    #expect(try remedy { [try $0.resolve(named: "a"), try $0.resolve(named: "b")] } == "Ask for one of them by its name.")
    let whole = "Resolve the one you mean by its own type, name and arguments: the graph has it already. Or pass it on as an argument."
    #expect(try remedy { [try $0.resolve(with: 1), try $0.resolve(with: 2)] } == whole)
    #expect(try remedy { [try $0.resolve(), try $0.resolve(named: "a")] } == whole)
  }

  @Test("Values that are only contributed are asked for as a collection, by a child container too")
  func contributed() throws {
    try container.contribute((any RemedyShop).self) { _ in Market() }
    let child = Container(parent: container)
    for asked in [container, child] {
      let error = try failure { try asked.resolve((any RemedyShop).self) }
      #expect(error.remedy.contains("resolveAll((any RemedyShop).self)"))
    }
    #expect(try container.resolveAll((any RemedyShop).self).count == 1)
    #expect(try child.resolveAll((any RemedyShop).self).count == 1)
  }

  @Test("A seed without a registration is told what to register, with its name, and that works")
  func seed() throws {
    let named = try failure { try container.openScope(seeds: [.value("a", named: "n")]) }
    #expect(named.remedy == "Register it first: register(seeded: String.self, named: \"n\").")
    let shop = try failure { try container.openScope(seeds: [.value(Market() as any RemedyShop)]) }
    #expect(shop.remedy == "Register it first: register(seeded: (any RemedyShop).self).")
    try container.register(seeded: String.self, named: "n").register(seeded: (any RemedyShop).self)
    try container.openScope(seeds: [.value("a", named: "n"), .value(Market() as any RemedyShop)]).end()
  }

  @Test("An injector that closes a cycle of named registrations is registered for one of the names")
  func namedCycle() throws {
    try container.register(RemedyLink.self, named: "parent") { r in RemedyLink(to: try r.resolve(named: "child")) }
      .register(RemedyLink.self, named: "child") { r in RemedyLink(to: try r.resolve(named: "parent")) }
    let error = try failure { try container.resolve(RemedyLink.self, named: "parent") }
    let line = "registerInjector(RemedyLink.self, named: \"child\") { remedyLink, r in r.later(RemedyLink.self, named: \"parent\") {"
    #expect(error.remedy.contains(line), "\(error.remedy)")
    try container.register(RemedyLink.self, named: "child") { _ in RemedyLink(to: nil) }
      .registerInjector(RemedyLink.self, named: "child") { link, r in r.later(RemedyLink.self, named: "parent") { link.next = $0 } }
    let parent = try container.resolve(RemedyLink.self, named: "parent")
    let child = try container.resolve(RemedyLink.self, named: "child")
    #expect(parent.next === child && child.next === parent)
    child.next = nil
  }

  @Test("No injector is offered for a cycle through a contribution, which no code can name")
  func contributedCycle() throws {
    try container.contribute(RemedyLink.self) { r in RemedyLink(to: try r.resolve(named: "child")) }
      .register(RemedyLink.self, named: "child") { r in RemedyLink(to: try r.resolveAll(RemedyLink.self).first) }
    let error = try failure { try container.resolve(RemedyLink.self, named: "child") }
    #expect(error.code == .cycle)
    #expect(error.remedy == "Inject one object on the path as a Provider or a Lazy.")
  }

  @Test("A replacement whose factory throws says that callers still get the old value")
  func replacement() async throws {
    struct Broken: Error {}
    try container.register(Int.self, instance: 1)
    try container.register(Stall.self, .async { _ in Stall() })
    let old = try await container.resolve(Stall.self)
    do {
      try await container.replace { batch in batch.register(Stall.self, .async { _ in throw Broken() }) }
      Issue.record("it was replaced")
    } catch let error as ResolutionError {
      #expect(error.code == .factoryFailed && error.remedy.contains("still get the old values"), "\(error)")
    }
    let again = try await container.resolve(Stall.self)
    #expect(again === old)
  }

  @Test("The closure of a replacement may belong to its caller's actor")
  @MainActor
  func replacementOnActor() async throws {
    final class Settings {  // not Sendable
      var host = "b"
    }
    let settings = Settings()
    try await container.replace { batch in
      let host = settings.host
      settings.host = ""
      batch.register(String.self, instance: host)
    }
    #expect(try container.resolveNow(String.self) == "b" && settings.host == "")
  }

  @Test("A scope that is opened too late is said to be opened, also with seeds")
  func lateScope() async throws {
    try container.register(seeded: Int.self)
    try await container.shutdown()
    for seeds in [[], [Seed.value(1)]] {
      let error = #expect(throws: ResolutionError.self) { try container.openScope(seeds: seeds) }
      #expect(error?.code == .shutDown && error?.message.hasPrefix("A scope was opened after") == true, "\(String(describing: error))")
    }
  }
}

// Not private: the runtime finds no private protocol by its name.
protocol RemedyShop: Sendable {}
protocol RemedyBank: Sendable {}
struct RemedyMarket: RemedyShop {}
final class RemedyStall: RemedyShop, RemedyBank {}

private final class RemedyLink: @unchecked Sendable {  // unchecked: one thread at a time uses it
  var next: RemedyLink?

  init(to next: RemedyLink?) { self.next = next }
}
