import Holdfast
import HoldfastDefinitions
import HoldfastDiagnostics
import Testing

extension Faults {
  @Suite("Changes inside layers")
  struct LayerChangeTests {
    /// Everything that changes a container, said of the container inside a layer.
    enum Change: CaseIterable {
      case register, registerAll, registerIfAbsent, apply, unregister, reset, resetTaking, resetAll, resetGroup, decorate, injector,
        definition

      func make(in container: Container) throws {
        switch self {
        case .register: try container.register(Part.self, named: "single", instance: Part("layer's"))
        case .registerAll: try container.registerAll { $0.register(Part.self, named: "single", instance: Part("layer's")) }
        case .registerIfAbsent: #expect(try container.registerIfAbsent { $0.register(Part.self, named: "new", instance: Part("layer's")) })
        case .apply: try container.apply(Fakes())
        case .unregister:
          try container.register(Part.self, named: "new", instance: Part("layer's"))
          #expect(try container.unregister(Part.self, named: "new"))
          #expect(try !container.unregister(Part.self, named: "single"))
        case .reset: #expect(try container.reset(Part.self, named: "single"))
        case .resetTaking: #expect(try container.reset(Part.self, named: "taking", taking: Int.self))
        case .resetAll: try container.resetAll()
        case .resetGroup: container.reset(group: "group")
        case .decorate: try container.decorate(Part.self) { part, _ in Part(Name("layer's \(part.name.text)"), parts: [part]) }
        case .injector: try container.registerInjector(Sink.self) { sink, _ in sink.notes.append("layer's") }
        case .definition: try container.register(Part.self, named: .definition("part", of: Defined.self), instance: Part("layer's"))
        }
      }
    }

