import Foundation
import Holdfast
import Testing

/// Collections, one instance under several types, decorators, and the caches of what is made from arguments.
@Suite("Composition")
struct CompositionTests {
  private let container = Container()
  private let ledger = Ledger()

  // MARK: All of a type

  @Test("All registrations of a type come in the order of registration, named or not")
  func resolveAll() throws {
    for name: Name? in ["z", nil, "a", "m"] {
      try container.register((any Plugin).self, named: name) { [ledger] _ in
        _ = ledger.begin(name ?? "none")
        return Tool(name?.text ?? "none")
      }
    }
    try container.register(Tool.self, instance: Tool("not an `any Plugin`"))
    try container.decorate((any Plugin).self) { plugin, _ in plugin }
    let all = try container.resolveAll((any Plugin).self)
    #expect(all.map(\.title) == ["z", "none", "a", "m"])
    #expect(try all[2] === container.resolve((any Plugin).self, named: "a"))
    let again: [any Plugin] = try container.resolveAll()
    #expect(zip(all, again).allSatisfy { $0 === $1 })
    #expect((["z", "none", "a", "m"] as [Name]).allSatisfy { ledger.builds($0) == 1 })
    #expect(try container.resolveAll(Int.self).isEmpty)

    try container.register((any Plugin).self, named: "z", instance: Tool("new"))
    #expect(try container.resolveAll((any Plugin).self).map(\.title) == ["none", "a", "m", "new"])
    try container.register((any Plugin).self, named: "broken") { _ in throw TimedOut(what: "never") }
    #expect(try failure { try container.resolveAll((any Plugin).self) }.key == AnyKey((any Plugin).self, named: "broken"))
  }

  @Test("The parent's registrations come in front, unless asked not to, without those that are shadowed")
  func resolveAllWithParent() throws {
    let child = Container(parent: Container(parent: container))
    for name: Name in ["one", "two"] { try container.register((any Plugin).self, named: name, instance: Tool("parent's \(name.text)")) }
    for name: Name in ["two", "three"] { try child.register((any Plugin).self, named: name, instance: Tool("child's \(name.text)")) }
    #expect(try child.resolveAll((any Plugin).self, includingParent: false).map(\.title) == ["child's two", "child's three"])
    let all = try child.resolveAll((any Plugin).self)
    #expect(all.map(\.title) == ["parent's one", "child's two", "child's three"])
    #expect(try all[0] === container.resolve((any Plugin).self, named: "one"))
    #expect(try container.resolveAll((any Plugin).self, includingParent: true).count == 2)
  }

  @Test("All of a type, asked for by a factory, share its graph")
  func resolveAllInAGraph() throws {
    try container
      .register(Document.self, scope: .graph) { [ledger] _ in Document("\(ledger.begin("document"))") }
      .register(Document.self, named: "other", scope: .graph) { [ledger] _ in Document("\(ledger.begin("other"))") }
      .register([Document].self, scope: .transient) { r in
        var documents = try r.resolveAll(Document.self)
        documents.append(try r.resolve())
        return documents
      }
    let documents = try container.resolve([Document].self)
    #expect(documents.count == 3)
    #expect(documents[0] === documents[2] && documents[0] !== documents[1])
    #expect(ledger.builds("document") == 1 && ledger.builds("other") == 1)
  }

  // MARK: One instance under several types

  @Test("One instance under several types, and names, whatever its scope")
  func forwarding() throws {
    try container
      .register(Tool.self, named: "impl") { [ledger] _ in Tool("\(ledger.begin("tool"))") }
      .forward((any Plugin).self, to: Tool.self, targetNamed: "impl") { $0 }
      .forward(AnyObject.self, named: "alias", to: Tool.self, targetNamed: "impl") { $0 }
      .forward(String.self, to: (any Plugin).self) { $0.title }
    let tool = try container.resolve(Tool.self, named: "impl")
    #expect(try container.resolve((any Plugin).self) === tool)
    #expect(try container.resolve(AnyObject.self, named: "alias") === tool)
    #expect(try container.resolve(String.self) == "1")
    #expect(ledger.builds("tool") == 1)
    try container.reset(Tool.self, named: "impl")
    #expect(try container.resolve((any Plugin).self) !== tool, "the forward keeps nothing")
    #expect(try container.resolve(String.self) == "2")

    try container
      .register(Document.self, scope: .graph) { [ledger] _ in Document("\(ledger.begin("document"))") }
      .forward((any Printable).self, to: Document.self) { $0 }
      .register((Document, any Printable).self, scope: .transient) { r in
        let pair: (Document, any Printable)
        pair.0 = try r.resolve()
        pair.1 = try r.resolve()
        return pair
      }
    let pair = try container.resolve((Document, any Printable).self)
    #expect(pair.0 === pair.1)
    #expect(ledger.builds("document") == 1)
    let error = try failure { try container.forward(Int.self, to: Double.self) { Int($0) }.resolve(Int.self) }
    #expect(error.code == .notRegistered)
    #expect(error.path == [AnyKey(Int.self), AnyKey(Double.self)])
  }

  // MARK: Decorators

