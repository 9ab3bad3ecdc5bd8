import Holdfast
import HoldfastStress
import Searching

extension Events {
  /// What happens to a scope that was opened by hand.
  static let scopes = [openScope, endTwice, stuckScope, manyScopes]

  private static let openScope = Event(
    name: "open-scope", summary: "a scope is open when the container is shut down elsewhere, which waits for it",
    codes: [.shutDown, .cancelled, .shutdownInFactory], closes: true,
    perform: { scene in
      let container = try scene.container
      let scope = try container.openScope()
      let isOver = Flag()
      let task = Task {
        try? await scene.shutDown(container, .drain)
        isOver.set()
      }
      await scene.linger()
      do { _ = try await scene.bystanding { try await scope.resolve(Item<Leaf>.self) } } catch { scene.refused(error) }
      scene.book.expect(!isOver.isSet || scene.program.isBounded, .truthful, "a shutdown did not wait for an open scope")
      await scope.end()
      await task.value
    })

  private static let endTwice = Event(
    name: "end-twice", summary: "two tasks end a scope while a third asks in it", codes: [.outsideScope, .shutDown, .cancelled],
    prepare: { scene in
      try scene.container.register(
        Witness.self, named: "twice", scope: .scoped(dispose: { witness, ending in witness.dispose(ending) }),
        factory: { _ in Witness(scene) })
    },
    perform: { scene in
      let scope = try scene.container.openScope()
      _ = try scope.resolveNow(Witness.self, named: "twice")
      let asker = Task { await scene.outlive(.scope(scope)) }
      scene.edit { $0.asking.append(asker) }
      await scene.linger()
      async let first: Bool = scope.end()
      async let second: Bool = scope.end(.failed(PlannedFailure()))
      let ends = await [first, second]
      scene.book.expect(ends.count { $0 } == 1, .once, "a scope that two tasks ended was ended by \(ends.count { $0 })")
      scene.book.expect((try? scope.resolveNow(Witness.self, named: "twice")) == nil, .whole, "a scope that has ended hands out its value")
    })

  private static let stuckScope = Event(
    name: "stuck-scope", summary: "the container is shut down with a deadline, and a disposer of a scope takes longer",
    codes: [.shutDown, .cancelled], closes: true, spoilsReport: true, isBounded: true,
    prepare: { scene in
      try scene.container.register(
        Witness.self, named: "stuck",
        scope: .scoped(dispose: { witness, ending in
          // As long as the shutdown, whatever thread has the processor meanwhile.
          for _ in 0..<40_000 where scene.edit({ $0.isBounded }) && scene.mode != .orders { await scene.wait() }
          witness.dispose(ending)
        }), factory: { _ in Witness(scene) })
    },
    perform: { scene in
      let container = try scene.container
      let scope = try container.openScope()
      try scope.resolveNow(Witness.self, named: "stuck").expect(.completed)
      scene.edit { $0.isBounded = true }
      let task = Task { _ = await scope.end() as Bool }
      await scene.linger()
      do { try await scene.shutDown(container, .drain, deadline: .milliseconds(30)) } catch { scene.failed(error, 0) }
      scene.edit { $0.isBounded = false }
      await task.value
    })
  private static let manyScopes = Event(
    name: "many-scopes", summary: "scopes with asynchronous values come and go, one after the other, and leave nothing behind",
    codes: [.shutDown, .cancelled],
    prepare: { scene in
      let container = try scene.container
      try container.register(
        Witness.self, named: "first of many", scope: .scoped(dispose: { witness, ending in witness.dispose(ending) }),
        .async { _ in
          await Task.yield()
          return Witness(scene)
        })
      try container.register(
        Witness.self, named: "second of many", scope: .scoped(dispose: { witness, ending in witness.dispose(ending) }),
        .async { r in
          _ = try await r.resolve(Witness.self, named: "first of many")
          return Witness(scene)
        })
    },
    perform: { scene in
      let container = try scene.container
      for _ in 0..<(scene.mode == .orders ? 1 : 50) {
        try await container.withScope { scope in
          // The oracle sees whether each is disposed of once, and is gone at the end.
          try await scope.resolve(Witness.self, named: "second of many").expect(.completed)
        }
      }
    })
}
