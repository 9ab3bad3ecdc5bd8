/// What `BuildLock.lock` guards of a build, and may be the last to hold something. Guard of everything: `BuildLock.lock`.
struct AttemptFields {
  /// How far it is: changed by `Attempt.advance`. unkept: `Attempt.end` keeps the instance, and nothing else goes out of it.
  @Declared var machine: Attempt.Machine
  @Kept var cell: OnceCell?
  @Kept var requester: Attempt? = nil
  @Kept var root: Attempt? = nil
  @Kept var task: Task<Void, Never>? = nil
  @Kept var extras: AttemptExtras? = nil
  /// Of a root: true once nothing can be deferred any more.
  var hasRunDeferred = false

  /// Takes out what the end of a build lets go of, for a caller that hands it out of the locked region.
  @inline(__always)
  mutating func takeOut() -> (cell: OnceCell?, requester: Attempt?, task: Task<Void, Never>?) {
    (_cell.take(leaving: nil), _requester.take(leaving: nil), _task.take(leaving: nil))
  }

  /// Forgets its root, for a thread that alone knows of the build.
  mutating func forgetRoot() { _ = _root.take(leaving: nil) }
}

/// What few builds have. Guard of everything: `BuildLock.lock`.
final class AttemptExtras: Keepable {
  /// The builds it is in an injection cycle with, itself included.
  @Kept var group: InjectionGroup? = nil
  /// True while its group keeps it among those for which a build outside may wait.
  var isOnFrontier = false
  /// The objects that it took unpublished, the builds that took its own unpublished, and its closures.
  @Kept var dependencies: PublicationDependencies? = nil
  /// What its group left when it failed, itself included, if that was more than this one build.
  @Kept var failedGroup: FailedGroup? = nil
  /// Of a root: what is to be done once it has run its injectors.
  @Kept var deferred: DeferredWork? = nil
  /// The highest priority of the callers that waited before the task was known, as its raw value.
  var wantedPriority: UInt8?
  /// True once it was told that it is late.
  var isToldLate = false
  /// Of a build that no cell keeps: the one from which its task descends.
  @Kept var lineage: Attempt? = nil
  /// What tasks that descend from it wait for, and how many of them. unkept: the caller of `endHiddenWait` keeps what goes.
  var hidden: [ObjectIdentifier: (target: Attempt, count: Int)] = [:]
}

/// Neighbours of a build in a list. Guard of everything: `BuildLock.lock`.
struct Links {
  var previous: Unmanaged<Attempt>?
  var next: Unmanaged<Attempt>?
}

// Guard of everything: the caller holds `BuildLock.lock`.
extension Attempt {
  /// Nil once the attempt ended, so that a captured resolver keeps nothing of the build alive.
  var cell: OnceCell? {
    get { kept.cell }
    set { kept.cell = newValue }
  }

  /// The build on whose thread this one runs, and which therefore waits for it.
  var requester: Attempt? {
    get { kept.requester }
    set { kept.requester = newValue }
  }

  var phase: Machine.Phase { kept.machine.phase }

  /// The outermost build of its thread, or of the task it runs in, with which it queues what is to be done later; nil if it is that itself.
  var root: Attempt? {
    get { kept.root }
    set { kept.root = newValue }
  }

  /// Of a root: true once nothing can be deferred any more.
  var hasRunDeferred: Bool {
    get { kept.hasRunDeferred }
    set { kept.hasRunDeferred = newValue }
  }

  /// The task of an asynchronous build; cancelled, outside the lock, when no caller waits any more.
  var task: Task<Void, Never>? {
    get { kept.task }
    set { kept.task = newValue }
  }

  var extras: AttemptExtras? { kept.extras }

  /// The extras, made now if there are none.
  var madeExtras: AttemptExtras {
    if let extras { return extras }
    let made = AttemptExtras()
    kept.extras = made
    return made
  }

  /// Others know of it than the code that runs it: it is used for no other build.
  func noteKnown() { _ = madeExtras }

  var group: InjectionGroup? { extras?.group }
  var dependencies: PublicationDependencies? { extras?.dependencies }
  var deferred: DeferredWork? { extras?.deferred }
}
