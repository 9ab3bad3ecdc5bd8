import Holdfast
import HoldfastDiagnostics
import Searching

extension Events {
  /// What a container's owner does to its registrations while they are used.
  static let changes = [replace, unregister, unregisterAll, reset, resetAll, resetGroup, seal, injectorAgain, timePasses]

  private static let replace = Event(
    name: "replace", summary: "a thing is registered again", codes: [.sealed], rebuilds: true, removals: 1, takesAway: true,
    perform: { scene in
      try await scene.replaceTarget(rebuildsDependents: false) { container, register in try container.registerAll { register($0) } }
    })

  private static let unregister = Event(
    name: "unregister", summary: "a thing is unregistered", codes: [.notRegistered, .sealed], rebuilds: true, removals: 1, takesAway: true,
    perform: { scene in
      let key = scene.needs[scene.target]
      let wasRegistered = try key.access.unregister(from: scene.container)
      scene.edit {
        $0.unregistered.insert(key.role)
        if wasRegistered { $0.model.unregistered(key.role) }
      }
    })

  private static let unregisterAll = Event(
    name: "unregister-all", summary: "everything is unregistered", codes: [.notRegistered, .invalidSeed, .sealed], rebuilds: true,
    removals: 1, takesAway: true,
    perform: { scene in
      try scene.container.unregisterAll()
      scene.edit {
        for need in scene.needs {
          $0.unregistered.insert(need.role)
          $0.model.unregistered(need.role)
        }
      }
    })

  private static let reset = Event(
    name: "reset", summary: "a thing is reset", codes: [.sealed], rebuilds: true, removals: 1, takesAway: true,
    perform: { scene in
      let key = scene.needs[scene.target]
      try scene.take([key.role]) { try key.access.reset(in: scene.container) }
    })

  private static let resetAll = Event(
    name: "reset-all", summary: "everything is reset", codes: [.sealed], rebuilds: true, removals: 1, takesAway: true,
    perform: { scene in
      let wasClosed = scene.edit { $0.closedAt != nil }
      try scene.resetAll()
      scene.book.expect(!wasClosed, .truthful, "a container that a report had called over was reset without an error")
    })

  private static let resetGroup = Event(
    name: "reset-group", summary: "the cached things are reset", rebuilds: true, removals: 1, takesAway: true,
    perform: { scene in
      try scene.take(scene.needs.filter(\.lifetime.isInGroup).map(\.role)) {
        try scene.container.reset(group: "crossings")
        return true
      }
    })

  private static let seal = Event(
    name: "seal", summary: "the container is sealed", codes: [.sealed],
    perform: { scene in
      try scene.container.seal()
      scene.edit { $0.isSealed = true }
    })

  /// Nothing that is there ends with it: deadlines come, and what is waited for is late. Only builds for checking can let it pass.
  private static let timePasses = Event(
    name: "time-passes", summary: "an hour passes",
    perform: { _ in
      #if DEBUG || Exploration
        ProcessClock.pass(.seconds(3600))
      #endif
    })

  private static let injectorAgain = Event(
    name: "injector-again", summary: "a second injector of a type is registered elsewhere", codes: [.sealed, .shutDown],
    perform: { scene in
      let container = try scene.container
      try container.register(Item<Beside<Leaf>>.self, scope: .transient) { _ in throw PlannedFailure() }
      try container.registerInjector(Item<Beside<Leaf>>.self) { _, _ in }
      try container.registerInjector(Item<Beside<Leaf>>.self) { _, _ in }
      let isSaid = container.problems().contains { $0.kind == .duplicate }
      // One that was shut down meanwhile has nothing to say it of.
      scene.book.expect(
        isSaid || scene.program.unregistersAll || scene.edit { $0.isClosing || $0.isReleased }, .whole,
        "validation says nothing of an injector that replaces another")
    })
}
