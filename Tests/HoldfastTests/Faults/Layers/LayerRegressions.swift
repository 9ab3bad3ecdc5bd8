import Holdfast
import TestSupport
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

    @Test("A scope that was opened inside two layers has its own instances, and disposes of them at its end")
    func scopeInsideTwo() async throws {
      let (container, journal) = (Container(), Chronicle())
      try container.register(Noted.self, scope: .scoped) { _ in Noted("scoped", journal) }
      try await container.withOverrides(
        { _ in },
        operation: { () async throws in
          try await container.withOverrides(
            { _ in },
            operation: { () async throws in
              for round in 1...5 {
                try await container.withScope { scope in
                  let one = try await scope.resolve(Noted.self)
                  #expect(try await scope.resolve(Noted.self) === one)
                }
                #expect(journal.count(of: "scoped") == round)
              }
            })
        })
    }

    @Test("A scope from outside a layer never sees what an earlier one had there")
    func scopesFromOutside() async throws {
      let (container, journal) = (Container(), Chronicle())
      try container.register(Noted.self, scope: .scoped) { _ in Noted("scoped", journal) }
      try await container.withOverrides(
        { _ in },
        operation: { () async throws in
          let layers = OverrideLayers.current
          for _ in 0..<20 {
            // Without layers; inside it, with them again.
            try await Task.detached {
              try await container.withScope { scope in
                try await layers.apply { _ = try await scope.resolve(Noted.self) }
              }
            }.value
          }
        })
      #expect(journal.count(of: "scoped") == 20)
    }

    @Test("What is changed inside two layers is changed in the inner one, and nowhere else")
    func changeInsideTwo() throws {
      let container = Container()
      try container.register(One.self) { _ in One() }
      try container.register(Tagged.self, instance: Tagged(tag: "real"))
      func tag() throws -> String { try container.resolveNow(Tagged.self).tag }
      try fake(in: container) {
        let outer = try container.resolveNow(One.self)
        try container.withOverrides({ $0.register(Tagged.self, instance: Tagged(tag: "inner")) }) {
          let inner = try container.resolveNow(One.self)
          try container.reset(One.self)
          #expect(try container.resolveNow(One.self) !== inner)
          try container.register(Tagged.self, instance: Tagged(tag: "changed"))
          #expect(try tag() == "changed")
        }
        #expect(try container.resolveNow(One.self) === outer)
        #expect(try tag() == "fake")
      }
      #expect(try tag() == "real")
    }

    @Test("What is unregistered inside a layer shows what the layer stood in front of, which stays")
    func unregister() throws {
      let container = Container()
      try container.register(Tagged.self, instance: Tagged(tag: "real"))
      try container.register(One.self) { _ in One() }
      try fake(in: container) {
        let one = try container.resolveNow(One.self)
        #expect(try container.unregister(Tagged.self))
        #expect(try container.resolveNow(Tagged.self).tag == "real")
        #expect(try !container.unregister(Tagged.self))
        #expect(try !container.unregister(One.self))
        #expect(try container.resolveNow(One.self) === one)
      }
      #expect(try container.resolveNow(Tagged.self).tag == "real")
      #expect(container.contains(One.self))
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

    @Test("A task that outlives its layer gets nothing that the layer is disposing of", arguments: [false, true])
    func outlivesWhileDisposed(waits: Bool) async throws {
      let (container, disposes, asked) = (Container(), Gate("the layer disposes"), Gate("the task has asked"))
      try container.register(Slow.self) { _ in Slow(disposes, asked) }
      let task = try await container.withOverrides(
        { _ in },
        operation: { () async throws in
          _ = try await container.resolve(Slow.self)
          return Task {
            defer { asked.open() }
            try await disposes.pass()
            return waits ? await code { _ = try await container.resolve(Slow.self) } : code { _ = try container.resolveNow(Slow.self) }
          }
        })
      #expect(try await task.value == .shutDown)
    }

    @Test("A task that outlives a layer builds nothing in a child either, whether that was asked before or not", arguments: [false, true])
    func outlivesInChild(asksBefore: Bool) async throws {
      let (parent, ends, journal) = (Container(), Gate("the layer has ended"), Chronicle())
      let child = Container(parent: parent)
      try child.register(Noted.self) { _ in Noted("child's", journal) }
      let task = try await parent.withOverrides(
        { _ in },
        operation: { () async throws in
          if asksBefore { _ = try await child.resolve(Noted.self) }
          return Task {
            try await ends.pass()
            return await code { _ = try await child.resolve(Noted.self) }
          }
        })
      ends.open()
      #expect(try await task.value == .shutDown)
      #expect(journal.count(of: "child's") == (asksBefore ? 1 : 0))
    }

    @Test("A task that outlives a layer of a synchronous operation builds nothing in a child", arguments: [false, true])
    func outlivesSynchronously(asksBefore: Bool) async throws {
      let (parent, ends) = (Container(), Gate("the layer has ended"))
      let child = Container(parent: parent)
      try child.register(One.self) { _ in One() }
      let task = try parent.withOverrides(
        { _ in },
        operation: {
          if asksBefore { _ = try child.resolveNow(One.self) }
          return Task {
            try await ends.pass()
            return await code { _ = try await child.resolve(One.self) }
          }
        })
      ends.open()
      #expect(try await task.value == .shutDown)
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

    @Test("A change inside two layers reaches the inner one only")
    func nested() throws {
      let container = Container()
      try container.register(Tagged.self, instance: Tagged(tag: "real"))
      try fake(in: container) {
        try container.withOverrides({ _ in }) {
          try container.register(Tagged.self, instance: Tagged(tag: "changed"))
          let tag = try container.resolveNow(Tagged.self).tag
          #expect(tag == "changed")
        }
        let tag = try container.resolveNow(Tagged.self).tag
        #expect(tag == "fake")
      }
    }

    @Test("A child's override stands also inside a layer that its parent gets later")
    func childsInsideParents() throws {
      let parent = Container()
      let child = Container(parent: parent)
      try child.register(Tagged.self, instance: Tagged(tag: "real"))
      try fake(in: child) {
        try parent.withOverrides({ _ in }) {
          let tag = try child.resolveNow(Tagged.self).tag
          #expect(tag == "fake")
        }
      }
    }

    @Test("What a child builds inside the inner of two layers of its parent does not stay in the outer one's")
    func childInsideTwo() throws {
      let parent = Container()
      try parent.register(Tagged.self, instance: Tagged(tag: "real"))
      let child = Container(parent: parent)
      try child.register(Holder.self) { r in Holder(tagged: try r.resolve()) }
      try fake(in: parent) {
        try parent.withOverrides({ $0.register(Tagged.self, instance: Tagged(tag: "inner")) }) {
          let tag = try child.resolveNow(Holder.self).tagged.tag
          #expect(tag == "inner")
        }
        let tag = try child.resolveNow(Holder.self).tagged.tag
        #expect(tag == "fake")
      }
    }

    @Test("Inside a layer, what is registered behind it is not absent")
    func absent() throws {
      let container = Container()
      try container.register(Tagged.self, instance: Tagged(tag: "real"))
      try container.withOverrides({ _ in }) {
        let late = try container.registerIfAbsent { $0.register(Tagged.self, instance: Tagged(tag: "late")) }
        #expect(!late)
        let other = try container.registerIfAbsent { $0.register(One.self) { _ in One() } }
        #expect(other)
      }
    }

    @Test("A child's scope keeps nothing of its parent's layer after its end, and no other scope comes by it")
    func scopeOfChild() throws {
      let parent = Container()
      let child = Container(parent: parent)
      try parent.withOverrides({ $0.register(One.self, scope: .scoped) { _ in One() } }) {
        weak var first: One?
        try child.withScope { scope in first = try scope.resolveNow(One.self) }
        #expect(first == nil)
        for _ in 0..<20 { #expect(throws: Never.self) { try child.withScope { scope in _ = try scope.resolveNow(One.self) } } }
      }
    }

    @Test("Who outlives a layer may let go of it last, while a deinit asks containers", .load, arguments: Outliving.allCases)
    func lastHolder(_ kind: Outliving) async throws {
      let (other, heard) = (Container(), Chronicle())
      try other.register(Tagged.self, instance: Tagged(tag: "real"))
      for round in 1...20 {
        let ended = Gate("the layers have ended")
        var container: Container? = Container()
        // Released with the last layer in front of its container, which a sealed one keeps until then.
        try container?.register(DeinitProbe.self) { _ in
          DeinitProbe {
            let real = try? other.resolve(Tagged.self).tag
            let fake = try? other.withOverrides({ $0.register(Tagged.self, instance: Tagged(tag: "fake")) }) { () throws in
              try other.resolve(Tagged.self).tag
            }
            heard.note("\(real ?? "nothing"), then \(fake ?? "nothing")")
          }
        }
        _ = try container?.resolveNow(DeinitProbe.self)
        container?.seal()
        try await other.withOverrides({ _ in }) { () async throws in
          let task = try container?.withOverrides({ _ in }) { () throws in kind.start { try? await ended.pass() } }
          container = nil
          ended.open()
          await task?.value
        }
        try await Timeout.until("the layer's instance is gone") { heard.all.count == round }
      }
      #expect(Set(heard.all) == ["real, then fake"])
    }

    enum Outliving: CaseIterable {
      case task, group, children, taskOfTask

      func start(_ body: @escaping @Sendable () async -> Void) -> Task<Void, Never> {
        switch self {
        case .task: Task { await body() }
        case .group: Task { await withTaskGroup(of: Void.self) { group in for _ in 0..<2 { group.addTask { await body() } } } }
        case .children:
          Task {
            async let one: Void = body()
            async let two: Void = body()
            _ = await (one, two)
          }
        case .taskOfTask: Task { await Task { await body() }.value }
        }
      }
    }

    @Test("An override that is replaced while the operation runs is released there", arguments: [false, true])
    func replaced(throwing: Bool) throws {
      let container = Container()
      weak var first: Plain?
      func replace() throws {
        #expect(try container.resolve(Plain.self) === first && first != nil)
        try container.register(Plain.self) { _ in Plain() }
        #expect(first == nil)
      }
      if throwing {
        try container.withOverrides({ first = try register(in: $0) }, operation: replace)
      } else {
        try container.withOverrides({ first = $0.registered() }, operation: replace)
      }
    }

    private func register(in batch: Batch) throws -> Plain { batch.registered() }

    private func fake(in container: Container, _ body: () throws -> Void) throws {
      try container.withOverrides({ $0.register(Tagged.self, instance: Tagged(tag: "fake")) }, operation: body)
    }

    private final class Slow: Sendable, Disposable {
      private let disposes, asked: Gate

      init(_ disposes: Gate, _ asked: Gate) { (self.disposes, self.asked) = (disposes, asked) }

      func dispose() async throws {
        disposes.open()
        try await asked.pass()
      }
    }

    private struct Holder: Sendable {
      let tagged: Tagged
    }
  }
}

private final class Plain: Sendable {}

extension Batch {
  fileprivate func registered() -> Plain {
    let plain = Plain()
    register(Plain.self, instance: plain)
    return plain
  }
}
