import Holdfast
import HoldfastCompatibility
import HoldfastDefinitions
import HoldfastDiagnostics
import Testing

extension Regressions {
  @Suite("A container that overrides another one")
  struct OverridingContainerRegressions {
    @Test("It has the registrations of its base with the overrides, and instances of its own")
    func own() async throws {
      let (base, journal) = try Self.makeBase()
      let before = try base.resolveNow(Noted.self)
      let layer = try Container(overriding: base) { Self.fake($0) }
      #expect(try layer.resolveNow(Tagged.self).tag == "fake")
      #expect(try layer.resolveNow(Holder.self).tags == ["fake", "fake", "fake"])
      #expect(try await layer.resolve(Holder.self, named: "async").tags == ["fake", "fake", "fake"])
      #expect(try layer.resolveNow(Noted.self) !== before)
      #expect(layer.keys() == base.keys())
      #expect(layer.problems() == base.problems())
      #expect(try base.resolveNow(Tagged.self).tag == "real")
      #expect(try base.resolveNow(Holder.self).tags == ["real", "real", "real"])
      #expect(try base.resolveNow(Noted.self) === before)
      try await layer.shutdown(deadline: nil)
      #expect(journal.all == ["noted"])
      #expect(Regressions.code { _ = try layer.resolveNow(Tagged.self) } == .shutDown)
      #expect(try base.resolveNow(Noted.self) === before)
      try base.register(One.self, instance: One())
    }

