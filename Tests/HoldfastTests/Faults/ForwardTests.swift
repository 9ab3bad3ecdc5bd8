import Holdfast
import Testing

extension Faults {
  /// A forward hands out what its target hands out: decorated once, injected once, the same object.
  @Suite("Forwards to decorated and injected targets")
  struct ForwardTests {
    @Test("Case 106: what a forward hands out was decorated and injected once", arguments: Form.allCases, ForwardTarget.allCases)
    func once(_ form: Form, _ target: ForwardTarget) async throws {
      for way in ForwardWay.allCases { try await once(target, way, form) }
    }

    /// Six callers at the same time, half of them through the forward.
    private func once(_ target: ForwardTarget, _ way: ForwardWay, _ form: Form) async throws {
      let container = Container()
      try target.register(in: container, as: form)
      try container
        .decorate(Crate.self) { crate, _ in Crate(around: crate) }
        .registerInjector(Crate.self) { crate, _ in crate.injections.add() }
        .registerInjector((any Goods).self) { goods, _ in goods.crate.injections.add() }
      try way.register(in: container)
      try await container.withScope { scope in
        let start = Gate("the start")
        let callers = (0..<6).map { index in
          ask(as: form.caller(index), after: start) {
            index < 3 ? try way.resolveNow(in: scope) : try scope.resolveNow(Crate.self, named: "target")
          } async: {
            index < 3 ? try await way.resolve(in: scope) : try await scope.resolve(Crate.self, named: "target")
          }
        }
        start.open()
        var crates: [Crate] = []
        for caller in callers { crates.append(try await caller.value()) }
        #expect(crates.allSatisfy { $0.layers == 1 }, "decorated once: \(crates.map(\.layers))")
        #expect(crates.allSatisfy { $0.injections.value == 1 }, "injected once: \(crates.map(\.injections.value))")
        #expect(Set(crates.map(ObjectIdentifier.init)).count == (target.isShared ? 1 : 6))
      }
    }

    @Test("What a forward hands out is the graph's object", arguments: ForwardWay.allCases)
    func graph(_ way: ForwardWay) throws {
      let container = Container()
      try container.register(Crate.self, named: "target", scope: .graph) { _ in Crate() }
        .decorate(Crate.self) { crate, _ in Crate(around: crate) }
        .registerInjector(Crate.self) { crate, _ in crate.injections.add() }
      try way.register(in: container)
      try container.register([Crate].self, scope: .transient) { r in
        [try way.resolveNow(in: r), try r.resolve(Crate.self, named: "target"), try way.resolveNow(in: r)]
      }
      let crates = try container.resolve([Crate].self)
      #expect(crates[0] === crates[1] && crates[1] === crates[2])
      #expect(crates[0].layers == 1 && crates[0].injections.value == 1)
    }

    @Test("An override of the target is what a forward hands out, decorated and injected once", arguments: ForwardWay.allCases)
    func layer(_ way: ForwardWay) throws {
      let container = Container()
      try container.register(Crate.self, named: "target") { _ in Crate() }
        .decorate(Crate.self) { crate, _ in Crate(around: crate) }
        .registerInjector(Crate.self) { crate, _ in crate.injections.add() }
      try way.register(in: container)
      let live = try way.resolveNow(in: container)
      try container.withOverrides({ $0.register(Crate.self, named: "target") { _ in Crate(label: "fake") } }) {
        let fake = try way.resolveNow(in: container)
        #expect(fake.label == "fake" && fake.layers == 1 && fake.injections.value == 1)
        #expect(try way.resolveNow(in: container) === fake)
      }
      #expect(try way.resolveNow(in: container) === live)
    }

    @Test("A decorator of the layer's comes after the container's own, whose injector still runs")
    func decoratedInLayer() throws {
      let container = Container()
      try container.register(Crate.self) { _ in Crate() }
        .decorate(Crate.self) { crate, _ in Crate(label: "base", around: crate) }
        .registerInjector(Crate.self) { crate, _ in crate.injections.add() }
      try container.withOverrides({ $0.decorate(Crate.self) { crate, _ in Crate(label: "layer", around: crate) } }) {
        let crate = try container.resolve(Crate.self)
        #expect(crate.label == "layer" && crate.layers == 2 && crate.injections.value == 1)
      }
      #expect(try container.resolve(Crate.self).layers == 1)
    }

