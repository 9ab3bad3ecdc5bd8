// How a cell is left empty by callers that do not want its instance any more.

extension OnceCell {
  /// See `Attempt.cancel`.
  func cancel(_ attempt: Attempt, _ error: any Error) {
    var wake: [Waiter.Wake] = []
    let task: Task<Void, Never>? = BuildLock.lock.withLock {
      guard machine.attempt == attempt, attempt.isAsynchronous, attempt.group == nil, attempt.mayBeAbandoned,
        let waiters = machine.failed(attempt)
      else { return nil }
      let task = attempt.task
      attempt.end(.abandoned)
      if Mutant.cancelTellsNoWaiter.isActive { return task }
      wake = waiters.compactMap { $0.settle(.failed(error)) }
      return task
    }
    for wake in wake { wake() }
    task?.cancel()
  }

  /// Takes `waiter` off the build's list; returns the task to cancel if it was the last one. Guard: the caller holds `BuildLock.lock`.
  func leave(_ waiter: Waiter, _ attempt: Attempt) -> Task<Void, Never>? {
    if Mutant.keepsLeftEdges.isActive { return nil }
    if Mutant.leavingAbandonsOthers.isActive, attempt.isAsynchronous, attempt.kept.machine.isConstructing {
      _ = machine.leave(waiter)
      _ = machine.failed(attempt)
      attempt.end(.abandoned)
      return nil
    }
    if Mutant.keepsUnwanted.isActive {
      _ = machine.leave(waiter)
      return nil
    }
    guard machine.leave(waiter) == .leftEmpty, attempt.isAsynchronous, attempt.mayBeAbandoned else { return nil }
    _ = machine.failed(attempt)
    let task = attempt.task
    attempt.end(.abandoned)
    return task
  }
}
