import Holdfast

extension Events {
  /// Ways in which a container, a layer or a scope ends.
  static let ends = [drain, cancelBuilds, deadline, scopeEnd, layerEnd, release]

  private static let drain = Event(
    name: "drain", summary: "the container is shut down, and builds may finish", codes: [.shutDown], closes: true,
    perform: { scene in try await scene.shutDown(scene.container, .drain) })

  private static let cancelBuilds = Event(
    name: "cancel", summary: "the container is shut down, and builds are cancelled", codes: [.shutDown, .cancelled], abandons: true,
    closes: true,
    perform: { scene in try await scene.shutDown(scene.container, .cancel) })

  private static let deadline = Event(
    name: "deadline", summary: "the container is shut down with a deadline, and a disposer takes longer", codes: [.shutDown, .cancelled],
    closes: true, points: [.disposer], spoilsReport: true, isBounded: true,
    prepare: { scene in
      for need in scene.needs {
        // Longer than the deadline, whatever thread has the processor meanwhile: until the shutdown has returned.
        scene.hookLater(.disposer, need.role) {
          var turns = 0
          while scene.edit({ $0.isBounded }), scene.mode != .orders {
            if turns == 40_000 { return scene.book.report(.truthful, "a shutdown with a deadline waits for a disposer that takes longer") }
            turns += 1
            await scene.wait()
          }
        }
      }
    },
    perform: { scene in
      scene.edit { $0.isBounded = true }
      defer { scene.edit { $0.isBounded = false } }
      try await scene.shutDown(scene.container, .drain, deadline: .milliseconds(30))
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
      await container.withOverrides { batch in
        Recorder.hand(to: batch) { scene.install(scene.last, in: $0, generation: 0, layer: number) }
      } operation: {
        let task = Scene.$layer.withValue(number) { Task { await scene.outlive(.container(container)) } }
        scene.edit { $0.asking.append(task) }
        await scene.linger()
      }
      scene.ended(layer: number)
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

extension Events {
  /// Callers that give up.
  static let cancellations = [cancelOne, cancelAll]

  private static let cancelOne = Event(
    name: "cancel-one", summary: "one of the callers is cancelled", codes: [.cancelled], rebuilds: true, needsTasks: true,
    wantsAsynchronousLeaf: true, points: [.factory, .middle],
    perform: { scene in scene.edit { $0.asking.first }?.cancel() })

  private static let cancelAll = Event(
    name: "cancel-all", summary: "every caller is cancelled", codes: [.cancelled], rebuilds: true, needsTasks: true,
    wantsAsynchronousLeaf: true, waitsForCancellation: true, points: [.factory, .middle],
    perform: { scene in
      let asking = scene.edit { state in
        state.areCallersCancelled = true
        return state.asking
      }
      for task in asking { task.cancel() }
    })
}
