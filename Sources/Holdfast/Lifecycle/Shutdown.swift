import OnceKernel

/// Where a container stands with its own end, and the disposals that are under way.
final class Shutdown: Sendable {
  private struct State {
    var isDraining = false
    var task: Task<ShutdownReport, Never>?
    var pending: [UInt64: Task<Void, Never>] = [:]
    var started: UInt64 = 0
    var failures: [ShutdownReport.Failure] = []
  }

  private let state = Guarded(State())

  /// True while builds that were in flight at the shutdown may still finish.
  var isDraining: Bool { state.withLock { $0.isDraining } }

  func endDraining() {
    state.withLock { $0.isDraining = false }
  }

  /// The one task that shuts down; the first who asks says what it does.
  func task(_ body: @escaping @Sendable () async -> ShutdownReport) -> Task<ShutdownReport, Never> {
    state.withLock {
      #if Exploration
        if Mutant.shutdownPerCaller.isActive { $0.task = nil }
      #endif
      if let task = $0.task { return task }
      let task = Task.detached(operation: body)
      $0.task = task
      $0.isDraining = true
      #if Exploration
        if Mutant.drainRefuses.isActive { $0.isDraining = false }
      #endif
      return task
    }
  }

  /// Runs a disposal in a task of its own; `finish` waits for it.
  func run(_ dispose: @escaping @Sendable () async -> Void) {
    state.withLock { state in
      state.started += 1
      let number = state.started
      // Stored in the step that starts it, so that it cannot be over before.
      state.pending[number] = Task.detached {
        await dispose()
        self.state.withLock { $0.pending[number] = nil }
      }
    }
  }

  func record(_ key: AnyKey, _ error: any Error) {
    state.withLock { $0.failures.append(ShutdownReport.Failure(key: key, error: error)) }
  }

  /// Waits for the disposals under way and answers every failure so far.
  func finish() async -> [ShutdownReport.Failure] {
    #if Exploration
      if Mutant.disposalsForgotten.isActive { return state.withLock { $0.failures } }
    #endif
    for task in state.withLock({ Array($0.pending.values) }) { await task.value }
    return state.withLock { $0.failures }
  }
}