  @Test("Decorators run in order, once for each built instance, before the injector", arguments: [false, true])
  func decorators(first: Bool) throws {
    func register() throws {
      try container.register((any Plugin).self) { [ledger] _ in Tool("\(ledger.begin("tool"))") }
      try container.register(Document.self, scope: .transient) { [ledger] _ in Document("\(ledger.begin("document"))") }
    }
    func decorate() throws {
      try container
        .register(Int.self, instance: 7)
        .decorate((any Plugin).self) { [ledger] plugin, r in
          _ = ledger.begin("first")
          return Wrapper(plugin, "a\(try r.resolve(Int.self))")
        }
        .registerInjector(Document.self) { document, _ in document.title += " injected" }
        .decorate((any Plugin).self) { [ledger] plugin, _ in
          _ = ledger.begin("second")
          return Wrapper(plugin, "b")
        }
        .decorate(Document.self) { document, _ in
          document.title += " decorated"
          return document
        }
    }
    // In either order: a decorator also holds for what was registered before it.
    if first { try decorate() }
    try register()
    if !first { try decorate() }
    let plugin = try container.resolve((any Plugin).self)
    #expect(plugin.title == "b(a7(1))")
    #expect(try container.resolve((any Plugin).self) === plugin)
    for name: Name in ["tool", "first", "second"] { #expect(ledger.builds(name) == 1) }
    try container.reset((any Plugin).self)
    #expect(try container.resolve((any Plugin).self).title == "b(a7(2))")
    #expect(ledger.builds("first") == 2)
    #expect(try container.resolve(Document.self).title == "1 decorated injected")
    #expect(try container.resolve(Document.self).title == "2 decorated injected")
  }

  @Test("A decorator that throws fails the build, and what it was given is not kept")
  func brokenDecorator() throws {
    try container
      .register((any Plugin).self) { [ledger] _ in Tool("\(ledger.begin("tool"))") }
      .decorate((any Plugin).self) { [ledger] plugin, _ in
        if ledger.begin("decorator") == 1 { throw TimedOut(what: "once") }
        return Wrapper(plugin, "a")
      }
    let error = try failure { try container.resolve((any Plugin).self) }
    #expect(error.code == .factoryFailed)
    #expect(error.underlying is TimedOut)
    #expect(container.peek((any Plugin).self) == nil)
    #expect(try container.resolve((any Plugin).self).title == "a(2)")
  }

  // MARK: A class that the compiler does not let us share

  @Test("A legacy class is shared by a word that is easy to find")
  func unchecked() throws {
    try container.register(Document.self, scope: .unchecked(.singleton)) { [ledger] _ in Document("\(ledger.begin("document"))") }
    try container.register(Document.self, named: "cached", scope: .unchecked(.cached("legacy"))) { [ledger] _ in
      Document("\(ledger.begin("cached"))")
    }
    let document = try container.resolve(Document.self)
    document.title = "changed"
    #expect(try container.resolve(Document.self) === document)
    let cached = try container.resolve(Document.self, named: "cached")
    container.reset(group: "legacy")
    #expect(try container.resolve(Document.self, named: "cached") !== cached)
    #expect([ledger.builds("document"), ledger.builds("cached")] == [1, 2] as [Int])
    // One injector for what is shared, run once.
    try container.registerInjector(Document.self) { document, _ in document.title += " injected" }
    try container.reset(Document.self)
    #expect(try container.resolve(Document.self).title == "2 injected")
    #expect(try container.resolve(Document.self).title == "2 injected")
  }

  // MARK: Types of one name

  @Test("Types of one name in two places, and in two modules, do not collide")
  func sameName() throws {
    try container
      .register(App.Config.self) { [ledger] _ in App.Config(number: ledger.begin("app")) }
      .register(Network.Config.self) { [ledger] _ in Network.Config(number: -ledger.begin("network")) }
      .register(DateInterval.self, instance: DateInterval(text: "ours"))
      .register(Foundation.DateInterval.self, instance: Foundation.DateInterval(start: .distantPast, duration: 60))
    #expect(String(describing: DateInterval.self) == String(describing: Foundation.DateInterval.self))
    #expect(try container.resolve(App.Config.self).number == 1)
    #expect(try container.resolve(Network.Config.self).number == -1)
    #expect(try container.resolve(DateInterval.self).text == "ours")
    #expect(try container.resolve(Foundation.DateInterval.self).duration == 60)
    try container.registerInjector(App.Config.self) { _, _ in }
    #expect(try !container.inject(into: Network.Config(number: 0)))
    #expect(try container.inject(into: App.Config(number: 0)))
    try container.unregister(DateInterval.self)
    let error = try failure { try container.resolve(DateInterval.self) }
    #expect("\(error)".contains(".DateInterval (at "), "it names the other one")
  }
}

// MARK: What the tests build

private protocol Plugin: AnyObject, Sendable {
  var title: String { get }
}

private final class Tool: Plugin {
  let title: String

  init(_ title: String) { self.title = title }
}

private final class Wrapper: Plugin {
  let title: String

  init(_ plugin: any Plugin, _ label: String) { title = "\(label)(\(plugin.title))" }
}

private protocol Printable: AnyObject {
  var title: String { get }
}

private final class Document: Printable {
  var title: String

  init(_ title: String) { self.title = title }
}

private enum App {
  final class Config: Sendable {
    let number: Int

    init(number: Int) { self.number = number }
  }
}

private enum Network {
  final class Config: Sendable {
    let number: Int

    init(number: Int) { self.number = number }
  }
}

/// Of the same name as one of Foundation's types.
struct DateInterval: Sendable {
  let text: String
}
