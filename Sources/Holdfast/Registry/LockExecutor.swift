import OnceKernel

/// The executor of a registry: the kernel's lock in the place of a queue, so that a change costs a lock and not a hand-over between threads.
///
/// Synchronous and asynchronous callers alike take the lock and run as the actor; see `Registry.enter(_:)`. No job is ever enqueued, because at
/// the end of an awaited job Swift goes on with the caller's code on the caller's own executor while this lock would still be held.
final class LockExecutor: SerialExecutor {
  /// Held while a thread runs as the registry.
  let lock = Lock()
  /// The address of the record of the thread that holds `lock`; 0 when no thread does. Guard: written with `lock` held.
  private let owner = AtomicWord(0)

  deinit {
    lock.destroyAndFree()
  }

  /// The calling thread runs as the registry until `end()`: what is bounded and does not call out.
  func begin() {
    assert(!isCurrent, "the registry was entered from inside itself")
    lock.lockPatiently()
    // Only the thread itself compares the value with its own record, so any ordering would do.
    owner.storeReleasing(Self.record)
  }

  func end() {
    owner.storeReleasing(0)
    lock.unlock()
  }

  func enqueue(_ job: consuming ExecutorJob) {
    preconditionFailure("the registry is entered with enter(_:), never awaited")
  }

  func asUnownedSerialExecutor() -> UnownedSerialExecutor {
    UnownedSerialExecutor(ordinary: self)
  }

  func checkIsolated() {
    // The defect is that callers do not queue up; that Swift can notice so is not what is to be shown.
    if Mutant.manyWriters.isActive { return }
    precondition(isCurrent, "the calling thread does not run as the registry")
  }

  /// Whether the calling thread holds the lock: no other thread ever stores this thread's record.
  private var isCurrent: Bool {
    // Before the owner is read: a thread that has no record yet may be given that of the owner, if the owner ends meanwhile.
    let record = Self.record
    return owner.loadAcquiring() == record
  }

  /// The calling thread's own: no other thread is given it while this one runs.
  private static var record: UInt { UInt(bitPattern: Threads.current) }
}