    @Test("It works from a thread, a detached task, a task group and a callback, with no layer in force")
    func anywhere() async throws {
      let (base, _) = try Self.makeBase()
      let layer = try Container(overriding: base) { Self.fake($0) }
      let fakes = ["fake", "fake", "fake"]
      #expect(try await onThread { try layer.resolveNow(Holder.self).tags } == fakes)
      #expect(try await Task.detached { try await layer.resolve(Holder.self, named: "async").tags }.value == fakes)
      #expect(try await Task.detached { try await layer.resolve(Holder.self, named: "fresh").tags }.value == fakes)
      let provider = layer.provider(Holder.self, named: "fresh")
      try await withThrowingTaskGroup(of: [String].self) { group in
        for _ in 0..<10 { group.addTask { try await provider().tags } }
        for try await tags in group { #expect(tags == fakes) }
      }
      try await layer.withScope { (scope) async throws in #expect(try await scope.resolve(Holder.self, named: "scoped").tags == fakes) }
      #expect(try layer.assembly(Definition.self).holder.tags == fakes)
      #expect(try { try layer.resolveAll(Tagged.self) }().map(\.tag) == ["fake"])
      let warm = try Container(overriding: base) { Self.fake($0) }
      try await warm.warmUp()
      #expect(try warm.resolveNow(Holder.self, named: "async").tags == fakes)
      #expect(try base.assembly(Definition.self).holder.tags == ["real", "real", "real"])
    }

    @Test("All values of a type, its parent's too, are made with its overrides")
    func collections() throws {
      struct Uses { let tag: String }
      struct Dependency { let tag: String }
      final class Captured: @unchecked Sendable { var container: Container? }  // unchecked: set before it is read
      let captured = Captured()
      let parent = try Container {
        $0.register(Uses.self, scope: .transient) { _ in Uses(tag: try captured.container?.resolve(Dependency.self).tag ?? "none") }
      }
      let base = Container(parent: parent)
      captured.container = base
      try base.register(Dependency.self) { _ in Dependency(tag: "base") }
      let preview = try Container(overriding: base) { $0.register(Dependency.self) { _ in Dependency(tag: "override") } }
      #expect(try preview.resolve(Uses.self).tag == "override")
      #expect(try preview.resolveAll(Uses.self, includingParent: true).map(\.tag) == ["override"])
    }

    @Test("It ends with its base, which it keeps, and not the other way round")
    func ends() async throws {
      let (base, journal) = try Self.makeBase()
      let layer = try Container(overriding: base) { Self.fake($0) }
      let inner = try Container(overriding: layer) { $0.register(Tagged.self, instance: Tagged(tag: "inner")) }
      let provider = layer.provider(Noted.self)
      _ = (try await provider(), try await inner.resolve(Noted.self))
      #expect(try inner.resolveNow(Holder.self).tags == ["inner", "inner", "inner"])
      try await base.shutdown(deadline: nil)
      for container in [layer, inner] {
        #expect(Regressions.code { _ = try container.resolveNow(Noted.self) } == .shutDown)
        #expect(Regressions.code { _ = try container.resolveNow(Tagged.self) } == .shutDown)
      }
      #expect(Regressions.code { _ = try provider.callAsFunction() } == .shutDown)
      #expect(journal.count(of: "noted") == 0)
      // What they built is theirs to dispose of.
      #expect(try await inner.shutdown(deadline: nil).failures.isEmpty)
      #expect(try await layer.shutdown(deadline: nil).failures.isEmpty)
      #expect(journal.count(of: "noted") == 2)
      let kept = try Container(overriding: Self.makeBase().0) { Self.fake($0) }
      #expect(try kept.resolveNow(Holder.self).tags == ["fake", "fake", "fake"])
    }

    @Test("Made inside a layer, it stands in front of that one and ends with it; layers stand in front of it")
    func nested() async throws {
      let (base, _) = try Self.makeBase()
      let made = try await base.withOverrides({ $0.register(Two.self) { _ in Two() } }) { () async throws in
        let layer = try Container(overriding: base) { Self.fake($0) }
        _ = try await layer.resolve(Two.self)
        try await layer.withOverrides({ $0.register(Tagged.self, instance: Tagged(tag: "inner")) }) { () async throws in
          #expect(try await layer.resolve(Holder.self).tags == ["inner", "inner", "inner"])
        }
        #expect(try await layer.resolve(Holder.self).tags == ["fake", "fake", "fake"])
        return layer
      }
      #expect(Regressions.code { _ = try made.resolveNow(Holder.self) } == .shutDown)
      let layer = try Container(overriding: base) { Self.fake($0) }
      try layer.withOverrides({ $0.register(Tagged.self, instance: Tagged(tag: "inner")) }) { () throws in
        #expect(try layer.resolveNow(Holder.self).tags == ["inner", "inner", "inner"])
      }
      #expect(try layer.resolveNow(Holder.self).tags == ["fake", "fake", "fake"])
      #expect(try base.resolveNow(Holder.self).tags == ["real", "real", "real"])
    }

    @Test("It takes part in a family: as a child of its base's parent, and as a parent")
    func family() throws {
      let (parent, _) = try Self.makeBase()
      let base = Container(parent: parent)
      try base.register(Two.self) { _ in Two() }
      let layer = try Container(overriding: base) { $0.register(Holder.self) { r in Holder(try r.resolve(Tagged.self)) } }
      let child = Container(parent: layer)
      try child.register(Holder.self, named: "childs") { r in Holder(try r.resolve(Tagged.self)) }
      try parent.withOverrides({ Self.fake($0) }) { () throws in
        #expect(try layer.resolveNow(Holder.self).tags == ["fake"])
        #expect(try child.resolveNow(Holder.self, named: "childs").tags == ["fake"])
      }
      #expect(try layer.resolveNow(Holder.self).tags == ["real"])
      #expect(try child.resolveNow(Holder.self, named: "childs").tags == ["real"])
      try layer.withOverrides({ Self.fake($0) }) { () throws in
        #expect(try child.resolveNow(Holder.self, named: "childs").tags == ["fake"])
      }
    }

    @Test("Its shutdown disposes of what children of its base built in it, in one order; in a scope of it, it does not wait")
    func shutdown() async throws {
      let (base, journal) = (Container(), Chronicle())
      let child = Container(parent: base)
      try base.register(Noted.self) { _ in Noted("base's", journal) }
      try child.register(Noted.self, named: "childs") { r in
        _ = try r.resolve(Noted.self)
        return Noted("childs", journal)
      }
      try base.register(One.self) { _ in
        _ = try child.resolve(Noted.self, named: "childs")
        return One()
      }
      let layer = try Container(overriding: base) { _ in }
      try await layer.withScope { scope in
        _ = try await scope.resolve(One.self)
        try await layer.shutdown(deadline: nil)
        #expect(journal.all.isEmpty)
      }
      #expect(try await layer.shutdown(deadline: nil).isClean)
      #expect(journal.all == ["childs", "base's"])
      #expect(try await base.resolve(One.self) === base.resolve(One.self))
    }

    @Test("Dropped without a shutdown, it releases what it built, and its base is as before")
    func dropped() throws {
      let (base, _) = try Self.makeBase()
      weak var built: Noted?
      do {
        let layer = try Container(overriding: base) { Self.fake($0) }
        built = try layer.resolveNow(Noted.self)
        #expect(built != nil)
      }
      #expect(built == nil)
      let provider = try Container(overriding: base) { Self.fake($0) }.resolveNow(Provider<Holder>.self)
      #expect(Regressions.code { _ = try provider() } == .shutDown)
      #expect(try base.resolveNow(Holder.self).tags == ["real", "real", "real"])
    }

    /// What is built from `Tagged` in three ways: by the resolver, by the captured container, and by a captured child of it.
    private static func makeBase() throws -> (Container, Chronicle) {
      let (base, journal) = (Container(), Chronicle())
      try base.register(Tagged.self, instance: Tagged(tag: "real"))
      try base.register(Noted.self) { _ in Noted("noted", journal) }
      let resolver = base.resolver
      let child = Container(parent: resolver)
      try child.register(Holder.self) { r in Holder(try r.resolve(Tagged.self)) }
      try base.register(Provider<Holder>.self) { _ in child.provider() }
      let make: @Sendable (FactoryResolver) throws -> Holder = { r in
        let childs = try child.resolve(Holder.self)
        return Holder(try r.resolve(), try resolver.resolve(), Tagged(tag: childs.tags[0]))
      }
      try base.register(Holder.self) { try make($0) }
      try base.register(Holder.self, named: "scoped", scope: .scoped) { try make($0) }
      try base.register(
        Holder.self, named: "async",
        .async { r in
          let childs = try await child.resolve(Holder.self)
          return Holder(try await r.resolve(), try await resolver.resolve(), Tagged(tag: childs.tags[0]))
        })
      try base.register(
        Holder.self, named: "fresh", scope: .transient,
        .async { r in
          let childs = try await child.resolve(Holder.self)
          return Holder(try await r.resolve(), try await resolver.resolve(), Tagged(tag: childs.tags[0]))
        })
      return (base, journal)
    }

    // one thread                      the others
    // hits what is there already      come to use what the base has, for which the table grows
    @Test("A sealed container of overrides still comes to use what its base has, while threads read it")
    func sealed() async throws {
      for _ in 0..<20 {
        let base = Container()
        for index in 0..<200 { try base.register(Tagged.self, named: Name("\(index)")) { _ in Tagged(tag: "\(index)") } }
        let preview = try Container(overriding: base) { Self.fake($0) }
        preview.seal()
        #expect(throws: ResolutionError.self) { try preview.register(Tagged.self, instance: Tagged(tag: "late")) }
        let done = Counter()
        let reader = Pending.onThread { while done.value == 0 { _ = try preview.resolve(Tagged.self) } }
        let others = (0..<2).map { part in
          Pending.onThread {
            for index in stride(from: part, to: 200, by: 2) {
              let tagged = try preview.resolve(Tagged.self, named: Name("\(index)"))
              #expect(tagged.tag == "\(index)")
            }
          }
        }
        for other in others { try await other.value() }
        done.add()
        try await reader.value()
      }
    }

    private static func fake(_ batch: Batch) { batch.register(Tagged.self, instance: Tagged(tag: "fake")) }

    private struct Holder: Sendable {
      let tags: [String]

      init(_ tagged: Tagged...) {
        tags = tagged.map(\.tag)
      }
    }

    private struct Definition: DefinitionAssembly {
      let definitions: Definitions

      var holder: Holder { get throws { try define(scope: .singleton) { try resolver.resolve() } } }
    }
  }
}
