/// A value and its lock as one thing: the value is reached only through the closure that runs under the lock.
package final class Guarded<State>: @unchecked Sendable {  // unchecked: `state` is only touched under `lock`
  private let lock = Lock()
  /// Guard: `lock`.
  private var state: State

  package init(_ state: State) {
    self.state = state
  }

  deinit {
    lock.destroyAndFree()
  }

  /// Runs `body` under the lock. It must be bounded, run no user code, and hand out what has to be released instead of releasing it.
  package func withLock<Result, Failure: Error>(_ body: (inout State) throws(Failure) -> Result) throws(Failure) -> Result {
    lock.lock()
    defer { lock.unlock() }
    return try body(&state)
  }
}
