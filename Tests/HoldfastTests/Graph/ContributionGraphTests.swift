import Holdfast
import HoldfastDiagnostics
import Testing

protocol ShownPlugin: Sendable {}
private struct Own: ShownPlugin {}
private struct Host: Sendable {
  let plugins: [any ShownPlugin]
}

@Suite("What is shown and said of contributions")
struct ContributionGraphTests {
  private static func made() throws -> Container {
    try Container { batch in
      batch.contribute(Own.self) { _ in Own() }
      batch.contribute(Own.self, named: "mail") { _ in Own() }
      batch.contribute(Own.self, id: "search") { _ in Own() }
      batch.contribute(Own.self, named: "mail", id: "say \"hi\" to 7") { _ in Own() }
      batch.register(Own.self, named: "plain") { _ in Own() }
      batch.register([Own].self, named: "all", .wired { (all: [Own]) in all })
    }
  }

  private static let shown = [
    "Own (contributed)", #"Own (contributed to "mail")"#, #"Own (contributed as "search")"#,
    #"Own (contributed to "mail" as "say \"hi\" to 7")"#, #"Own named "plain""#,
  ]

  @Test("keys, errors, graphs and drawings show the name and the identity of a contribution")
  func shown() throws {
    let container = try Self.made()
    let keys = container.keys().map(\.description)
    for text in Self.shown {
      #expect(keys.contains { $0.hasSuffix(text) }, "\(text)")
      #expect(container.graph().nodes.contains { "\($0.key)".hasSuffix(text) })
      #expect(container.graph().text.contains(text))
      #expect(container.graph().dot.contains(text.replacing("\\", with: "\\\\").replacing("\"", with: "\\\"")))
      #expect(container.graph().mermaid.contains(text.replacing("\"", with: "#quot;")))
    }
  }

  @Test("problems and events name the contribution that they are about, by its name and identity")
  func problems() throws {
    let container = try Container { batch in
      batch.contribute(Host.self, named: "mail", id: "search", .wired(Host.init(plugins:)))
      batch.contribute(Host.self, named: "mail") { r in
        _ = try r.resolve(Own.self)
        return Host(plugins: [])
      }
    }
    let timeline = BuildTimeline(of: container)
    #expect(container.problems().contains { $0.message.contains(#"Host (contributed to "mail" as "search") needs all of"#) })
    let error = try failure { try container.resolveAll(Host.self) }
    #expect("\(error)".contains(#"Host (contributed to "mail")"#))
    let json = timeline.chromeTrace
    #expect(json.contains(#"Host (contributed to \"mail\")"#), "\(json)")
    #expect(container.problems().contains { $0.message.contains(#"Host (contributed to "mail") needs"#) })
  }

  // MARK: An array that is registered beside contributions

  @Test("An array that is registered beside contributions is a problem, as it has none of them, and what the remedy says works")
  func hidden() throws {
    for name in [nil, "mail"] as [Name?] {
      for isFirst in [false, true] {
        let container = Container()
        func register() throws { try container.register([any ShownPlugin].self, named: name, instance: [Own()]) }
        if isFirst { try register() }
        try container.contribute((any ShownPlugin).self, named: name) { _ in Own() }
          .contribute((any ShownPlugin).self, named: name) { _ in Own() }
        if !isFirst { try register() }
        #expect(try container.resolveNow([any ShownPlugin].self, named: name).count == 1)
        let problem = try #require(container.problems().first)
        #expect(container.problems().count == 1)
        #expect(problem.kind == .unused && problem.key == AnyKey([any ShownPlugin].self, named: name))
        #expect(problem.sites.count == 3 && Set(problem.sites).count == 3)
        let label = name.map { ", named: \($0)" } ?? ""
        #expect(problem.remedy.contains("contribute((any ShownPlugin).self\(label))"), "\(problem)")
        #expect(problem.message.contains("2"), "\(problem)")
        _ = try container.unregister([any ShownPlugin].self, named: name)
        try container.contribute((any ShownPlugin).self, named: name, instance: Own())
        #expect(container.problems().isEmpty)
        #expect(try container.resolveNow([any ShownPlugin].self, named: name).count == 3)
        // What else the remedy says.
        if let name {
          #expect(problem.remedy.contains(#".wired({ (all: [any ShownPlugin]) in … }, keys: Key(named: "mail"))"#), "\(problem)")
          try container.register([any ShownPlugin].self, named: name, .wired({ (all: [any ShownPlugin]) in all }, keys: Key(named: name)))
        } else {
          #expect(problem.remedy.contains("r.resolveAll((any ShownPlugin).self)"), "\(problem)")
          try container.register([any ShownPlugin].self) { r in try r.resolveAll((any ShownPlugin).self) }
        }
        #expect(try container.resolveNow([any ShownPlugin].self, named: name).count == 3)
        #expect(container.problems().isEmpty, "\(container.problems())")
      }
    }
  }

  @Test("An array that is made of the contributions is no problem, and has them")
  func collecting() throws {
    let makings: [Making<[any ShownPlugin]>] = [
      .wired { (all: [any ShownPlugin]) in all.reversed() }, .factory { r in try r.resolveAll((any ShownPlugin).self).reversed() },
    ]
    for (index, making) in makings.enumerated() {
      let container = try Container { batch in
        batch.contribute((any ShownPlugin).self) { _ in Own() }
        batch.register([any ShownPlugin].self, making)
        batch.register(Host.self, .wired(Host.init(plugins:)))
        batch.contribute((any ShownPlugin).self) { _ in Own() }
      }
      // What a closure asks for is not known before it has run.
      #expect(container.problems().map(\.kind) == (index == 0 ? [] : [.unused]), "\(container.problems())")
      #expect(try container.resolve(Host.self).plugins.count == 2)
      #expect(container.problems().isEmpty, "\(container.problems())")
      #expect(container.graph().edges.filter { $0.from == AnyKey([any ShownPlugin].self) }.count == 2)
      #expect(container.problems(roots: [AnyKey(Host.self)]).isEmpty)
    }
  }

