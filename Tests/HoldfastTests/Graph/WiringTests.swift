import Holdfast
import HoldfastDiagnostics
import Testing

@Suite("WiringTests")
struct WiringTests {
  private let container = Container()

  init() throws {
    try container.register(Clock.self, .wired(Clock.init))
      .register((any Store).self, .wired(Disk.init))
      .register(Journal.self, .wired(Journal.init))
  }

  @Test("No parameter, one, two: found by type, shared like any other")
  func few() throws {
    let journal = try container.resolve(Journal.self)
    #expect(try journal.clock === container.resolve(Clock.self))
    #expect((journal.store as? Disk)?.clock === journal.clock)
    #expect(try container.resolve(Journal.self) === journal)
  }

  @Test("Six parameters, and more than six")
  func many() throws {
    let numbers = Container()
    try numbers.register(Int.self, instance: 1).register(Int8.self, instance: 2).register(Int16.self, instance: 3)
      .register(Int32.self, instance: 4).register(Int64.self, instance: 5).register(UInt.self, instance: 6)
      .register(UInt8.self, instance: 7).register(UInt16.self, instance: 8)
      .register(
        String.self, named: "six",
        .wired { (a: Int, b: Int8, c: Int16, d: Int32, e: Int64, f: UInt) in
          "\(a)\(b)\(c)\(d)\(e)\(f)"
        }
      )
      .register(
        String.self, named: "eight",
        .wired { (a: Int, b: Int8, c: Int16, d: Int32, e: Int64, f: UInt, g: UInt8, h: UInt16) in
          "\(a)\(b)\(c)\(d)\(e)\(f)\(g)\(h)"
        }
      )
      .register(String.self, named: "three", .wired { (a: Int, b: Int8, c: Int16) in "\(a)\(b)\(c)" })
      .register(String.self, named: "four", .wired { (a: Int, b: Int8, c: Int16, d: Int32) in "\(a)\(b)\(c)\(d)" })
      .register(String.self, named: "five", .wired { (a: Int, b: Int8, c: Int16, d: Int32, e: Int64) in "\(a)\(b)\(c)\(d)\(e)" })
    for (name, text) in [("three", "123"), ("four", "1234"), ("five", "12345"), ("six", "123456"), ("eight", "12345678")] {
      #expect(try numbers.resolve(String.self, named: Name(name)) == text)
      #expect(numbers.graph().needs(of: AnyKey(String.self, named: Name(name))).count == text.count)
    }
  }

  @Test("Parameters are the declared dependencies, in order, before anything is built")
  func declared() {
    let graph = container.graph()
    #expect(graph.needs(of: AnyKey(Clock.self)) == [])
    #expect(graph.needs(of: AnyKey((any Store).self)).map(\.lastWord) == ["HoldfastTests.Clock"])
    #expect(graph.edges.filter { $0.from == AnyKey(Journal.self) }.map(\.to) == [AnyKey(Clock.self), AnyKey((any Store).self)])
    #expect(graph.edges.allSatisfy { $0.isDeclared && $0.kind == .value })
    #expect(graph.nodes.allSatisfy { !$0.hasInstance })
  }

  @Test("An initializer that throws: its error is the cause")
  func throwing() throws {
    try container.register(Int.self, .wired { (clock: Clock) throws -> Int in throw Outage(reason: "no battery") })
    let error = try failure { try container.resolve(Int.self) }
    #expect(error.code == .factoryFailed)
    #expect(error.underlying as? Outage == Outage(reason: "no battery"))
  }

  @Test("What a wired factory lacks is an error with the path")
  func missing() throws {
    try container.unregister(Clock.self)
    let error = try failure { try container.resolve(Journal.self) }
    #expect(error.code == .notRegistered)
    #expect(error.path == [AnyKey(Journal.self), AnyKey(Clock.self)])
  }

  @Test("An asynchronous initializer, which may throw", .bounded)
  func asynchronous() async throws {
    try container
      .register(Int.self, .asyncWired { (journal: Journal, clock: Clock) async -> Int in journal.clock === clock ? 7 : 0 })
      .register(Double.self, .asyncWired { (number: Int) async throws -> Double in throw Outage(reason: "\(number)") })
      .register(String.self, .asyncWired { () async -> String in "alone" })
    #expect(try failure { try container.resolveNow(Int.self) }.code == .asyncOnly)
    #expect(try await container.resolve(Int.self) == 7)
    #expect(try await container.resolve(String.self) == "alone")
    let error = await #expect(throws: ResolutionError.self) { try await container.resolve(Double.self) }
    #expect(error?.underlying as? Outage == Outage(reason: "7"))
    #expect(container.graph().edges.filter { $0.from == AnyKey(Int.self) }.map(\.to) == [AnyKey(Journal.self), AnyKey(Clock.self)])
  }

