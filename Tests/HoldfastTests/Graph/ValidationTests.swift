import Holdfast
import HoldfastCompatibility
import HoldfastDiagnostics
import Testing

@Suite("ValidationTests")
struct ValidationTests {
  private let container = Container()

  private var problems: [String] { container.problems().map { "\($0.kind.rawValue): \($0.path.map(\.short).joined(separator: " → "))" } }

  @Test("An empty container is valid, and so is one that says nothing of what it needs")
  func valid() throws {
    try container.validate()
    try container.register(Journal.self) { r in try Journal(clock: r.resolve(), store: r.resolve()) }
    try container.validate()
    try container.validate(roots: [AnyKey(Journal.self)])
  }

  @Test("Every problem is reported at once, each with what, where, path and remedy")
  func all() throws {
    try container.register(Journal.self, .wired(Journal.init))
      .register((any Store).self, .wired(Disk.init))
      .register(Int.self, .wired { (text: String) in text.count })
      .register(String.self, .wired { (number: Int) in "\(number)" })
    let error = try #require(throws: ValidationError.self) { try container.validate(roots: [AnyKey(Journal.self)]) }
    #expect(error.problems.map(\.kind) == [.missing, .missing, .cycle, .unreachable, .unreachable])
    let lines = error.description.split(separator: "\n")
    #expect(lines.first == "5 problems:")
    #expect(lines.count { $0.hasPrefix("  remedy: ") } == 5)
    #expect(lines.count { $0.contains("HoldfastTests/ValidationTests.swift:") } == 5)
    #expect(lines.contains("  path: Swift.Int → Swift.String → Swift.Int"))
  }

  @Test("A forward needs its target, and reaches it")
  func forward() throws {
    try container.forward((any Store).self, to: Disk.self) { $0 }
    #expect(problems == ["missing: Store → Disk"])
    try container.register(Disk.self) { _ in Disk(clock: Clock()) }
    try container.validate(roots: [AnyKey((any Store).self)])
  }

  @Test("A forward that chooses a name reaches every name, of its own type only")
  func forwardByName() throws {
    try container.register(Disk.self, named: "a") { _ in Disk(clock: Clock()) }
      .register(Disk.self, named: "b") { _ in Disk(clock: Clock()) }
      .register(Clock.self, named: "c") { _ in Clock() }
      .forward(Disk.self, toName: { _ in "a" })
    #expect(container.problems(roots: [AnyKey(Disk.self)]).map(\.key) == [AnyKey(Clock.self, named: "c")])
  }

