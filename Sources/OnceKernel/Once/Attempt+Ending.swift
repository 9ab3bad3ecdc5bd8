// How builds end together: what needs each other, or is in one injection group.

extension Attempt {
  /// The cell that it fills; nil once it is decided, and for what no cell keeps.
  package var currentCell: OnceCell? { BuildLock.lock.withLock { cell } }

  /// The place of what it made in the order of publication; nil if no caller got that.
  package var orderOfPublication: UInt64? { BuildLock.lock.withLock { publishedOrder == 0 ? nil : publishedOrder } }

  /// Publishes it with all that it needs, if all of that is done, and then what only waited for these; nil if it is not. Answers the cells
  /// that were taken out of their tables meanwhile. Guard: the caller holds `BuildLock.lock`.
  func publishIfDone(_ wake: inout [Waiter.Wake], _ exits: inout [Exit]) -> [OnceCell]? {
    var retired: [OnceCell] = []
    let isDone = publishWhatIsDone { attempt in
      guard let cell = attempt.cell else { return }
      let made = attempt.constructedInstance
      if cell.isRetired { retired.append(cell) }
      cell.publish(attempt, &wake)
      // Its code has returned, as it is injected. The one that asks here leaves like every other build.
      if attempt !== self { exits.append(attempt.depart(leaving: cell.isRetired ? made : nil)) }
    }
    return isDone ? retired : nil
  }

  /// Its injectors are done, and it is not published: builds that may have the object go on with it, and need it from now on.
  ///
  /// Guard: the caller holds `BuildLock.lock`.
  func release(_ wake: inout [Waiter.Wake]) {
    // A caller that waited for a member of a group waited for all of them.
    if let group, group.isInjected {
      for member in group.members { member.releaseOne(&wake, to: member.isAvailable) }
    } else {
      releaseOne(&wake, to: isAvailable)
    }
    releaseThreads(&wake)
  }

  /// If its injectors are done, builds for which `mayTake` holds go on with the object, and need it from now on, unless they are in its group.
  ///
  /// Guard: the caller holds `BuildLock.lock`.
  func releaseOne(_ wake: inout [Waiter.Wake], to mayTake: (Attempt) -> Bool) {
    guard let cell, case .injected(let instance) = phase else { return }
    let released = cell.machine.releaseEarly(self) { $0.build.map(mayTake) ?? false }
    for waiter in released {
      waiter.build?.need(self)
      waiter.settle(.ready(instance)).map { wake.append($0) }
    }
    // A thread never sleeps until a task continues. A thread that parked when only a thread was at work asks again, and is told to await.
    if awaitsTask { wake += cell.machine.releaseEarly(self) { $0.isThread }.compactMap { $0.settle(.retry) } }
  }

  /// Has the threads outside every build ask again that wait for a publication for which a task has to go on, and are told to await.
  ///
  /// Guard: the caller holds `BuildLock.lock`.
  func releaseThreads(_ wake: inout [Waiter.Wake]) {
    guard dependencies != nil, publicationAwaitsTask else { return }
    for attempt in fate {
      guard let cell = attempt.cell else { continue }
      wake += cell.machine.releaseEarly(attempt) { $0.isThread && $0.build == nil }.compactMap { $0.settle(.retry) }
    }
  }

  /// Whether it makes its object yet, or injects it, and no other build has that or waits to be told.
  ///
  /// Guard: the caller holds `BuildLock.lock`.
  var mayBeAbandoned: Bool {
    switch phase {
    case .constructing: true
    case .constructed: group == nil && dependencies == nil
    case .injected, .ended: false
    }
  }

  /// The factory, an injector or a closure threw: empties the cell, and the cells of its whole group and of all that need it, and gives every joined
  /// waiter the error. Answers the error that it failed with, which may have come from another build before.
  ///
  /// - Parameter remains: what it made, which it does not know itself once it was abandoned.
  @discardableResult
  package func fail(_ error: any Error, leaving remains: AnyObject? = nil) -> any Error {
    var wake: [Waiter.Wake] = []
    var unwanted: [Task<Void, Never>] = []
    let (failure, exits): (any Error, [Exit]) = BuildLock.lock.withLock {
      noteReturn()
      defer { noteRun() }
      if Mutant.failureLeavesBuilding.isActive {
        wake += cell?.machine.waiters.compactMap { $0.settle(.failed(error)) } ?? []
        return (error, [])
      }
      let members = isDecided || Mutant.failsAlone.isActive ? [self] : fate
      let failedGroup = members.count > 1 ? FailedGroup() : nil
      let made = constructedInstance ?? remains
      for member in members {
        guard let cell = member.cell, let waiters = cell.machine.failed(member) else { continue }
        member.noteFailure(of: cell, error, isNested: member === self)
        if let failedGroup { member.end(.failed(error), in: failedGroup) } else { member.end(.failed(error)) }
        if Mutant.failureForgetsWaiters.isActive { continue }
        wake += waiters.compactMap { $0.settle(.failed(error)) }
        if member.kept.machine.code != .returned { member.overtake(error, &wake, &unwanted) }
      }
      if let first = kept.machine.failure { return (first, self.exits(leaving: made)) }
      return (error, self.exits(leaving: made))
    }
    // First: a caller that is told may end what was made.
    for exit in exits { exit() }
    for wake in wake { wake() }
    for task in unwanted { task.cancel() }
    return failure
  }

  /// It failed with another build while its code waits: that goes on with the error.
  private func overtake(_ error: any Error, _ wake: inout [Waiter.Wake], _ unwanted: inout [Task<Void, Never>]) {
    for waiter in waits {
      guard let target = waiter.attempt, let cell = target.cell else { continue }
      cell.leave(waiter, target).map { unwanted.append($0) }
      waiter.settle(.overtaken(error)).map { wake.append($0) }
    }
  }

  /// Why it does not get what `cell` holds, or why that is not built for it again; nil if it may ask.
  ///
  /// Guard: the caller holds `BuildLock.lock`.
  func refusal(of cell: OnceCell, isIdle: Bool) -> OnceCell.Entry? {
    if let error = kept.machine.failure { return .overtaken(error) }
    guard isIdle, let call = callForTasks, let error = call.refusal(of: cell) else { return nil }
    return .failed(error)
  }
}