  @Test("Keys name the parameters that their types do not tell apart")
  func keys() throws {
    try container.register((any Store).self, named: "cache", .wired(Shelf.init))
      .register(
        [String].self,
        .wired(
          { (first: any Store, second: any Store) in ["\(type(of: first))", "\(type(of: second))"] }, keys: Key(named: "cache"), Key()))
    #expect(try container.resolve([String].self) == ["Shelf", "Disk"])
    #expect(
      container.graph().edges.filter { $0.from == AnyKey([String].self) }.map(\.to) == [
        AnyKey((any Store).self, named: "cache"), AnyKey((any Store).self),
      ])
  }

  @Test("Keys of transients, and of a provider, a lazy reference and an optional")
  func namedKinds() throws {
    try container.register(Int.self, named: "answer", instance: 42)
      .register(
        [Int?].self, scope: .transient,
        .wired(
          { (provider: Provider<Int>, lazy: Lazy<Int>, there: Int?, missing: Int?) in
            [try provider(), try lazy.value(), there, missing]
          }, keys: Key(named: "answer"), Key(named: "answer"), Key(named: "answer"), Key(named: "question")))
    #expect(try container.resolve([Int?].self) == [42, 42, 42, nil])
  }

  @Test("Provider, lazy, factory, optional, array: each gets what it stands for, and says so")
  func kinds() throws {
    try container.register((any Store).self, named: "cache", .wired(Shelf.init))
      .register(String.self, scope: .transient, .factory(taking: Int.self) { _, number in "no. \(number)" })
      .register(Desk.self, .wired(Desk.init))
    let needs = container.graph().edges.filter { $0.from == AnyKey(Desk.self) }
    #expect(needs.map(\.kind) == [.provider, .lazy, .factory, .optional, .optional, .all, .all])
    #expect(
      needs.map(\.to.short) == [
        "Journal", "Journal", "String taking Swift.Int".suffix, "Double", "Clock", "Store", "Store named \"cache\"",
      ])
    let desk = try container.resolve(Desk.self)
    #expect(container.peek(Journal.self) == nil, "a provider, a lazy reference and a factory build nothing")
    #expect(try desk.provider() === desk.lazy.value())
    #expect(try desk.makeLabel(3) == "no. 3")
    #expect(desk.banner == nil)
    #expect(try desk.clock === container.resolve(Clock.self))
    #expect(desk.stores.map { "\(type(of: $0))" } == ["Disk", "Shelf"])
  }

  @Test("An array that is registered itself is meant itself")
  func registeredArray() throws {
    try container.register([Int].self, instance: [1, 2]).register(Int.self, instance: 3)
      .register(String.self, .wired { (numbers: [Int]) in "\(numbers)" })
    #expect(container.graph().dependencies(of: AnyKey(String.self)).edges.map(\.to) == [AnyKey([Int].self)])
    #expect(try container.resolve(String.self) == "[1, 2]")
  }

  @Test("An optional reference and an optional array are there if what they lead to is registered", arguments: [false, true])
  func optionalReferences(isRegistered: Bool) async throws {
    struct References: Sendable {
      let provider: Provider<Int>?
      let lazy: Lazy<Int>?
      let factory: Factory<Int, String>?
      let all: [Int]?
      let twice: Int??
    }
    if isRegistered {
      try container.register(Int.self, instance: 1).register(Int.self, scope: .transient, .factory(taking: String.self) { _, _ in 2 })
    }
    try container.register(References.self, scope: .transient, .wired(References.init))
      .register(
        References.self, named: "asynchronous",
        .asyncWired { (p: Provider<Int>?, l: Lazy<Int>?, f: Factory<Int, String>?, a: [Int]?, t: Int??) async in
          References(provider: p, lazy: l, factory: f, all: a, twice: t)
        })
    #expect(container.problems().map(\.description) == [])
    for name in [nil, "asynchronous" as Name] {
      let references = try await container.resolve(References.self, named: name)
      #expect(try await references.provider?() == (isRegistered ? 1 : nil))
      #expect(try await references.lazy?.value() == (isRegistered ? 1 : nil))
      #expect(try await references.factory?("") == (isRegistered ? 2 : nil))
      #expect(references.all == (isRegistered ? [1] : nil))
      #expect(references.twice.flatMap(\.self) == (isRegistered ? 1 : nil))
    }
  }

  @Test("An asynchronous initializer waits for an optional and for all of a type too", .bounded)
  func asynchronousKinds() async throws {
    try container.register(Int.self, named: "a", .async { _ in 1 }).register(Int.self, named: "b", .async { _ in 2 })
      .register(Double.self, .async { _ in 0.5 })
      .register(String.self, .asyncWired { (half: Double?, numbers: [Int], none: Float?) async in "\(half ?? 0) \(numbers) \(none ?? 0)" })
    #expect(container.problems().map(\.description) == [])
    #expect(try await container.resolve(String.self) == "0.5 [1, 2] 0.0")
  }

  @Test("Every scope can be wired")
  func scopes() throws {
    try container.register(Int.self, scope: .scoped, .wired { (clock: Clock) in 1 })
      .register(Desk.self, named: "cached", scope: .cached("group"), .wired(Desk.init))
      .register(Journal.self, named: "new", scope: .transient, .wired(Journal.init))
      .register(Journal.self, named: "graph", scope: .graph, .wired(Journal.init))
    #expect(try container.resolve(Journal.self, named: "new") !== container.resolve(Journal.self, named: "new"))
    #expect(try container.resolve(Journal.self, named: "graph") !== container.resolve(Journal.self, named: "graph"))
    #expect(try container.withScope { try $0.resolve(Int.self) } == 1)
    #expect(try container.resolve(Desk.self, named: "cached").stores.count == 1)
  }
}

extension String {
  fileprivate var lastWord: String { split(separator: " ").last.map(String.init) ?? "" }
  /// What `AnyKey.short` leaves of it.
  fileprivate var suffix: String { split(separator: ".").last.map(String.init) ?? self }
}