  @Test("An array that replaces the collection of a parent, or in overrides, is no problem")
  func replacing() throws {
    let container = try Container { $0.contribute((any ShownPlugin).self) { _ in Own() } }
    let child = Container(parent: container)
    try child.register([any ShownPlugin].self, instance: [])
    #expect(child.problems().isEmpty)
    container.withOverrides({ $0.register([any ShownPlugin].self, instance: []) }) {
      #expect(container.problems().isEmpty)
    }
    try container.withOverrides({
      $0.register([any ShownPlugin].self, instance: [])
      $0.contribute((any ShownPlugin).self) { _ in Own() }
    }) { () throws in
      #expect(container.problems().map(\.kind) == [.unused])
    }
  }

  // MARK: Cycles through collections

  @Test("A composite that is forwarded to its own type is told to be registered under it, and that works")
  func forwarded() throws {
    let container = try Container { $0.contribute((any RemedyPart).self) { _ in RemedyLeaf() } }
    try container.register(RemedyComposite.self, .wired(RemedyComposite.init(_:)))
      .forward((any RemedyPart).self, to: RemedyComposite.self) { $0 }
    let problem = try #require(container.problems().first { $0.kind == .cycle })
    for asked in [
      { try container.resolve((any RemedyPart).self) as Any }, { try container.resolve(RemedyComposite.self) as Any },
      { try container.resolveAll((any RemedyPart).self) as Any },
    ] {
      let error = try failure { try asked() }
      #expect(error.code == .cycle)
      for remedy in [error.remedy, problem.remedy] {
        #expect(remedy.contains("register((any RemedyPart).self)"), "\(error)")
        #expect(remedy.contains("resolveAll((any RemedyPart).self)"), "\(error)")
        #expect(remedy.contains(#"contribute((any RemedyPart).self, named: "parts")"#), "\(error)")
        #expect(remedy.contains(#"resolve([any RemedyPart].self, named: "parts")"#), "\(error)")
      }
    }
    // The one.
    let first = try Container { batch in
      batch.contribute((any RemedyPart).self) { _ in RemedyLeaf() }
      batch.register((any RemedyPart).self) { r in RemedyComposite(try r.resolveAll((any RemedyPart).self)) }
    }
    #expect(try (first.resolve((any RemedyPart).self) as? RemedyComposite)?.parts.count == 1)
    #expect(first.problems().isEmpty)
    // The other.
    let second = try Container { batch in
      batch.contribute((any RemedyPart).self, named: "parts") { _ in RemedyLeaf() }
      batch.register(RemedyComposite.self) { r in RemedyComposite(try r.resolve([any RemedyPart].self, named: "parts")) }
      batch.forward((any RemedyPart).self, to: RemedyComposite.self) { $0 }
    }
    #expect(try (second.resolve((any RemedyPart).self) as? RemedyComposite)?.parts.count == 1)
    #expect(try second.resolveAll((any RemedyPart).self).count == 2)
    #expect(second.problems().isEmpty)
  }

  @Test("A composite that collects through another object is told to collect itself, and that works")
  func throughAnother() throws {
    for lifetime in [Lifetime<any RemedyPart>.singleton, .transient] {
      let container = try Container { batch in
        batch.contribute((any RemedyPart).self) { _ in RemedyLeaf() }
        batch.register(RemedyList.self, .wired(RemedyList.init(parts:)))
        batch.register((any RemedyPart).self, scope: lifetime) { r in RemedyComposite(try r.resolve(RemedyList.self).parts) }
      }
      let error = try failure { try container.resolve((any RemedyPart).self) }
      #expect(error.code == .cycle)
      #expect(error.remedy.contains("register((any RemedyPart).self)") && error.remedy.contains("named: \"parts\""), "\(error)")
      let both = try Container { batch in
        batch.contribute((any RemedyPart).self, named: "parts") { _ in RemedyLeaf() }
        batch.register(RemedyList.self) { r in RemedyList(parts: try r.resolve([any RemedyPart].self, named: "parts")) }
        batch.register((any RemedyPart).self, scope: lifetime) { r in RemedyComposite(try r.resolve(RemedyList.self).parts) }
      }
      #expect(try (both.resolve((any RemedyPart).self) as? RemedyComposite)?.parts.count == 1)
      _ = try both.resolve(RemedyList.self)
      #expect(both.problems().isEmpty)
    }
  }

  @Test("A cycle through a collection in which a composite takes no part says no such thing")
  func otherCycles() throws {
    let container = try Container { batch in
      batch.contribute((any RemedyPart).self) { r in RemedyComposite(try r.resolve(RemedyList.self).parts) }
      batch.register(RemedyList.self) { r in RemedyList(parts: try r.resolveAll((any RemedyPart).self)) }
    }
    let error = try failure { try container.resolve(RemedyList.self) }
    #expect(error.code == .cycle && error.remedy == "Inject one object on the path as a Provider or a Lazy.")
  }
}

// Not private: an error spells a type as code elsewhere would.
protocol RemedyPart: Sendable {}
struct RemedyLeaf: RemedyPart {}
struct RemedyComposite: RemedyPart {
  let parts: [any RemedyPart]
  init(_ parts: [any RemedyPart]) { self.parts = parts }
}
struct RemedyList: Sendable {
  let parts: [any RemedyPart]
}