    /// ```
    ///   inside a layer            outside, meanwhile and afterwards
    ///   changes the container     sees what it saw before
    /// ```
    @Test("Case 89: an assembly that is applied inside a layer stays there", arguments: Form.allCases, Change.allCases)
    func stays(_ form: Form, _ change: Change) async throws {
      let container = try Self.makeContainer()
      let before = try Seen(container)
      let (changed, looked) = (Gate("the change was made"), Gate("the others have looked"))
      let inside = ask(as: form.caller(0)) { () throws in
        try container.withOverrides({ _ in }) {
          _ = try Seen(container)
          try change.make(in: container)
          changed.open()
          try looked.block()
          return try Seen(container)
        }
      } async: { () async throws in
        try await container.withOverrides({ _ in }) { () async throws in
          _ = try Seen(container)
          try change.make(in: container)
          changed.open()
          try await looked.pass()
          return try Seen(container)
        }
      }
      try await changed.pass()
      let outside = ask(as: form.caller(1)) { try Seen(container) }
      #expect(try await outside.value() == before)
      looked.open()
      let seen = try await inside.value()
      for (key, value) in seen.parts { #expect(value !== before.parts[key]) }
      switch change {
      case .register, .registerAll: #expect(seen.parts["single"]?.name == "base's layer's")
      case .registerIfAbsent: #expect(seen.keys.contains(AnyKey(Part.self, named: "new")))
      case .apply:
        #expect(seen.parts["single"]?.name == "base's layer's")
        #expect(seen.assemblies == ["Fakes", "Reals"])
      case .decorate: #expect(seen.fresh == "layer's base's fresh")
      case .injector: #expect(seen.notes == ["layer's"])
      case .definition: #expect(seen.parts["defined"]?.name == "base's layer's")
      case .unregister, .reset, .resetTaking, .resetAll, .resetGroup: #expect(seen.keys == before.keys)
      }
      #expect(try Seen(container) == before)
    }

    @Test("Case 89 S: sealing acts on the container itself, and changes inside a layer go on")
    func seal() throws {
      let container = try Self.makeContainer()
      try container.withOverrides({ _ in }) {
        container.seal()
        try container.register(Part.self, named: "single", instance: Part("layer's"))
        #expect(try container.resolveNow(Part.self, named: "single").name == "base's layer's")
      }
      #expect(try failure { try container.register(Part.self, named: "single", instance: Part("late")) }.code == .sealed)
      #expect(try container.resolveNow(Part.self, named: "single").name == "base's single")
    }

    @Test("Case 89 S: what a layer has come to use keeps its place in the order of registration, and so does an override")
    func order() throws {
      let container = Container()
      for name in ["a", "b", "c"] { try container.register(Part.self, named: Name(name)) { _ in Part(Name(name)) } }
      try container.withOverrides({ $0.register(Part.self, named: "b", instance: Part("B")).register(Part.self, instance: Part("new")) }) {
        let order = ["a", "B", "c", "new"].map { Name($0) }
        #expect(try container.resolveAll(Part.self).map(\.name) == order)
        _ = try container.resolveNow(Part.self, named: "c")
        #expect(try container.resolveAll(Part.self).map(\.name) == order)
        #expect(container.keys().map(\.name) == ["a", "b", "c", nil])
      }
    }

    @Test(
      "Case 89 S: a decorator of a layer is added to the container's, also if the layer has not used the type before",
      arguments: [false, true])
    func decorators(late: Bool) throws {
      let container = try Self.makeContainer()
      let add: @Sendable (Part, FactoryResolver) -> Part = { part, _ in Part(Name("layer's \(part.name.text)")) }
      try container.withOverrides({ if !late { $0.decorate(Part.self, add) } }) { () throws in
        if late { try container.decorate(Part.self, add) }
        #expect(try container.resolveNow(Part.self, named: "single").name == "layer's base's single")
      }
      #expect(try container.resolveNow(Part.self, named: "single").name == "base's single")
    }

    private static func makeContainer() throws -> Container {
      let container = Container()
      try container.apply(Reals())
      return container
    }

    private struct Reals: Assembly {
      func register(in batch: Batch) {
        batch
          .register(Part.self, named: "single") { _ in Part("single") }
          .register(Part.self, named: "cached", scope: .cached("group")) { _ in Part("cached") }
          .register(Part.self, named: "taking", .factory(taking: Int.self) { _, _ in Part("taking") })
          .register(Part.self, named: "fresh", scope: .transient) { _ in Part("fresh") }
          .register(Sink.self, scope: .transient) { _ in Sink() }
          .decorate(Part.self) { part, _ in Part(Name("base's \(part.name.text)"), parts: [part]) }
          .registerInjector(Sink.self) { sink, _ in sink.notes.append("base's") }
      }
    }

    private struct Fakes: Assembly {
      func register(in batch: Batch) { batch.register(Part.self, named: "single", instance: Part("layer's")) }
    }

    private struct Defined: DefinitionAssembly {
      let definitions: Definitions

      var part: Part { get throws { try define(scope: .singleton) { Part("defined") } } }
    }

    private final class Sink {
      var notes: [String] = []
    }

    /// What there is to see in a container.
    private struct Seen: Equatable, Sendable {
      let keys: [AnyKey]
      let assemblies: Set<String>
      /// Shared, so that each layer has others.
      let parts: [String: Part]
      let fresh: Name
      let notes: [String]

      init(_ container: Container) throws {
        keys = container.keys()
        assemblies = Set(container.graph().nodes.compactMap(\.assembly))
        parts = [
          "single": try container.resolveNow(Part.self, named: "single"), "cached": try container.resolveNow(Part.self, named: "cached"),
          "taking": try container.resolve(Part.self, named: "taking", with: 1), "defined": try container.assembly(Defined.self).part,
        ]
        fresh = try container.resolveNow(Part.self, named: "fresh").name
        notes = try container.resolveNow(Sink.self).notes
      }

      static func == (left: Seen, right: Seen) -> Bool {
        left.keys == right.keys && left.assemblies == right.assemblies
          && left.parts.mapValues(ObjectIdentifier.init) == right.parts.mapValues(ObjectIdentifier.init)
          && left.fresh == right.fresh && left.notes == right.notes
      }
    }
  }
}
