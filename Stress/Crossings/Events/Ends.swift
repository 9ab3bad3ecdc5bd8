import Holdfast

extension Events {
  /// Ways in which a container, a layer or a scope ends.
  static let ends = [drain, cancelBuilds, deadline, scopeEnd, layerEnd, release]

  private static let drain = Event(
    name: "drain", summary: "the container is shut down, and builds may finish", codes: [.shutDown], closes: true,
    perform: { scene in try await scene.shutDown(scene.container, .drain) })

  private static let cancelBuilds = Event(
    name: "cancel", summary: "the container is shut down, and builds are cancelled", codes: [.shutDown, .cancelled], closes: true,
    perform: { scene in try await scene.shutDown(scene.container, .cancel) })

  private static let deadline = Event(
    name: "deadline", summary: "the container is shut down with a deadline, and a disposer takes longer", codes: [.shutDown, .cancelled],
    closes: true, points: [.disposer], spoilsReport: true,
    prepare: { scene in
      for need in scene.needs {
        scene.hookLater(.disposer, need.role) { for _ in 0..<800 where scene.mode != .orders { await scene.wait() } }
      }
    },
    perform: { scene in
      let start = ContinuousClock.now
      try await scene.shutDown(scene.container, .drain, deadline: .milliseconds(30))
      let taken = ContinuousClock.now - start
      if scene.mode != .orders, taken > .milliseconds(300) {
        scene.book.report(.truthful, "a shutdown with a deadline of 30 ms took more than 300")
      }
    })

  private static let scopeEnd = Event(
    name: "scope-end", summary: "a scope ends while a task that it started asks it", codes: [.outsideScope, .shutDown, .cancelled],
    perform: { scene in
      let container = try scene.container
      await container.withScope { scope in
        let task = Task { await scene.outlive(.scope(scope)) }
        scene.edit { $0.asking.append(task) }
        await scene.linger()
      }
    })

  private static let layerEnd = Event(
    name: "layer-end", summary: "a layer ends while a task that it started asks in it", codes: [.shutDown, .cancelled],
    takesAway: true,
    perform: { scene in
      let container = try scene.container
      let number = scene.nextLayer()
      try await container.withOverrides { batch in
        Recorder.hand(to: batch) { scene.install(scene.last, in: $0, generation: 0, isOverride: true) }
      } operation: {
        let task = Scene.$layer.withValue(number) { Task { await scene.outlive(.container(container)) } }
        scene.edit { $0.asking.append(task) }
        await scene.linger()
      }
    })

  private static let release = Event(
    name: "release", summary: "the last handle of the container is dropped", codes: [.shutDown, .cancelled],
    perform: { scene in
      let container = scene.edit { state in
        defer { state.container = nil }
        return state.container
      }
      withExtendedLifetime(container) {}
      scene.edit { $0.isReleased = true }
    })
}
