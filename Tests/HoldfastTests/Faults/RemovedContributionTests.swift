import Holdfast
import HoldfastDiagnostics
import Synchronization
import Testing

extension Faults {
  /// A contribution that has an identity is removed by it.
  @Suite("Removed contributions")
  struct RemovedContributionTests {
    @Test("Case 134: a contribution is removed by its identity, and the others stay", arguments: Form.allCases, Removal.allCases)
    func removed(_ form: Form, _ removal: Removal) async throws {
      let container = try Self.container()
      #expect(try await Self.labels(form, container) == ["a", "b", "c", "d"])
      #expect(try await removal.remove("search", from: container))
      #expect(try await Self.labels(form, container) == ["b", "c", "d"])
      #expect(try await removal.remove("search", named: "mail", from: container))
      #expect(try await Self.labels(form, container) == ["c", "d"])
      #expect(try await container.resolve([Plug].self, named: "mail").map(\.label) == ["d"])
      // What has no identity, or another one, is another contribution.
      #expect(try await !removal.remove("search", from: container))
      #expect(try await !removal.remove("d", named: "mail", from: container))
      #expect(try await !removal.remove("x", from: container))
      #expect(try await Self.labels(form, container) == ["c", "d"])
      // It may come again.
      try container.contribute(Plug.self, id: "search", instance: Plug("e"))
      #expect(try await Self.labels(form, container) == ["c", "d", "e"])
    }

    private static func container() throws -> Container {
      try Container { batch in
        batch.contribute(Plug.self, id: "search") { _ in Plug("a") }
        batch.contribute(Plug.self, named: "mail", id: "search") { _ in Plug("b") }
        batch.contribute(Plug.self) { _ in Plug("c") }
        batch.contribute(Plug.self, named: "mail") { _ in Plug("d") }
      }
    }

    private static func labels(_ form: Form, _ container: Container) async throws -> [String] {
      try await ask(as: form.caller(0)) {
        try container.resolveNow([Plug].self).map(\.label)
      } async: {
        try await container.resolve([Plug].self).map(\.label)
      }.value()
    }

    /// How a contribution is removed; each answers whether there was one.
    enum Removal: CaseIterable {
      case directly, inBatch, replacing

      func remove(_ id: Name, named name: Name? = nil, from container: Container) async throws -> Bool {
        let before = container.keys().count
        switch self {
        case .directly:
          let wasThere = try container.unregister(Plug.self, named: name, id: id)
          #expect(wasThere == (container.keys().count < before))
          return wasThere
        case .inBatch: try container.registerAll { $0.unregister(Plug.self, named: name, id: id) }
        case .replacing: try await container.replace { $0.unregister(Plug.self, named: name, id: id) }
        }
        return container.keys().count < before
      }
    }

    @Test("What the batch itself contributes under the identity stays")
    func inBatch() throws {
      let container = try Self.container()
      try container.registerAll { batch in
        batch.unregister(Plug.self, id: "search")
        batch.contribute(Plug.self, id: "search", instance: Plug("e"))
      }
      #expect(try Set(container.resolveAll(Plug.self).map(\.label)) == ["b", "c", "d", "e"])
    }

    @Test("In a layer only the layer's own contribution is removed, and in a child the child's")
    func places() throws {
      let container = try Self.container()
      let child = try Container(parent: container).contribute(Plug.self, id: "search", instance: Plug("child"))
      try container.withOverrides({ batch in
        batch.contribute(Plug.self, id: "search", instance: Plug("layer"))
        batch.unregister(Plug.self, named: "mail", id: "search")
      }) { () throws in
        #expect(try container.resolveAll(Plug.self).map(\.label).sorted() == ["b", "c", "d", "layer"])
        #expect(try container.unregister(Plug.self, id: "search"))
        #expect(try container.resolveAll(Plug.self).map(\.label).sorted() == ["a", "b", "c", "d"])
        #expect(try !container.unregister(Plug.self, id: "search"))
      }
      #expect(try child.resolveAll(Plug.self).map(\.label) == ["b", "c", "d", "child"])
      #expect(try child.unregister(Plug.self, id: "search"))
      #expect(try !child.unregister(Plug.self, id: "search"))
      #expect(try child.resolveAll(Plug.self).map(\.label) == ["a", "b", "c", "d"])
      #expect(try container.unregister(Plug.self, id: "search"))
      #expect(try child.resolveAll(Plug.self).map(\.label) == ["b", "c", "d"])
    }

    private final class Part: Disposable, Sendable {
      let disposals: Counter

      init(_ disposals: Counter) { self.disposals = disposals }

      func dispose() { disposals.add() }
    }

