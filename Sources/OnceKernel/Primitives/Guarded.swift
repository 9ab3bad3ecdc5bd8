/// A value and its lock as one thing: the value is reached only through the closure that runs under the lock.
///
/// Both lie in one piece of memory. Copies are the same value. Compiled where the type is known: the generic code costs more than the lock.
@frozen
@usableFromInline
package struct Guarded<State>: @unchecked Sendable {  // unchecked: the state is only touched under the lock
  /// The state is the header, the lock the one element.
  @usableFromInline
  final class Storage: ManagedBuffer<State, Lock.Raw> {
    @inlinable
    deinit {
      withUnsafeMutablePointerToElements { Lock(existing: $0).destroy() }
    }
  }

  @usableFromInline let storage: ManagedBuffer<State, Lock.Raw>

  @inlinable
  package init(_ state: State) {
    storage = Storage.create(minimumCapacity: 1) { _ in state }
    storage.withUnsafeMutablePointerToElements { _ = Lock(at: $0) }
  }

  /// Runs `body` under the lock. It must be bounded, run no user code, and hand out what has to be released instead of releasing it.
  @inlinable
  package func withLock<Result, Failure: Error>(_ body: (inout State) throws(Failure) -> Result) throws(Failure) -> Result {
    try storage.withUnsafeMutablePointers { state, raw throws(Failure) in
      let lock = Lock(existing: raw)
      lock.lock()
      defer { lock.unlock() }
      return try body(&state.pointee)
    }
  }
}