  @Test("The text of one problem")
  func text() throws {
    let line: UInt32 = #line + 1
    try container.register((any Store).self, .wired(Disk.init)).register(Clock.self, named: "utc", .wired(Clock.init))
    let error = try #require(throws: ValidationError.self) { try container.validate() }
    #expect(
      error.description == """
        1 problem:
        HoldfastTests.Store needs HoldfastTests.Clock, which is not registered.
          path: HoldfastTests.Store → HoldfastTests.Clock
          registered at HoldfastTests/ValidationTests.swift:\(line)
          remedy: Register HoldfastTests.Clock, or make the dependency optional; these are registered: \
        HoldfastTests.Clock named "utc" (at HoldfastTests/ValidationTests.swift:\(line)).
        """)
  }

  @Test("Optionals lack nothing; a provider, a lazy reference, a factory and an array do")
  func missing() throws {
    try container.register(Desk.self, .wired(Desk.init))
    #expect(
      problems == ["missing: Desk → Journal", "missing: Desk → Journal", "missing: Desk → Int", "missing: Desk → Store"],
      "provider, lazy reference, factory and array, but not the optionals")
  }

  @Test("A provider and a lazy reference of an Optional need what it wraps, and the remedy names that")
  func missingInOptional() throws {
    try container.register(Int.self, .wired { (journal: Provider<Journal?>) in 1 })
      .register(Int8.self, .wired { (journal: Lazy<Journal?>) in 1 })
    #expect(problems == ["missing: Int → Journal", "missing: Int8 → Journal"])
    let problem = try #require(container.problems().first)
    #expect(problem.message == "Swift.Int needs provider of HoldfastTests.Journal, which is not registered.")
    #expect(problem.remedy == "Register HoldfastTests.Journal, or inject it directly as an Optional.")
    try container.register(Journal.self) { _ in Journal(clock: Clock(), store: Shelf()) }
    try container.validate(roots: [AnyKey(Int.self), AnyKey(Int8.self)])
  }

  @Test("A provider of an Optional is a captive as a provider of what it wraps is")
  func captiveInOptional() throws {
    try container.register(Clock.self, scope: .scoped) { _ in Clock() }.register(Int.self, .wired { (clock: Provider<Clock?>) in 1 })
    #expect(problems == ["captive: Int → Clock"])
  }

  @Test("A reference to a reference, and an Optional of a reference, need what that leads to")
  func referencesInReferences() throws {
    try container.register(Int.self, .wired { (clock: Provider<Lazy<Clock>>) in 1 })
      .register(Int8.self, .wired { (clock: Lazy<Provider<Clock?>?>) in 1 })
      .register(Int16.self, .wired { (clock: Lazy<Clock>?) in 1 })
      .register(Int32.self, .wired { (clocks: [Clock]?) in 1 })
      .register(Int64.self, .wired { (clocks: Provider<[Name: Clock]>) in 1 })
      .declare(UInt.self, needs: .on(Lazy<Clock>.self)).register(UInt.self) { r in UInt("\(try r.resolve(Lazy<Clock>.self))".count) }
    #expect(problems == ["missing: Int → Clock", "missing: Int8 → Clock", "missing: Int64 → Clock", "missing: UInt → Clock"])
    let problem = try #require(container.problems().first)
    #expect(problem.message == "Swift.Int needs provider of HoldfastTests.Clock, which is not registered.")
    #expect(problem.remedy == "Register HoldfastTests.Clock, or make the dependency optional.")
    // Each is found by the key that wired it.
    try container.register(Clock.self) { _ in Clock() }
    try container.validate()
    let needing: [AnyKey] = [AnyKey(Int.self), AnyKey(Int8.self), AnyKey(Int16.self), AnyKey(Int32.self), AnyKey(UInt.self)]
    for root in needing {
      #expect(!container.problems(roots: [root]).contains { $0.key == AnyKey(Clock.self) }, "\(root)")
    }
    for type in [Int.self, Int8.self, Int16.self, Int32.self, Int64.self, UInt.self] as [Any.Type] {
      _ = try container.resolve(AnyKey(type), as: Any.self)
    }
  }

  @Test("A reference to a reference is that reference where one is registered")
  func registeredReference() throws {
    try container.register(Int.self, .wired { (clock: Provider<Lazy<Clock>>) in 1 })
    try container.register(Lazy<Clock>.self) { r in r.lazy() }
    #expect(problems == [])
    #expect(container.problems(roots: [AnyKey(Int.self)]).isEmpty)
  }

  @Test("A scope's value is no captive of a reference's Optional any less")
  func captiveInReference() throws {
    try container.register(Clock.self, scope: .scoped) { _ in Clock() }
      .register(Int.self, .wired { (clock: Lazy<Clock>?) in 1 })
      .register(Int8.self, .wired { (clock: Provider<Lazy<Clock>>) in 1 })
    #expect(problems == ["captive: Int → Clock", "captive: Int8 → Clock"])
  }

  @Test("A cycle is closed by an Optional, and not by an Optional of a reference")
  func cyclesThroughOptionals() throws {
    try container.register(Int.self, .wired { (text: String?) in 1 }).register(String.self, .wired { (number: Lazy<Int>?) in "" })
    #expect(problems == [])
    try container.register(String.self, .wired { (number: Int?) in "" })
    #expect(container.problems().map(\.kind).contains(.cycle))
  }

  @Test("Nothing is missing that a parent has")
  func parent() throws {
    try container.register(Clock.self, .wired(Clock.init))
    let child = Container(parent: container)
    try child.register((any Store).self, .wired(Disk.init))
    try child.validate()
  }

  @Test("What comes nearest is named: another name, a protocol for its type, another case")
  func nearest() throws {
    try container.register(Disk.self, named: "d", .wired { (store: Store2) in fatalError("not built") })
      .register((any Store2Protocol).self, .wired { () -> any Store2Protocol in fatalError("not built") })
      .register(STORE2.self, instance: STORE2())
    let problem = try #require(container.problems().first)
    #expect(container.problems().count == 1)
    #expect(problem.remedy.contains("HoldfastTests.STORE2 (at "), "\(problem.remedy)")
  }

  @Test("A dependency on oneself is a cycle of one")
  func itself() throws {
    try container.register(Int.self, .wired { (number: Int) in number })
    #expect(problems == ["cycle: Int → Int"])
    #expect(container.problems().first?.message == "Building Swift.Int needs Swift.Int itself.")
    try container.register(Int.self, .wired { (a: Int8) in 1 }).register(Int8.self, .wired { (b: Int16) in 1 })
      .register(Int16.self, .wired { (c: Int) in 1 })
    #expect(container.problems().first?.message == "Swift.Int, Swift.Int8 and Swift.Int16 need each other to be built.")
  }

  @Test("Of a tangle the shortest cycle is shown, once; two tangles are two problems")
  func tangle() throws {
    try container
      .register(Int.self, .wired { (b: Int8, c: Int16) in 1 })
      .register(Int8.self, .wired { (c: Int16) in 1 })
      .register(Int16.self, .wired { (a: Int) in 1 })
      .register(String.self, .wired { (other: Double) in "" })
      .register(Double.self, .wired { (other: String) in 1 })
    #expect(problems == ["cycle: Int → Int16 → Int", "cycle: String → Double → String"])
  }

  @Test("A provider, a lazy reference or a factory breaks a cycle; an optional and an array do not")
  func brokenCycle() throws {
    try container.register(Journal.self) { _ in Journal(clock: Clock(), store: Shelf()) }
      .register(String.self, scope: .transient, .factory(taking: Int.self) { _, _ in "" })
    for kind in [DeclaredDependency.Kind.provider, .lazy] {
      try container.declare(Journal.self, needs: .on(Clock.self)).register(Clock.self) { _ in Clock() }
        .declare(Clock.self, needs: .on(Journal.self, as: kind))
      #expect(container.problems().filter { $0.kind == .cycle }.isEmpty)
    }
    for kind in [DeclaredDependency.Kind.value, .optional, .all] {
      try container.declare(Clock.self, needs: .on(Journal.self, as: kind))
      #expect(container.problems().filter { $0.kind == .cycle }.map(\.path.count) == [3], "\(kind)")
    }
  }

  @Test("A cycle through all of a type")
  func cycleThroughAll() throws {
    try container.register(Desk.self, .wired(Desk.init)).register((any Store).self, named: "a", .wired(Shelf.init))
      .register(String.self, scope: .transient, .factory(taking: Int.self) { _, _ in "" })
      .register(Journal.self) { _ in Journal(clock: Clock(), store: Shelf()) }
      .register((any Store).self, named: "b", .wired { (desk: Desk) -> any Store in fatalError("not built") })
    #expect(problems == ["cycle: Desk → Store named \"b\" → Desk"])
  }

  @Test("Where an injector is at hand, the remedy names it")
  func injector() throws {
    final class Node: Sendable {}
    try container.register(Node.self, .wired { (other: Journal) in Node() })
      .register(Journal.self, .wired { (node: Node) in Journal(clock: Clock(), store: Shelf()) })
    #expect(container.problems().first?.remedy.contains("injector of") == true)
  }

  @Test("An asynchronous dependency may be awaited, provided, or resolved by an asynchronous factory")
  func asynchronous() throws {
    try container.register(Int.self, .asyncWired { () async in 1 })
      .register(String.self, .wired { (number: Provider<Int>) in "" })
      .register(Double.self, .asyncWired { (number: Int) async in 1 })
    try container.validate()
    try container.register(Float.self, .wired { (number: Int?) in 1 })
    #expect(problems == ["asynchronous: Float → Int"])
  }

  @Test("An asynchronous dependency among all of a type")
  func asynchronousAmongAll() throws {
    try container.register(Int.self, named: "a", instance: 1).register(Int.self, named: "b", .asyncWired { () async in 2 })
      .register(String.self, .wired { (numbers: [Int]) in "\(numbers)" })
    #expect(problems == ["asynchronous: String → Int named \"b\""])
  }

  @Test("On the main actor main-actor values are at hand, asynchronous ones are not")
  func isolation() throws {
    try container.register(Int.self, .mainActor { _ in 1 }).register(Int8.self, .mainActor { _ in 1 }).declare(
      Int8.self, needs: .on(Int.self))
    try container.validate()
    try container.register(Double.self, .async { _ in 1 }).declare(Int8.self, needs: .on(Int.self), .on(Double.self))
    #expect(problems == ["asynchronous: Int8 → Double"])
    try container.register(String.self, .wired { (number: Int) in "\(number)" })
    #expect(problems == ["asynchronous: Int8 → Double", "isolation: String → Int"])
  }

  @Test("A learned edge is validated like a declared one")
  func learned() throws {
    try container.register(Clock.self) { _ in Clock() }.register((any Store).self) { r in try Disk(clock: r.resolve()) }
    _ = try container.resolve((any Store).self)
    try container.validate()
    try container.unregister(Clock.self)
    #expect(problems == ["missing: Store → Clock"])
  }

  @Test("Roots keep what they need, all of a type and factories included")
  func roots() throws {
    try container.register(Desk.self, .wired(Desk.init)).register(Journal.self, .wired(Journal.init)).register(
      Clock.self, .wired(Clock.init)
    )
    .register((any Store).self, .wired(Shelf.init)).register((any Store).self, named: "other", .wired(Shelf.init))
    .register(String.self, scope: .transient, .factory(taking: Int.self) { _, _ in "" })
    try container.validate(roots: [AnyKey(Desk.self)])
    #expect(container.problems(roots: [AnyKey(Journal.self)]).map(\.key.short) == ["Desk", "Store named \"other\"", "Int"])
  }

  @Test("A registration that was taken back is no duplicate; one on the same line is")
  func duplicates() throws {
    for _ in 0..<3 { try container.register(Int.self, instance: 1) }
    #expect(problems == ["duplicate: Int"])
    try container.register(Int.self, instance: 2)
    #expect(problems == ["duplicate: Int"])
    try container.unregister(Int.self)
    try container.register(Int.self, instance: 3)
    try container.validate()
  }

  @Test("A singleton that may ask for a scoped value later is a captive too, through a transient as well", arguments: [true, false])
  func deferredCaptive(_ isDirect: Bool) throws {
    try container.register(Clock.self, scope: .scoped) { _ in Clock() }
    if isDirect {
      try container.register(
        Int.self,
        .wired { (clock: Provider<Clock>) in
          _ = try clock()
          return 1
        })
      #expect(problems == ["captive: Int → Clock"])
    } else {
      try container.register(String.self, scope: .transient, .wired { (clock: Lazy<Clock>) in "\(try clock.value())" })
        .register(Int.self, .wired { (text: Provider<String>) in try text().count })
      #expect(problems == ["captive: Int → String → Clock"])
    }
    #expect(container.problems().first?.message.hasSuffix("lives in a scope, so asking for it outside a scope always fails.") == true)
    // It is as the validation says, inside a scope too.
    let error = try container.withScope { scope in try failure { try scope.resolve(Int.self) } }
    #expect(error.code == .outsideScope)
    try container.register(Int.self, scope: .scoped) { _ in 1 }
    #expect(container.problems().allSatisfy { $0.kind == .duplicate })
  }

  @Test("A declaration goes with the registration it spoke of")
  func staleDeclaration() throws {
    func declared() -> Int { container.graph().edges.count }
    try container.declare(Int.self, needs: .on(Clock.self)).register(Int.self) { _ in 1 }
    #expect(declared() == 1, "it may come first")
    container.withOverrides({ $0.register(Int.self) { _ in 2 } }) { #expect(declared() == 0) }
    container.withOverrides({ $0.register(String.self) { _ in "" } }) { #expect(declared() == 1) }
    try container.register(Int.self) { _ in 3 }
    #expect(declared() == 0)
    try container.registerAll { $0.declare(Int.self, needs: .on(Clock.self)).register(Int.self) { _ in 4 } }
    #expect(declared() == 1, "in a batch, too")
    try container.unregister(Int.self)
    try container.register(Int.self) { _ in 5 }
    #expect(declared() == 0)
  }

  @Test("What is registered anew, outside an assembly, is not the assembly's any more")
  func assembly() throws {
    struct Numbers: Assembly {
      func register(in batch: Batch) { batch.register(Int.self, instance: 1).register(Int8.self, instance: 1) }
    }
    try container.apply(Numbers())
    func owners() -> [String?] { container.graph().nodes.map(\.assembly) }
    #expect(owners() == ["Numbers", "Numbers"])
    try container.register(Int.self, instance: 2)
    #expect(owners() == ["Numbers", nil])
    try container.unregister(Int8.self)
    try container.register(Int8.self, instance: 2)
    #expect(owners() == [nil, nil])
  }

  @Test("Of more than two places all are named, each once")
  func duplicatesOfMany() throws {
    func register(_ number: Int) throws { try container.register(Int.self, instance: number) }
    try register(1)
    try container.register(Int.self, instance: 2)
    try register(3)
    try container.register(Int.self, instance: 4)
    let line = #line - 5
    let problem = try #require(container.problems().first)
    let places = [line + 4, line, line + 2].map { "HoldfastTests/ValidationTests.swift:\($0)" }
    #expect(problem.sites.map(\.description) == places)
    #expect(
      problem.message
        == "Swift.Int is registered at 3 places; the registration at \(places[0]) replaced the ones at \(places[1]) and \(places[2]).")
  }

  @Test("What a duplicate replaced is named in order, whatever else its batch brings", arguments: [false, true])
  func firstReplaced(injects: Bool) throws {
    try container.register(Int.self, line: 1, instance: 1)
    try container.registerAll { batch in
      batch.register(Int.self, line: 2, instance: 2)
      batch.register(Int.self, line: 3, instance: 3)
      if injects { batch.registerInjector(Desk.self) { _, _ in } }
    }
    #expect(container.problems(roots: []).map { $0.sites.map(\.line) } == [[3, 1, 2]])
  }

  @Test("Inside an override the layer is what is validated")
  func layers() throws {
    try container.register((any Store).self, .wired(Disk.init))
    #expect(problems == ["missing: Store → Clock"])
    let overrides: (Batch) -> Void = { $0.register((any Store).self, .wired(Shelf.init)) }
    try container.withOverrides(overrides) { try container.validate() }
    #expect(problems == ["missing: Store → Clock"])
  }
}

struct Store2 {}
struct STORE2 {}
protocol Store2Protocol: Sendable {}
