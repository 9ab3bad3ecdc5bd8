import Holdfast
import OnceKernel
import Testing

extension Faults {
  @Suite("An object that several registrations hand out is disposed of once")
  struct SharedObjectTests {
    private protocol Store: Sendable {}

    private final class DiskStore: Store, Disposable {
      let log: DisposalLog
      init(_ log: DisposalLog) { self.log = log }
      func dispose() { log.add("store") }
    }

    private struct Handle: Store, Disposable {
      let log: DisposalLog
      func dispose() { log.add("handle") }
    }

    /// One key's value is that of another one, through a closure.
    private func alias(_ registrar: some Registrar, _ scope: Sharing, as form: Form) throws {
      try registrar.register(
        (any Store).self, scope: scope.lifetime(), as: form, { try $0.resolve(DiskStore.self) },
        async: { try await $0.resolve(DiskStore.self) })
    }

    @Test("Case 128: once, for two keys of one container", arguments: Form.allCases, DecoratedDisposalTests.scopes)
    func twoKeys(_ form: Form, _ scope: Sharing) async throws {
      let (container, log) = (Container(), DisposalLog())
      try container.register(DiskStore.self, scope: scope.lifetime(), as: form) { _ in DiskStore(log) }
      try alias(container, scope, as: form)
      try container.register((any Store).self, named: "again", scope: scope.lifetime(), as: form) { _ in DiskStore(log) }
      let opened = try container.openScope()
      for index in 0..<2 { _ = try await ask(opened, (any Store).self, as: form.caller(index)).value() }
      await opened.end()
      let report = try await container.shutdown(deadline: .seconds(120))
      #expect(log.entries == ["store"] && report.isClean)
    }

    @Test("Case 128: an alias in a scope leaves the singleton alone", arguments: Form.allCases)
    func scoped(_ form: Form) async throws {
      let (container, log) = (Container(), DisposalLog())
      try container.register(DiskStore.self, as: form) { _ in DiskStore(log) }
      try alias(container, .scoped, as: form)
      for index in 0..<3 {
        let scope = try container.openScope()
        _ = try await ask(scope, (any Store).self, as: form.caller(index)).value()
        await scope.end()
      }
      #expect(log.entries.isEmpty)
      _ = try await container.shutdown(deadline: .seconds(120))
      #expect(log.entries == ["store"])
    }

    @Test("Case 128: an alias in a child leaves the parent's object alone", arguments: Form.allCases)
    func child(_ form: Form) async throws {
      let (parent, log) = (Container(), DisposalLog())
      try parent.register(DiskStore.self, as: form) { _ in DiskStore(log) }
      for index in 0..<3 {
        let child = Container(parent: parent)
        try alias(child, .singleton, as: form)
        _ = try await ask(child, (any Store).self, as: form.caller(index)).value()
        _ = try await child.shutdown(deadline: .seconds(120))
      }
      #expect(log.entries.isEmpty)
      _ = try await parent.shutdown(deadline: .seconds(120))
      #expect(log.entries == ["store"])
    }

    @Test("Case 128: an alias in an override disposes of nothing that the layer does not", arguments: Form.allCases)
    func overridden(_ form: Form) async throws {
      let (container, log) = (Container(), DisposalLog())
      try container.register(DiskStore.self, as: form) { _ in DiskStore(log) }
      _ = try await ask(container, DiskStore.self, as: form.caller(0)).value()
      let layer = try Container(overriding: container) { overrides in try alias(overrides, .singleton, as: form) }
      _ = try await ask(layer, (any Store).self, as: form.caller(1)).value()
      _ = try await layer.shutdown(deadline: .seconds(120))
      #expect(log.entries == ["store"], "the layer's own")
      _ = try await container.shutdown(deadline: .seconds(120))
      #expect(log.entries == ["store", "store"])
    }

    @Test("Case 128: what a transient or a graph object made belongs to the first registration that keeps it", arguments: Form.allCases)
    func taken(_ form: Form) async throws {
      for isGraph in [true, false] {
        let (container, log) = (Container(), DisposalLog())
        if isGraph {
          try container.register(DiskStore.self, scope: .graph, as: form, { _ in DiskStore(log) }, async: { _ in DiskStore(log) })
        } else {
          try container.register(DiskStore.self, scope: .transient, as: form) { _ in DiskStore(log) }
        }
        try alias(container, .singleton, as: form)
        try container.register(
          (any Store).self, named: "outer", scope: .scoped, as: form, { try $0.resolve((any Store).self) },
          async: { try await $0.resolve((any Store).self) })
        let scope = try container.openScope()
        _ = try await ask(as: form.caller(0)) {
          try scope.resolveNow((any Store).self, named: "outer")
        } async: {
          try await scope.resolve((any Store).self, named: "outer")
        }.value()
        await scope.end()
        #expect(log.entries.isEmpty)
        _ = try await container.shutdown(deadline: .seconds(120))
        #expect(log.entries == ["store"])
      }
    }

