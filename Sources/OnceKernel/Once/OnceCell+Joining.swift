// Joining a build that is in flight.

extension OnceCell {
  /// Goes on with a build that the caller has run and that `finish` holds; nil when it is published meanwhile, or not wanted any more.
  package func rejoin(_ attempt: Attempt, for build: Attempt?, mode: Mode) -> Entry? {
    var wake: [Waiter.Wake] = []
    let entry: Entry? = BuildLock.lock.withLock {
      switch attempt.phase {
      case .ended(.failed(let error)): return .failed(error)
      case .ended(.published), .ended(.abandoned): return nil
      case .constructing, .constructed, .injected:
        let taker = build.flatMap { $0.mayAsk ? $0 : nil }
        if let taker, let entry = taker.refusal(of: self, isIdle: false) { return entry }
        return meet(attempt, for: taker, blocking: [], mode: mode, &wake)
      }
    }
    for wake in wake { wake() }
    return entry
  }

  /// What `taker` gets that asks for what `attempt` builds. Guard: the caller holds `BuildLock.lock`.
  ///
  /// - Parameter blocked: the builds that wait too if the thread parks.
  func meet(
    _ attempt: Attempt, for taker: Attempt?, blocking blocked: [Attempt], mode: Mode, _ wake: inout [Waiter.Wake]
  ) -> Entry {
    attempt.noteKnown()
    if let taker {
      switch WaitGraph.verdict(of: taker, on: attempt) {
      case .safe: break
      case .early(let instance, let woken):
        wake = woken
        return .early(instance)
      case .cycle(let builds):
        for build in builds { build.noteKnown() }
        return .cycle(builds)
      }
    }
    if !blocked.isEmpty, let builds = WaitGraph.cycle(closedBy: blocked, of: taker, on: attempt) {
      for build in builds { build.noteKnown() }
      return .cycle(builds)
    }
    if Mutant.checksApart.isActive, let entry = joinLater(attempt, taker, mode, &wake) { return entry }
    return wait(for: attempt, by: taker, blocking: blocked, mode: mode)
  }

  /// Joins an asynchronous build that the caller has just started: its first waiter.
  package func join(_ attempt: Attempt, for build: Attempt?) -> Waiter? {
    BuildLock.lock.withLock {
      guard attempt.cell === self else { return nil }
      let waiter = Waiter(suspending: build.flatMap { $0.mayAsk ? $0 : nil }, on: attempt)
      if let error = waiter.build?.kept.machine.failure {
        _ = waiter.settle(.overtaken(error))
        return waiter
      }
      return admit(waiter, to: attempt) ? waiter : nil
    }
  }

  /// Guard: the caller holds `BuildLock.lock`.
  private func admit(_ waiter: Waiter, to attempt: Attempt) -> Bool {
    guard machine.join(waiter) else { return false }
    if attempt.awaitedSince == nil { attempt.awaitedSince = .now }
    if let build = waiter.build {
      attempt.group?.noteWait(for: attempt)
      build.beginWait(waiter)
    }
    return true
  }

  /// Guard: the caller holds `BuildLock.lock`.
  private func wait(for attempt: Attempt, by build: Attempt?, blocking blocked: [Attempt], mode: Mode) -> Entry {
    let waiter: Waiter
    switch mode {
    case .blocking:
      if attempt.isAsynchronous || attempt.awaitsTask || build == nil && attempt.publicationAwaitsTask { return .mustSuspend(attempt) }
      waiter = Waiter(parking: build, blocking: blocked, on: attempt)
    case .suspending: waiter = Waiter(suspending: build, on: attempt)
    }
    let joined = admit(waiter, to: attempt)
    assert(joined, "a cell that answers join has a build in flight")
    return .wait(waiter, attempt)
  }
}
