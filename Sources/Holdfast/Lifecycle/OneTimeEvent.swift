import OnceKernel

/// Something that happens once, and that tasks wait for. Copies are the same event.
struct OneTimeEvent: Sendable {
  private struct State {
    var hasHappened = false
    var tickets: UInt64 = 0
    /// The waiting tasks, by ticket.
    var waiting: [UInt64: CheckedContinuation<Void, Never>] = [:]
  }

  private let state = Guarded(State())

  var hasHappened: Bool { state.withLock { $0.hasHappened } }

  /// Wakes all waiting tasks. Called outside every lock: resuming a task may run its executor.
  func happen() {
    let waiting = state.withLock { state in
      state.hasHappened = true
      defer { state.waiting = [:] }
      return state.waiting
    }
    for continuation in waiting.values { continuation.resume() }
  }

  /// Waits until it happens, `end` has passed, or the calling task is cancelled; answers whether it has happened.
  func wait(until end: ProcessClock.Moment? = nil) async -> Bool {
    guard let end else {
      await wait()
      return hasHappened
    }
    if hasHappened { return true }
    await withTaskGroup(of: Void.self) { group in
      group.addTask { await self.wait() }
      group.addTask { await ProcessClock.sleep(until: end) }
      await group.next()
      group.cancelAll()
    }
    return hasHappened
  }

  private func wait() async {
    let ticket = state.withLock { state in
      state.tickets += 1
      return state.tickets
    }
    await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        let goesOn = state.withLock { state in
          // The handler below runs before this if the task was cancelled before: it finds no waiter, so look here too.
          if state.hasHappened || Task.isCancelled { return true }
          state.waiting[ticket] = continuation
          return false
        }
        if goesOn { continuation.resume() }
      }
    } onCancel: {
      state.withLock { $0.waiting.removeValue(forKey: ticket) }?.resume()
    }
  }
}
