import Holdfast
import HoldfastCompatibility
import HoldfastDiagnostics
import Testing

/// What the validation says of injectors and decorators, and which injector holds for what.
@Suite("Injectors and decorators")
struct InjectorTests {
  private let container = Container()

  private func problems() -> [String] { container.problems().map { "\($0.kind.rawValue): \($0.key.short)" } }

  @Test("A second injector of a type replaces the first, and validation names both places")
  func replaced() throws {
    let line = UInt32(#line) + 1
    try container.registerInjector(Crate.self) { crate, _ in crate.note("first") }
    try container.validate()
    try container.register(Crate.self) { _ in Crate() }
      .registerInjector(Crate.self) { crate, _ in crate.note("second") }
    #expect(try container.resolve(Crate.self).notes == ["second"], "the last one registered wins")
    let problem = try #require(container.problems().first)
    #expect(container.problems().count == 1)
    #expect(problem.kind == .duplicate && problem.key == AnyKey(Crate.self))
    #expect(problem.sites.map(\.line) == [line + 3, line])
    #expect(problem.message.contains("injector"))
    for site in problem.sites { #expect(problem.description.contains("\(site)")) }
  }

  @Test("In a batch too; the same place again, and a decorator beside an injector, are no problem")
  func notReplaced() throws {
    try container.register(Crate.self) { _ in Crate() }
    for _ in 0..<3 {
      try container.registerInjector(Crate.self) { crate, _ in crate.note("again") }
        .decorate(Crate.self) { crate, _ in crate }
    }
    try container.validate()
    try container.registerAll {
      $0.registerInjector(Crate.self) { _, _ in }
        .registerInjector(Crate.self) { _, _ in }
    }
    #expect(container.problems().map(\.sites.count) == [3])
    try container.withOverrides({ $0.registerInjector(Crate.self) { crate, _ in crate.note("override") } }) { () throws in
      #expect(try container.resolve(Crate.self).notes == ["override"])
      #expect(container.problems().isEmpty, "a layer stands in front, it replaces nothing")
    }
  }

  @Test("Where duplicates are refused the first injector stays")
  func rejected() throws {
    let container = Container(duplicates: .reject)
    try container.register(Crate.self) { _ in Crate() }.registerInjector(Crate.self) { crate, _ in crate.note("first") }
    let error = try failure { try container.registerInjector(Crate.self) { crate, _ in crate.note("second") } }
    #expect(error.code == .duplicateInjector)
    #expect(try container.resolve(Crate.self).notes == ["first"])
    try container.validate()
  }

  @Test("The injector of a name takes the place of the type's, for that name alone", arguments: [false, true])
  func named(isAsynchronous: Bool) async throws {
    for name: Name? in [nil, "mine", "other"] {
      if isAsynchronous {
        try container.register(Crate.self, named: name, .async { _ in Crate() })
      } else {
        try container.register(Crate.self, named: name, scope: .transient) { _ in Crate() }
      }
    }
    // Before the injectors come, so that the way to a transient has to change.
    if !isAsynchronous { _ = try container.resolveNow(Crate.self, named: "mine") }
    try container.registerInjector(Crate.self, named: "mine") { crate, _ in crate.note("mine") }
      .decorate(Crate.self) { crate, _ in
        crate.note("decorated")
        return crate
      }
    #expect(try await container.resolve(Crate.self, named: "other").notes == ["decorated"])
    try container.registerInjector(Crate.self) { crate, _ in crate.note("type") }
    try container.resetAll()
    #expect(try await container.resolve(Crate.self).notes == ["decorated", "type"])
    #expect(try await container.resolve(Crate.self, named: "mine").notes == ["decorated", "mine"])
    #expect(try await container.resolve(Crate.self, named: "other").notes == ["decorated", "type"])
    try container.validate()

    let (mine, other) = (Crate(), Crate())
    #expect(try container.inject(into: mine, named: "mine"))
    #expect(try container.inject(into: other, named: "unknown"))
    #expect(mine.notes == ["mine"] && other.notes == ["type"])
    let line = UInt32(#line) + 1
    try container.registerInjector(Crate.self, named: "mine") { crate, _ in crate.note("again") }
    let problem = try #require(container.problems().first)
    #expect(problem.kind == .duplicate && problem.key == AnyKey(Crate.self, named: "mine") && problem.sites[0].line == line)
  }

  @Test("An object whose own class has only a decorator, or only an injector of a name, gets its superclass's injector")
  func superclass() throws {
    class Base {
      var isInjected = false
    }
    final class Derived: Base {}
    try container.registerInjector(Base.self) { base, _ in base.isInjected = true }
      .decorate(Derived.self) { derived, _ in derived }
      .registerInjector(Derived.self, named: "special") { _, _ in }
    let object = Derived()
    #expect(try container.inject(intoAny: object))
    #expect(object.isInjected)
  }

  @Test("An injector of a type without a factory is for objects made elsewhere; a decorator needs one")
  func withoutFactory() throws {
    try container.registerInjector(Crate.self) { crate, _ in crate.note("injected") }
    try container.validate()
    let crate = Crate()
    #expect(try container.inject(into: crate))
    #expect(crate.notes == ["injected"])
    let line = UInt32(#line) + 1
    try container.decorate((any Boxed).self) { boxed, _ in boxed }
    let problem = try #require(container.problems().first)
    #expect(container.problems().count == 1)
    #expect(problem.kind.rawValue == "unused" && problem.key == AnyKey((any Boxed).self))
    #expect(problem.sites.map(\.line) == [line])
    try container.register((any Boxed).self, named: "any name") { _ in Crate() }
    try container.validate()
  }

  @Test("A decorator of what only forwards provide never runs, and the remedy names their target")
  func forwardOnly() throws {
    try container.register(Crate.self) { _ in Crate() }.forward((any Boxed).self, to: Crate.self) { $0 }
      .decorate((any Boxed).self) { _, _ in Crate() }
    #expect(problems() == ["unused: Boxed"])
    let problem = try #require(container.problems().first)
    #expect(problem.remedy.contains("HoldfastTests.Crate") || problem.remedy.contains(AnyKey(Crate.self).description))
    // As the remedy says.
    let other = Container()
    try other.register(Crate.self) { _ in Crate() }.forward((any Boxed).self, to: Crate.self) { $0 }
      .decorate(Crate.self) { crate, _ in
        crate.note("decorated")
        return crate
      }
    try other.validate()
    #expect(try other.resolve((any Boxed).self).crate.notes == ["decorated"])
    // What is made from arguments is decorated as well.
    try container.register((any Boxed).self, scope: .transient, .factory(taking: Int.self) { _, _ in Crate() })
    try container.validate()
  }

  @Test("A decorator of a name runs for that name only, after the type's, and leaves the type's injector")
  func decoratorOfAName() throws {
    func noting(_ text: String) -> @Sendable (Crate, FactoryResolver) -> Crate {
      { crate, _ in
        crate.note(text)
        return crate
      }
    }
    try container.register(Crate.self) { _ in Crate() }.register(Crate.self, named: "big", scope: .transient) { _ in Crate() }
      .decorate(Crate.self, named: "big", noting("big")).decorate(Crate.self, noting("any"))
      .registerInjector(Crate.self) { crate, _ in crate.note("injected") }
    #expect(try container.resolve(Crate.self).notes == ["any", "injected"])
    #expect(try container.resolve(Crate.self, named: "big").notes == ["any", "big", "injected"])
    try container.withOverrides({ $0.decorate(Crate.self, named: "big", noting("test")) }) { () throws in
      #expect(try container.resolve(Crate.self, named: "big").notes == ["any", "big", "test", "injected"])
    }
    try container.validate()
    try container.decorate(Crate.self, named: "small", noting("small"))
    #expect(problems() == ["unused: Crate named \"small\""])
  }
}

private protocol Boxed: Sendable {
  var crate: Crate { get }
}

private final class Crate: Boxed, @unchecked Sendable {  // unchecked: used on one thread
  private(set) var notes: [String] = []
  var crate: Crate { self }

  func note(_ text: String) { notes.append(text) }
}