    @Test("Case 132: a removed contribution is disposed of when no scope and no kept value uses it", arguments: Form.allCases)
    func disposed(_ form: Form) async throws {
      let (container, disposals) = (Container(), Counter())
      try container.contribute(
        Part.self, id: "one", form.buildsAsynchronously ? .async { _ in Part(disposals) } : .factory { _ in Part(disposals) }
      )
      .contribute(Part.self) { _ in Part(Counter()) }
      .register(Int.self, scope: .cached("menu"), .asyncWired { (parts: [Part]) async in parts.count })
      #expect(try await container.resolve(Int.self) == 2)
      try await container.withScope { scope async throws in
        #expect(try await scope.resolveAll(Part.self).count == 2)
        #expect(try container.unregister(Part.self, id: "one"))
        #expect(try await scope.resolveAll(Part.self).count == 1)
        #expect(disposals.value == 0)
      }
      // The menu was made with it.
      #expect(try await container.resolve(Int.self) == 2 && disposals.value == 0)
      container.reset(group: "menu")
      #expect(try await container.resolve(Int.self) == 1)
      try await Timeout.until("it is disposed of") { disposals.value == 1 }
      #expect(try await container.shutdown().isClean)
      #expect(disposals.value == 1)
    }

    @Test("A removed contribution that was never built, and one of a transient, leave nothing to dispose of")
    func nothing() async throws {
      let (container, disposals) = (Container(), Counter())
      try container.contribute(Part.self, id: "never") { _ in Part(disposals) }
        .contribute(Part.self, id: "fresh", scope: .transient) { _ in Part(disposals) }
      #expect(try container.unregister(Part.self, id: "never") && container.unregister(Part.self, id: "fresh"))
      #expect(try await container.resolveAll(Part.self).isEmpty)
      #expect(try await container.shutdown().isClean)
      #expect(disposals.value == 0)
    }

    @Test("A sealed container and one that was shut down refuse it, and say of what")
    func refused() async throws {
      let container = try Self.container()
      container.seal()
      let sealed = try failure { try container.unregister(Plug.self, named: "mail", id: "search") }
      #expect(sealed.code == .sealed && "\(sealed)".contains(#"contributed to "mail" as "search""#))
      #expect(throws: ResolutionError.self) { try container.registerAll { $0.unregister(Plug.self, id: "search") } }
      _ = try await container.shutdown()
      #expect(try failure { try container.unregister(Plug.self, id: "search") }.code == .shutDown)
    }

    private struct Searching: Assembly {
      func register(in batch: Batch) {
        batch.contribute(Plug.self, id: "search") { _ in Plug("search") }
        batch.registerIfAbsent { $0.contribute(Plug.self, id: "default") { _ in Plug("default") } }
      }
    }

    private struct App: Assembly {
      var dependencies: [any Assembly] { [Searching()] }

      func register(in batch: Batch) {
        batch.unregister(Plug.self, id: "search")
        batch.unregister(Plug.self, id: "default")
        batch.contribute(Plug.self) { _ in Plug("app") }
      }
    }

    @Test("What a module contributed stays removed when that module is applied again")
    func modules() throws {
      let container = try Container(Searching())
      #expect(try container.resolveAll(Plug.self).map(\.label) == ["search", "default"])
      #expect(try container.unregister(Plug.self, id: "search") && container.unregister(Plug.self, id: "default"))
      try container.apply(Searching())
      #expect(try container.resolveAll(Plug.self).isEmpty)
      // Later, an application removes what a module contributed, in one step with what it contributes itself.
      let other = try Container(Searching()).apply(App())
      #expect(try other.resolveAll(Plug.self).map(\.label) == ["app"])
    }

    @Test("What a collection needs is known also when a contribution was removed")
    func needs() throws {
      let container = try Self.container()
      try container.register(Set<String>.self, scope: .cached("labels")) { r in Set(try r.resolve([Plug].self).map(\.label)) }
        .register([String].self, scope: .cached("labels")) { r in try r.resolve([Lazy<Plug>].self).map { try $0.value().label } }
      #expect(try container.resolve(Set<String>.self).count == 4 && container.resolve([String].self).count == 4)
      #expect(try container.unregister(Plug.self, id: "search"))
      #expect(container.problems().isEmpty)
      #expect(container.graph().edges.filter { $0.from == AnyKey(Set<String>.self) && $0.to != AnyKey([Plug].self) }.count == 3)
      container.reset(group: "labels")
      #expect(try container.resolve(Set<String>.self) == ["b", "c", "d"] && container.resolve([String].self) == ["b", "c", "d"])
      #expect(container.problems().isEmpty)
    }

    @Test("Observers are told of each that was removed, directly or in a batch, and of none that stays")
    func observed() async throws {
      for removal in Removal.allCases {
        let container = try Self.container()
        let told = Mutex<[String]>([])
        let observation = container.observe { event in
          if case .unregistered = event.kind { told.withLock { $0.append("\(event)") } }
        }
        #expect(try await removal.remove("search", named: "mail", from: container))
        try container.registerAll { batch in
          batch.unregister(Plug.self, id: "search")
          batch.contribute(Plug.self, id: "search", instance: Plug("e"))
        }
        let all = told.withLock { $0 }
        #expect(all.count == 1 && all[0].contains(#"contributed to "mail" as "search""#), "\(all)")
        observation.cancel()
      }
    }
  }
}

private final class Plug: Sendable {
  let label: String
  init(_ label: String) { self.label = label }
}