    @Test("A child's forward hands out the parent's object as the parent made it; a sealed one too", arguments: ForwardWay.allCases)
    func child(_ way: ForwardWay) async throws {
      let parent = Container()
      try parent.register(Crate.self, named: "target") { _ in Crate() }
        .decorate(Crate.self) { crate, _ in Crate(around: crate) }
      let child = Container(parent: parent)
      try way.register(in: child)
      try child.decorate(Crate.self) { crate, _ in Crate(around: crate) }
      child.seal()
      parent.seal()
      let crate = try way.resolveNow(in: child)
      #expect(crate.layers == 1)
      #expect(try parent.resolveNow(Crate.self, named: "target") === crate)
      let awaited = try await way.resolve(in: child)
      #expect(awaited === crate)
    }

    @Test("A forward to an asynchronous or a main-actor target is awaited", arguments: ForwardWay.allCases, [true, false])
    func asynchronous(_ way: ForwardWay, isTransient: Bool) async throws {
      for isOnMainActor in [true, false] {
        let container = Container()
        try way.register(in: container)
        switch (isOnMainActor, isTransient) {
        case (true, true): try container.register(Crate.self, named: "target", scope: .transient, .mainActor { _ in Crate() })
        case (true, false): try container.register(Crate.self, named: "target", .mainActor { _ in Crate() })
        case (false, true): try container.register(Crate.self, named: "target", scope: .transient, .async { _ in Crate() })
        case (false, false): try container.register(Crate.self, named: "target", .async { _ in Crate() })
        }
        let refusal = try failure { try way.resolveNow(in: container) }
        #expect(refusal.code == (isOnMainActor ? .mainActorOnly : .asyncOnly))
        let crate = try await way.resolve(in: container)
        let again = try await way.resolve(in: container)
        #expect(again === crate || isTransient)
      }
    }
  }
}

/// How the target is registered, always under the name "target".
enum ForwardTarget: CaseIterable {
  case singleton, cached, scoped, weak, transient

  var isShared: Bool { self != .transient }

  fileprivate func register(in container: Container, as form: Form) throws {
    switch self {
    case .singleton: try container.register(Crate.self, named: "target", as: form) { _ in Crate() }
    case .cached: try container.register(Crate.self, named: "target", scope: .cached("crates"), as: form) { _ in Crate() }
    case .scoped: try container.register(Crate.self, named: "target", scope: .scoped, as: form) { _ in Crate() }
    case .weak: try container.register(Crate.self, named: "target", scope: .weak) { _ in Crate() }
    case .transient: try container.register(Crate.self, named: "target", scope: .transient, as: form) { _ in Crate() }
    }
  }
}

/// How the forward leads to it.
enum ForwardWay: CaseIterable {
  /// From another name of the same type.
  case alias
  /// From a protocol.
  case type
  /// From no name, to one that is chosen at each resolve.
  case chosenName
  /// Through another forward.
  case chain

  fileprivate func register(in container: Container) throws {
    switch self {
    case .alias: try container.forward(Crate.self, named: "alias", to: Crate.self, targetNamed: "target") { $0 }
    case .type: try container.forward((any Goods).self, to: Crate.self, targetNamed: "target") { $0 }
    case .chosenName: try container.forward(Crate.self, toName: { _ in "target" })
    case .chain:
      try container.forward(Crate.self, named: "first", to: Crate.self, targetNamed: "target") { $0 }
        .forward((any Goods).self, named: "second", to: Crate.self, targetNamed: "first") { $0 }
    }
  }

  fileprivate func resolveNow(in resolver: some Resolver) throws -> Crate {
    switch self {
    case .alias: try resolver.resolve(Crate.self, named: "alias")
    case .type: try resolver.resolve((any Goods).self).crate
    case .chosenName: try resolver.resolve(Crate.self)
    case .chain: try resolver.resolve((any Goods).self, named: "second").crate
    }
  }

  fileprivate func resolve(in resolver: some Resolver & Sendable) async throws -> Crate {
    switch self {
    case .alias: try await resolver.resolve(Crate.self, named: "alias")
    case .type: try await resolver.resolve((any Goods).self).crate
    case .chosenName: try await resolver.resolve(Crate.self)
    case .chain: try await resolver.resolve((any Goods).self, named: "second").crate
    }
  }
}

private protocol Goods: Sendable {
  var crate: Crate { get }
}

private final class Crate: Goods {
  let label: String
  /// How many decorators put it into another one.
  let layers: Int
  let injections = Counter()
  var crate: Crate { self }

  init(label: String = "") {
    self.label = label
    layers = 0
  }

  init(label: String? = nil, around crate: Crate) {
    self.label = label ?? crate.label
    layers = crate.layers + 1
  }
}