    @Test("Case 128: the disposer of the innermost registration is called, and only that", arguments: Form.allCases)
    func disposers(_ form: Form) async throws {
      let (container, log) = (Container(), DisposalLog())
      try container.register(
        DiskStore.self, scope: .singleton(dispose: { _ in log.add("inner") }), as: form, { _ in DiskStore(log) },
        async: { _ in DiskStore(log) })
      try container.register(
        (any Store).self, scope: .singleton(dispose: { _ in log.add("outer") }), as: form, { try $0.resolve(DiskStore.self) },
        async: { try await $0.resolve(DiskStore.self) })
      _ = try await ask(container, (any Store).self, as: form.caller(0)).value()
      _ = try await container.shutdown(deadline: .seconds(120))
      #expect(log.entries == ["inner"])
    }

    @Test("Case 128: what decorators put around an object of another registration is disposed of without it", arguments: Form.allCases)
    func decorated(_ form: Form) async throws {
      final class Outer: Store, Disposable {
        let (inner, log): (any Store, DisposalLog)
        init(_ inner: any Store, _ log: DisposalLog) { (self.inner, self.log) = (inner, log) }
        func dispose() { log.add("outer") }
      }
      let (container, log) = (Container(), DisposalLog())
      try container.register(DiskStore.self, as: form) { _ in DiskStore(log) }
      try alias(container, .scoped, as: form)
      try container.decorate((any Store).self) { store, _ in Outer(store, log) }
      let scope = try container.openScope()
      _ = try await ask(scope, (any Store).self, as: form.caller(0)).value()
      await scope.end()
      #expect(log.entries == ["outer"])
      _ = try await container.shutdown(deadline: .seconds(120))
      #expect(log.entries == ["outer", "store"])
    }

    @Test("Case 128: an alias that outlives the object's own registration does not dispose of it again", arguments: Form.allCases)
    func reset(_ form: Form) async throws {
      let (container, log) = (Container(), DisposalLog())
      try container.register(DiskStore.self, as: form) { _ in DiskStore(log) }
      try alias(container, .singleton, as: form)
      _ = try await ask(container, (any Store).self, as: form.caller(0)).value()
      try container.unregister(DiskStore.self)
      _ = try await container.shutdown(deadline: .seconds(120))
      #expect(log.entries == ["store"])
    }

    @Test("Case 128: what is handed out anew after it was disposed of is disposed of again", arguments: Form.allCases)
    func pooled(_ form: Form) async throws {
      let (container, log) = (Container(), DisposalLog())
      let store = DiskStore(log)
      try container.register(DiskStore.self, scope: .scoped, as: form) { _ in store }
      for index in 0..<3 {
        let scope = try container.openScope()
        _ = try await ask(scope, DiskStore.self, as: form.caller(index)).value()
        await scope.end()
        #expect(log.entries.count == index + 1)
      }
    }

    @Test("Case 128: each struct is its own registration's", arguments: Form.allCases)
    func structs(_ form: Form) async throws {
      let (container, log) = (Container(), DisposalLog())
      try container.register(Handle.self, as: form) { _ in Handle(log: log) }
      try container.register(
        (any Store).self, as: form, { try $0.resolve(Handle.self) }, async: { try await $0.resolve(Handle.self) })
      _ = try await ask(container, (any Store).self, as: form.caller(0)).value()
      _ = try await container.shutdown(deadline: .seconds(120))
      #expect(log.entries == ["handle", "handle"])
    }

    @Test("Case 128: objects that come and go at one address are told apart", arguments: Form.allCases)
    func addresses(_ form: Form) async throws {
      let (container, log) = (Container(), DisposalLog())
      try container.register(DiskStore.self, scope: .scoped, as: form) { _ in DiskStore(log) }
      try alias(container, .scoped, as: form)
      for index in 0..<200 {
        // Not disposed of: a child that is only released.
        if index.isMultiple(of: 2) {
          let child = Container(parent: container)
          try child.register((any Store).self, named: "child", as: form) { _ in DiskStore(log) }
          _ = try await ask(child, (any Store).self, named: "child", as: form.caller(index)) { _ in true }.value()
        }
        let scope = try container.openScope()
        _ = try await ask(as: form.caller(index)) {
          _ = try scope.resolveNow((any Store).self)
        } async: {
          _ = try await scope.resolve((any Store).self)
        }.value()
        await scope.end()
        #expect(log.entries.count == index + 1)
      }
    }
  }
}
