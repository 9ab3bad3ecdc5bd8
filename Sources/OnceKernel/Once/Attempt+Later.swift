// What is to be done once the outermost build has run its injectors.

extension Attempt {
  // MARK: Guard: the caller holds `BuildLock.lock`

  /// The root of what is built for it on its own thread or in its own task; nil when that is over, so that what is built is a root itself.
  var rootForNested: Attempt? {
    let root = root ?? self
    return root.isWorkedOff ? nil : root
  }

  /// What is remembered of failures in its call, for the tasks that it starts.
  var callForTasks: Call? { (root ?? self).postponed?.call }

  private var madePostponed: Postponed {
    if let postponed { return postponed }
    let made = Postponed(Call())
    postponed = made
    return made
  }

  /// Remembers in its call that it failed.
  ///
  /// - Parameter isNested: whether something may come of it, as its root's code goes on.
  func noteFailure(of cell: OnceCell, _ error: any Error, isNested: Bool) {
    let root = root ?? self
    if root.isWorkedOff || root.postponed == nil && (!isNested || root === self) { return }
    root.madePostponed.call.note(error, of: cell)
  }

  /// The code that ran for it has returned: says whether there is something to work off, or that nothing can be postponed with it any more.
  func noteRun() {
    if isOver { ties = nil }
    guard root == nil, !isWorkedOff else { return }
    if let postponed, !postponed.isEmpty {
      postponing.set()
    } else {
      isWorkedOff = true
      postponed = nil
    }
  }

  // MARK: For the layer above

  package enum Postponing {
    /// It is done later.
    case queued
    /// Its build has failed: it is never done.
    case dropped
    /// Its build, and what that was nested in, is over: who asks does it at once.
    case late
  }

  /// Queues what is to be done on behalf of this build when its outermost one has run its injectors; until then it is not published.
  package func postpone(_ work: AnyObject) -> Postponing {
    BuildLock.lock.withLock {
      switch phase {
      case .ended(.published): return .late
      case .ended: return .dropped
      case .constructing, .constructed, .injected:
        let root = root ?? self
        if root.isWorkedOff { return .late }
        root.madePostponed.items.append(Postponed.Item(owner: self, work: work))
        noteUnclosed()
        return .queued
      }
    }
  }

  /// What is to be done next, and for which build; nil when all is done. Called for a root by the code that ran it; `closed` or `fail` follows.
  package func nextPostponed() -> (owner: Attempt, work: AnyObject)? {
    BuildLock.lock.withLock {
      guard let postponed else { return nil }
      postponed.call.isWorkingOff = true
      while let item = postponed.take() {
        if item.owner.isOver { continue }
        item.owner.noteClosing()
        return (item.owner, item.work)
      }
      isWorkedOff = true
      self.postponed = nil
      return nil
    }
  }

  /// What `nextPostponed` gave out for this build is done: publishes it, if that was the last thing.
  package func closed() {
    var wake: [Waiter.Wake] = []
    var exits: [Exit] = []
    BuildLock.lock.withLock {
      noteReturn()
      if isOver {
        exits = self.exits(leaving: nil)
        return
      }
      noteClosed()
      let (cell, made) = (cell, constructedInstance)
      guard publishIfDone(&wake, &exits) != nil else { return }
      exits.append(depart(leaving: cell?.isRetired == true ? made : nil))
    }
    for wake in wake { wake() }
    for exit in exits { exit() }
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
    BuildLock.lock.withLock { if !isOver { keep(object) } }
  }
}
