import Holdfast
import HoldfastCompatibility
import HoldfastDefinitions
import HoldfastDiagnostics
import Testing

extension Regressions {
  /// Every factory resolves in its own container, for any caller, by any path.
  @Suite("Where a factory resolves")
  struct ResolverHomeRegressions {
    /// How a child comes to its parent.
    enum Way: CaseIterable {
      case container, passing, chain, scope, resolver, array, layerOfParent, layerOfChild
    }

    @Test("What the parent has is made with the parent's, through a child that shadows", arguments: Way.allCases)
    func shadowed(way: Way) async throws {
      let parent = Container()
      try Self.fill(parent)
      try await parent.withScope { scope in
        let child: Container =
          switch way {
          case .container, .layerOfParent, .layerOfChild: Container(parent: parent)
          case .passing: Container(parent: Passing(inner: parent))
          case .chain: Container(parent: ResolverChain([Container(), Passing(inner: parent)]))
          case .scope: Container(parent: scope)
          case .resolver: Container(parent: Passing(inner: parent.resolver))
          case .array: Container(parent: ResolverChain([parent]))
          }
        try child.register(Tagged.self, instance: Tagged(tag: "child"))
        let fake: (Batch) -> Void = { $0.register(Tagged.self, instance: Tagged(tag: "fake")) }
        switch way {
        case .layerOfParent:
          try await parent.withOverrides(fake) { () async throws in try await Self.check(child, above: "fake", own: "child") }
        case .layerOfChild:
          try await child.withOverrides(fake) { () async throws in try await Self.check(child, above: "parent", own: "fake") }
        default: try await Self.check(child, above: "parent", own: "child")
        }
      }
    }

    @Test("An injector of the parent's resolves there, for a child too", arguments: [false, true])
    func injector(byClass: Bool) throws {
      let parent = Container()
      try Self.fill(parent)
      let child = Container(parent: parent)
      try child.register(Tagged.self, instance: Tagged(tag: "child"))
      let labelled = Labelled()
      #expect(byClass ? try child.inject(intoAny: labelled) : try child.inject(into: labelled))
      #expect(labelled.label == "parent")
    }

    @Test("The graph and the scope of the caller reach the parent's transients")
    func graphAndScope() throws {
      let parent = Container()
      try parent.register(Node.self, scope: .graph) { _ in Node() }
      try parent.register(One.self, scope: .scoped) { _ in One() }
      try parent.register(Pair.self, scope: .transient) { r in Pair(node: try r.resolve(), one: try r.resolve()) }
      let child = Container(parent: parent)
      try child.register([Pair].self, scope: .transient) { r in [try r.resolve(), try r.resolve()] }
      try child.withScope { scope in
        let pairs = try scope.resolveNow([Pair].self)
        #expect(pairs[0].node === pairs[1].node)
        let one = try scope.resolveNow(One.self)
        #expect(pairs.allSatisfy { $0.one === one })
      }
    }

    @Test("What a transient of the parent's resolves is learned where it is registered")
    func learned() throws {
      let parent = Container()
      try parent.register(Tagged.self, instance: Tagged(tag: "parent"))
      try parent.register(Two.self, scope: .transient) { r in
        _ = try r.resolve(Tagged.self)
        return Two()
      }
      let child = Container(parent: parent)
      try child.register(One.self) { r in
        _ = try r.resolve(Two.self)
        return One()
      }
      _ = try child.resolveNow(One.self)
      let edges = [child, parent].map { $0.graph().edges.map { "\($0.from.type) > \($0.to.type)" } }
      #expect(edges == [["One > Two"], ["Two > Tagged"]])
    }

    // MARK: What is registered, and what comes of it

    private static func fill(_ parent: Container) throws {
      try parent
        .register(Tagged.self, instance: Tagged(tag: "parent"))
        .register(String.self, scope: .transient) { r in try r.resolve(Tagged.self).tag }
        .register([String].self, scope: .transient) { r in
          let current: any Resolver & Sendable = try Container.currentResolver()
          return [
            try current.resolve(Tagged.self).tag, try r.concurrent.resolve(Tagged.self).tag, try r.provider(Tagged.self)().tag,
            try r.lazy(Tagged.self).value().tag, try r.assembly(Parts.self).resolver.resolve(Tagged.self).tag,
            try (r as any Resolver).resolve(Tagged.self).tag,
          ] + (try r.resolveAll(Tagged.self).map(\.tag))
        }
        .register(String.self, named: "cached", scope: .cached("all")) { r in try r.resolve() }
        .register(String.self, named: "on main", scope: .transient, .mainActor { r in try r.resolve(Tagged.self).tag })
        .register(
          String.self, named: "later", scope: .transient,
          .async { r in
            let r = r.concurrent
            async let tag = r.resolve(Tagged.self).tag
            async let text = r.resolve(String.self)
            return try await tag + text
          }
        )
        .register(String.self, scope: .transient, .factory(taking: Int.self) { r, number in "\(try r.resolve(Tagged.self).tag)\(number)" })
        .registerInjector(Labelled.self) { labelled, r in labelled.label = try r.resolve(Tagged.self).tag }
    }

    private static func check(_ child: Container, above: String, own: String) async throws {
      #expect(try child.resolveNow(Tagged.self).tag == own)
      #expect(try child.resolveNow(String.self) == above)
      #expect(try await child.resolve(String.self) == above)
      #expect(try child.resolveNow([String].self) == Array(repeating: above, count: 7))
      #expect(try child.resolveNow(String.self, named: "cached") == above)
      #expect(try await child.provider(String.self).callAsFunction() == above)
      #expect(try await child.factory(String.self, taking: Int.self).callAsFunction(1) == above + "1")
      #expect(try await child.resolve(String.self, named: "on main") == above)
      #expect(try await child.resolve(String.self, named: "later") == above + above)
      try child.register(String.self, named: "both", scope: .transient) { r in
        try r.resolve(String.self) + " and " + r.resolve(Tagged.self).tag
      }
      try child.register(String.self, named: "kept", scope: .cached("all")) { r in try r.resolve(named: "both") }
      #expect(try child.resolveNow(String.self, named: "both") == "\(above) and \(own)")
      #expect(try child.resolveNow(String.self, named: "kept") == "\(above) and \(own)")
      // Where transients begin to leave traces, and far below.
      for depth in [63, 64, 65, 200] {
        for number in 0..<depth {
          let next: Name = number == depth - 1 ? "both" : Name("level \(number + 1)")
          try child.register(String.self, named: Name("level \(number)"), scope: .transient) { r in try r.resolve(named: next) }
        }
        #expect(try child.resolveNow(String.self, named: "level 0") == "\(above) and \(own)")
      }
    }

    private struct Parts: DefinitionAssembly {
      let definitions: Definitions
    }

    private final class Labelled {
      var label = ""
    }

    private final class Node {}

    private struct Pair {
      let node: Node
      let one: One
    }

    /// Hands requests on, as a resolver of an app's own would.
    private struct Passing: Resolver, Sendable {
      let inner: any Resolver & Sendable

      func resolve<T>(_ request: ResolutionRequest<T>) throws(ResolutionError) -> T { try inner.resolve(request) }

      nonisolated(nonsending) func resolve<T>(_ request: ResolutionRequest<T>) async throws(ResolutionError) -> T {
        try await inner.resolve(request)
      }

      func contains(_ key: AnyKey) -> Bool { inner.contains(key) }
    }
  }
}
