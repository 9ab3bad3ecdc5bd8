import Holdfast

extension Events {
  /// Calls from the inside of factories, scopes and disposers.
  static let insides = [registerInside, shutdownInFactory, shutdownInScope, shutdownInDisposer, shutdownAcross, shutdownEachOther]

  private static let registerInside = Event(
    name: "register-inside", summary: "a factory registers something, and resolves it", codes: [.sealed, .shutDown], points: [.factory],
    prepare: { scene in
      scene.hook(.factory, scene.needs[scene.target].role) {
        let container = try scene.container
        try container.register(String.self, named: "inside", instance: "inside")
        guard let value = try? container.resolve(String.self, named: "inside") else { return }
        scene.book.expect(value == "inside", .whole, "what a factory registered is not found")
      }
    })

  private static let shutdownInFactory = Event(
    name: "shutdown-in-factory", summary: "a factory shuts its container down", codes: [.shutdownInFactory, .factoryFailed], rebuilds: true,
    wantsAsynchronousLeaf: true, points: [.factory],
    prepare: { scene in
      scene.hookLater(.factory, Leaf.role) { try await scene.shutDown(scene.container, .drain) }
    })

  private static let shutdownInScope = Event(
    name: "shutdown-in-scope", summary: "the container is shut down inside one of its scopes",
    codes: [.shutDown, .cancelled, .shutdownInFactory],
    closes: true,
    perform: { scene in
      let container = try scene.container
      try await container.withScope { scope in
        // One that drains already may refuse new scopes.
        let isFirst = !scene.edit { $0.isClosing }
        try await scene.shutDown(container, .drain, fromInside: true)
        if isFirst {
          do { _ = try await scene.bystanding { try await scope.resolve(Item<Leaf>.self) } } catch { scene.refused(error) }
        }
      }
    })

  private static let shutdownInDisposer = Event(
    name: "shutdown-in-disposer", summary: "a task that a disposer starts shuts the container down",
    codes: [.shutDown, .cancelled], rebuilds: true, takesAway: true, closes: true, points: [.disposer],
    prepare: { scene in
      for need in scene.needs {
        scene.hookLater(.disposer, need.role) {
          let container = try scene.container
          let task = Task<Void?, Never> {
            try? await scene.shutDown(container, .drain, fromInside: true)
            // A layer of this task may outlast the answer, and takes what is registered.
            if scene.program.hasLayer { return }
            let isOpen = (try? container.register(String.self, named: "after", instance: "")) != nil
            scene.book.expect(!isOpen, .truthful, "a shutdown returned to a task of a disposer, and its container is open")
          }
          scene.edit { $0.shutters.append(task) }
        }
      }
    },
    perform: { scene in try scene.resetAll() })

  private static let shutdownAcross = Event(
    name: "shutdown-across", summary: "a factory awaits the shutdown of another container, which waits for that factory",
    codes: [.shutDown, .cancelled, .shutdownInFactory, .factoryFailed], rebuilds: true, wantsAsynchronousLeaf: true, points: [.factory],
    prepare: { scene in
      let isLate = scene.chance(2)
      let other = try Container(parent: scene.container) { batch in
        batch.register(
          String.self, named: "across",
          .async { r in
            // Before the leaf's factory awaits the shutdown, or while it does.
            if isLate { for _ in 0..<24 { await scene.wait() } }
            _ = try await r.resolve(Item<Leaf>.self)
            return ""
          })
      }
      scene.edit { $0.partners["across"] = other }
      scene.hookLater(.factory, Leaf.role) {
        for _ in 0..<8 { await scene.wait() }
        _ = try await other.shutdown()
      }
    },
    perform: { scene in
      guard let other = scene.edit({ $0.partners["across"] }) else { return }
      _ = try await scene.bystanding { try await other.resolve(String.self, named: "across") }
    })

  private static let shutdownEachOther = Event(
    name: "shutdown-each-other", summary: "two containers are shut down, and a disposer of each shuts the other down",
    codes: [.shutDown, .cancelled], closes: true,
    prepare: { scene in
      let container = try scene.container
      let other = Container()
      let shutDown: @Sendable (String) async -> Void = { [weak scene] _ in
        scene?.closes()
        _ = try? await container.shutdown()
      }
      try other.register(String.self, scope: .singleton(dispose: shutDown), factory: { _ in "" })
      try container.register(String.self, scope: .singleton(dispose: { _ in _ = try? await other.shutdown() }), factory: { _ in "" })
      _ = (try other.resolve(String.self), try container.resolve(String.self))
      scene.edit { $0.partners["each-other"] = other }
    },
    perform: { scene in
      guard let other = scene.edit({ $0.partners["each-other"] }) else { return }
      let container = try scene.container
      scene.closes()
      async let first = other.shutdown()
      try await scene.shutDown(container, .drain)
      _ = try await first
    })
}
