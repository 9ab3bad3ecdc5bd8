// What is to be done once the outermost build has run its injectors.

extension Attempt {
  // MARK: Guard: the caller holds `BuildLock.lock`

  /// The root of what is built for it on its own thread or in its own task; nil when that is over, so that what is built is a root itself.
  var rootForNested: Attempt? {
    let root = root ?? self
    return root.hasRunDeferred ? nil : root
  }

  /// What is remembered of failures in its call, for the tasks that it starts.
  var callForTasks: Call? { (root ?? self).deferred?.call }

  private var madeDeferred: DeferredWork {
    if let deferred { return deferred }
    let made = DeferredWork(Call())
    madeExtras.deferred = made
    return made
  }

  /// Remembers in its call that it failed.
  ///
  /// - Parameter isNested: whether something may come of it, as its root's code goes on.
  func noteFailure(of cell: OnceCell, _ error: any Error, isNested: Bool) {
    let root = root ?? self
    if root.hasRunDeferred || root.deferred == nil && (!isNested || root === self) { return }
    root.madeDeferred.call.note(error, of: cell)
  }

  /// The code that ran for it has returned. From now on nothing can be deferred with it, unless something is already.
  func noteRun() {
    if isDecided { extras?.dependencies = nil }
    guard root == nil, !hasRunDeferred else { return }
    if let deferred, !deferred.isEmpty {
      mustRunDeferred.set()
    } else {
      hasRunDeferred = true
      extras?.deferred = nil
    }
  }

  // MARK: For the container

  package enum Deferral {
    /// It is done later.
    case queued
    /// Its build has failed: it is never done.
    case dropped
    /// Its build, and the one that was nested in, is over: the caller does it at once.
    case late
  }

  /// Queues what is to be done on behalf of this build when its outermost one has run its injectors; until then it is not published.
  package func deferWork(_ work: AnyObject) -> Deferral {
    BuildLock.lock.withLock {
      switch phase {
      case .ended(.published): return .late
      case .ended(.failed), .ended(.abandoned): return .dropped
      case .constructing, .constructed, .injected:
        let root = root ?? self
        if root.hasRunDeferred { return .late }
        root.madeDeferred.items.append(DeferredWork.Item(owner: self, work: work))
        noteDeferred()
        return .queued
      }
    }
  }

  /// What is to be done next, and for which build; nil when all is done. Called for a root by the code that ran it; `finishDeferred` or `fail`
  /// follows.
  package func nextDeferred() -> (owner: Attempt, work: AnyObject)? {
    BuildLock.lock.withLock {
      guard let deferred else { return nil }
      deferred.call.isRunningDeferred = true
      while let item = deferred.take() {
        if item.owner.isDecided { continue }
        item.owner.noteDeferredStart()
        return (item.owner, item.work)
      }
      hasRunDeferred = true
      extras?.deferred = nil
      return nil
    }
  }

  /// What `nextDeferred` gave out for this build is done: publishes it, if that was the last thing.
  package func finishDeferred() {
    var wake: [Waiter.Wake] = []
    var exits: [Exit] = []
    BuildLock.lock.withLock {
      noteReturn()
      if isDecided {
        exits = self.exits(leaving: nil)
        return
      }
      noteDeferredRun()
      let (cell, made) = (cell, constructedInstance)
      guard publishIfDone(&wake, &exits) != nil else { return }
      exits.append(depart(leaving: cell?.isRetired == true ? made : nil))
    }
    // First: a caller that is told may end what was made.
    for exit in exits { exit() }
    for wake in wake { wake() }
  }

  /// Says that what is done for this build waits in a task for an asynchronous build, so that no thread outside waits for it.
  package func setAwaitsTask(_ awaits: Bool) {
    var wake: [Waiter.Wake] = []
    BuildLock.lock.withLock {
      noteAwaitsTask(awaits)
      if awaits { releaseThreads(&wake) }
    }
    for wake in wake { wake() }
  }

  /// Keeps the object of a weak instance until it is published.
  package func keepUntilPublished(_ object: AnyObject) {
    BuildLock.lock.withLock { if !isDecided { keep(object) } }
  }
}
