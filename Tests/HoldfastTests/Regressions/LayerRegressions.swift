import Holdfast
import Testing

extension Regressions {
  @Suite("Layers")
  struct LayerRegressions {
    @Test("What a child builds inside its parent's layer does not stay in the child")
    func child() throws {
      let parent = Container()
      try parent.register(Tagged.self, instance: Tagged(tag: "real"))
      let child = Container(parent: parent)
      try child.register(Holder.self) { r in Holder(tagged: try r.resolve()) }
      try fake(in: parent) {
        let tag = try child.resolveNow(Holder.self).tagged.tag
        #expect(tag == "fake")
      }
      #expect(try child.resolveNow(Holder.self).tagged.tag == "real")
    }

    @Test("What a scope builds inside a layer that was opened within it does not stay in the scope")
    func scope() throws {
      let container = Container()
      try container.register(Tagged.self, instance: Tagged(tag: "real"))
      try container.register(Holder.self, scope: .scoped) { r in Holder(tagged: try r.resolve()) }
      try container.withScope { scope in
        try fake(in: container) {
          let tag = try scope.resolveNow(Holder.self).tagged.tag
          #expect(tag == "fake")
        }
        let tag = try scope.resolveNow(Holder.self).tagged.tag
        #expect(tag == "real")
      }
    }

    @Test("A task that outlives its layer never gets what the layer stood in front of")
    func outlives() async throws {
      let (container, ends) = (Container(), Gate("the layer has ended"))
      try container.register(Tagged.self) { _ in Tagged(tag: "real") }
      let task = try await container.withOverrides(
        { $0.register(Tagged.self, instance: Tagged(tag: "fake")) },
        operation: { () async throws in
          Task {
            try await ends.pass()
            return try await container.resolve(Tagged.self).tag
          }
        })
      ends.open()
      #expect((try? await task.value) != "real")
      #expect(try container.resolveNow(Tagged.self).tag == "real")
    }

    @Test("A group that is reset inside a layer is reset there and nowhere else")
    func reset() throws {
      let container = Container()
      try container.register(One.self, scope: .cached("group")) { _ in One() }
      let before = try container.resolveNow(One.self)
      try fake(in: container) {
        let first = try container.resolveNow(One.self)
        container.reset(group: "group")
        let second = try container.resolveNow(One.self)
        #expect(first !== second)
      }
      #expect(try container.resolveNow(One.self) === before)
    }

    @Test("A transient is decorated at every request inside a layer")
    func decorated() throws {
      let container = Container()
      try container.register(Holder.self, scope: .transient) { _ in Holder(tagged: Tagged(tag: "raw")) }
      try container.decorate(Holder.self) { _, _ in Holder(tagged: Tagged(tag: "decorated")) }
      try fake(in: container) {
        for _ in 0..<3 {
          let tag = try container.resolveNow(Holder.self).tagged.tag
          #expect(tag == "decorated")
        }
      }
    }

    private func fake(in container: Container, _ body: () throws -> Void) throws {
      try container.withOverrides({ $0.register(Tagged.self, instance: Tagged(tag: "fake")) }, operation: body)
    }

    private struct Holder: Sendable {
      let tagged: Tagged
    }
  }
}
