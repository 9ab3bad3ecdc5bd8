import Holdfast
import HoldfastCompatibility
import HoldfastDefinitions
import Testing

extension Regressions {
  @Suite("What is made inside a layer")
  struct LayerHandleRegressions {
    @Test("What is made inside a layer belongs to it, and throws when it is over", arguments: Handle.allCases, [false, true])
    func over(_ handle: Handle, isSealed: Bool) async throws {
      let (container, real) = try Self.makeContainer()
      if isSealed { container.seal() }
      let (asked, unused) = try container.withOverrides(Self.fake) { () throws in
        let asked = try handle.make(container)
        #expect(try asked() == "fake")
        return (asked, try handle.make(container))
      }
      // A lazy reference has what it was asked for.
      if handle.remembers { #expect(try asked() == "fake") } else { #expect(Regressions.code { _ = try asked() } == .shutDown) }
      #expect(Regressions.code { _ = try unused() } == .shutDown)
      #expect(real.value == 0)
    }

    @Test("What is made inside a layer is asked from elsewhere and builds with the overrides", arguments: Handle.allCases)
    func elsewhere(_ handle: Handle) async throws {
      let (container, real) = try Self.makeContainer()
      try await container.withOverrides(Self.fake) { () async throws in
        let ask = try handle.make(container)
        #expect(try await onThread { try ask() } == "fake")
        #expect(try await Task.detached { try ask() }.value == "fake")
      }
      #expect(real.value == 0)
    }

    @Test("What is made outside a layer sees the layer where it is asked", arguments: Handle.allCases)
    func outside(_ handle: Handle) async throws {
      let (container, real) = try Self.makeContainer()
      let ask = try handle.make(container)
      try container.withOverrides(Self.fake) { () throws in
        let outer = try handle.make(container)
        #expect(try outer() == "fake")
        try container.withOverrides({ Self.override($0, "inner") }) { () throws in
          #expect(try handle.remembers || outer() == "inner")
          #expect(try ask() == "inner")
        }
      }
      #expect(real.value == 0)
      if !handle.remembers { #expect(try ask() == "real") }
    }

    @Test("What is asked from elsewhere builds asynchronously with the overrides")
    func asynchronous() async throws {
      let (container, real) = try Self.makeContainer()
      let child = Container(parent: container)
      try child.register(Holder.self, .async { r in Holder(tagged: [try await r.resolve(), try await container.resolve()]) })
      try child.register(
        Holder.self, named: "fresh", scope: .transient,
        .async { r in
          Holder(tagged: [try await r.resolve(), try await container.resolve()])
        })
      for name in [nil, "fresh"] as [Name?] {
        try await container.withOverrides(Self.fake) { () async throws in
          let provider = child.provider(Holder.self, named: name)
          let tags = try await Task.detached { try await provider().tagged.map(\.tag) }.value
          #expect(tags == ["fake", "fake"])
        }
      }
      #expect(real.value == 0)
    }

    /// Something that resolves later.
    enum Handle: CaseIterable {
      case provider, lazy, factory, assembly, scopes, scopesLazy, factorys, childs, capturing
      case wrapper, wrappersOfScope, wrapperGiven

      var remembers: Bool { [.lazy, .scopesLazy, .wrapper, .wrappersOfScope, .wrapperGiven].contains(self) }

      func make(_ container: Container) throws -> @Sendable () throws -> String {
        switch self {
        case .provider:
          let provider = container.provider(Tagged.self)
          return { try provider().tag }
        case .lazy:
          let lazy = container.lazy(Tagged.self)
          return { try lazy.value().tag }
        case .factory:
          let factory = container.factory(Tagged.self, taking: Int.self)
          return { try factory(1).tag }
        case .assembly:
          nonisolated(unsafe) let assembly = container.assembly(Definition.self)  // used by one caller at a time
          return { try assembly.holder.tagged[0].tag }
        case .scopes:
          return container.withScope { scope in
            let provider = scope.provider(Tagged.self)
            return { try provider().tag }
          }
        case .scopesLazy:
          return container.withScope { scope in
            let lazy = scope.lazy(Tagged.self)
            return { try lazy.value().tag }
          }
        case .factorys:
          let made = try container.resolveNow(Made.self)
          return { try made.provider().tag }
        case .childs:
          let child = Container(parent: container)
          try child.register(Holder.self) { r in Holder(tagged: [try r.resolve()]) }
          let provider = child.provider(Holder.self)
          return {
            _ = child
            return try provider().tagged[0].tag
          }
        case .wrapper:
          let wrapped = container.withCurrent { Wrapped() }
          return { try wrapped.$tagged.get().tag }
        case .wrappersOfScope:
          let wrapped = container.withScope { _ in Wrapped() }
          return { try wrapped.$tagged.get().tag }
        case .wrapperGiven:
          let wrapped = Wrapped(tagged: LazyInjected(from: ResolverChain([Container(), container.resolver])))
          return { try wrapped.$tagged.get().tag }
        case .capturing:
          let provider = container.provider(Holder.self)
          return { try provider().tagged[0].tag }
        }
      }
    }

    private static let fake: @Sendable (Batch) -> Void = { override($0, "fake") }

    private static func override(_ batch: Batch, _ tag: String) {
      batch.register(Tagged.self, instance: Tagged(tag: tag))
      batch.register(Tagged.self, scope: .transient, .factory(taking: Int.self) { _, _ in Tagged(tag: tag) })
    }

    /// Answers a counter of what was built that is overridden.
    private static func makeContainer() throws -> (Container, Counter) {
      let (container, real) = (Container(), Counter())
      try container.register(Tagged.self) { _ in
        real.add()
        return Tagged(tag: "real")
      }
      try container.register(Tagged.self, scope: .transient, .factory(taking: Int.self) { _, _ in Tagged(tag: "real") })
      try container.register(Made.self, scope: .transient) { r in Made(provider: r.provider()) }
      try container.register(Holder.self) { [unowned container] _ in Holder(tagged: [try container.resolve()]) }
      return (container, real)
    }

    private struct Holder: Sendable {
      let tagged: [Tagged]
    }

    private struct Made: Sendable {
      let provider: Provider<Tagged>
    }

    private struct Wrapped: Sendable {
      @LazyInjected var tagged: Tagged

      init() {}

      init(tagged: LazyInjected<Tagged>) {
        _tagged = tagged
      }
    }

    private struct Definition: DefinitionAssembly {
      let definitions: Definitions

      var holder: Holder { get throws { try define(scope: .singleton) { Holder(tagged: [try resolver.resolve()]) } } }
    }
  }
}
