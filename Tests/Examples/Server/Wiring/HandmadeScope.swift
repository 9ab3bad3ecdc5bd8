import Synchronization

/// A value that the first caller makes, and that callers on other threads wait for.
///
/// The lock is held over the factory: that is short to write, and a cycle of two such values blocks its thread for ever.
package struct Once<Value: Sendable>: ~Copyable, Sendable {
  private let kept = Mutex<Value?>(nil)

  package init() {}

  package func get(_ make: () throws -> Value) rethrows -> Value {
    try kept.withLock { kept in
      if let kept { return kept }
      let value = try make()
      kept = value
      return value
    }
  }

  /// Releases the value, outside the lock.
  package func forget() { _ = kept.withLock { $0.take() } }
}

/// A value that a task of the first caller's makes. Other callers wait for the same task; none of them cancels it.
package struct OnceInTask<Value: Sendable>: ~Copyable, Sendable {
  private let kept = Mutex<Task<Value, any Error>?>(nil)

  package init() {}

  package func get(_ make: @escaping @Sendable () async throws -> Value) async throws -> Value {
    let task = kept.withLock { kept in
      if let kept { return kept }
      let task = Task { try await make() }
      kept = task
      return task
    }
    return try await task.value
  }

  package func forget() { _ = kept.withLock { $0.take() } }
}

/// Why a scope ended.
package enum Outcome: Sendable {
  case completed
  case failed(any Error)
}

/// The end of a scope that is written by hand: what is disposed of then, and that it comes once.
package struct HandmadeEnd: ~Copyable, Sendable {
  package typealias Disposer = @Sendable (Outcome) async throws -> Void

  // Not private: the compiler of Swift 6.3 ends itself over a private type in a mutex that another file holds.
  struct State {
    var disposers: [Disposer] = []
    var isOver = false
  }

  package struct ScopeHasEnded: Error {}

  private let state = Mutex(State())

  package init() {}

  package func checkOpen() throws { if state.withLock({ $0.isOver }) { throw ScopeHasEnded() } }

  /// Has something done at the end.
  package func add(_ disposer: @escaping Disposer) throws {
    try state.withLock { state in
      if state.isOver { throw ScopeHasEnded() }
      state.disposers.append(disposer)
    }
  }

  /// Runs the disposers, the last one first, in a task that the caller's cancellation does not reach. Answers whether this was the first call.
  package func come(_ outcome: Outcome) async -> Bool {
    let disposers: [Disposer]? = state.withLock { state in
      guard !state.isOver else { return nil }
      state.isOver = true
      defer { state.disposers = [] }
      return state.disposers
    }
    guard let disposers else { return false }
    if disposers.isEmpty { return true }
    await Task { for disposer in disposers.reversed() { try? await disposer(outcome) } }.value
    return true
  }
}
