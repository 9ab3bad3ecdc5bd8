/// Which build waits for which, read off the attempts in flight: there are no edges of its own that could be forgotten.
///
/// A build waits for another when it runs it on its own thread (`requester`) or has joined it (a waiter that names the build), and when its code is on a
/// thread that parks there for yet another build. What waits for a member of an injection group waits for every member. The caller of everything here
/// holds `BuildLock.lock`.
enum WaitGraph {
  enum Verdict {
    case safe
    /// Waiting would close a cycle of objects that are all constructed: the caller gets the object, and then wakes these.
    case early(AnyObject, wake: [Waiter.Wake])
    /// Waiting would close a cycle; the builds on it, from the target to the asking build.
    case cycle([Attempt])
  }

  /// May `build` wait for `target`?
  static func verdict(of build: Attempt, on target: Attempt) -> Verdict {
    if target.isAvailable(to: build), let instance = target.constructedInstance {
      build.need(target)
      return .early(instance, wake: [])
    }
    // Its injectors are done, so that no build waits for what it waits for now.
    if build.isInjected { return .safe }
    if Mutant.earlyToStrangers.isActive, let instance = target.constructedInstance { return .early(instance, wake: []) }
    let search = CycleSearch(from: target, to: build, isThorough: target.constructedInstance != nil)
    if Mutant.suspectsAllWaits.isActive, search.foundAny { return .cycle([target, build]) }
    guard search.isClosed else { return threadsCycle(of: build, on: target).map { .cycle($0) } ?? .safe }
    if let instance = target.constructedInstance {
      if Mutant.earlyToHalfCircle.isActive { return .early(instance, wake: []) }
      let involved = search.involved
      if involved.allSatisfy(\.isOrWasConstructed) {
        let woken = merge(involved.filter { $0.constructedInstance != nil })
        build.need(target)
        return .early(instance, wake: woken)
      }
    }
    if Mutant.forgetsAsker.isActive, search.path.count > 1 { return .cycle(search.path.dropLast()) }
    return .cycle(search.path)
  }

  /// The cycle that a wait closes by way of threads that park with the code of other builds: an object that is handed out early opens none of these.
  private static func threadsCycle(of build: Attempt, on target: Attempt) -> [Attempt]? {
    if BuildLock.blockedWaiters == 0 { return nil }
    let search = CycleSearch(from: target, to: build, isThorough: false, withThreads: true)
    return search.isClosed ? search.path : nil
  }

  /// The cycle that closes when a thread with the code of these builds parks for `taker` until `target` is over, from that on; nil if none does.
  static func cycle(closedBy blocked: [Attempt], of taker: Attempt?, on target: Attempt) -> [Attempt]? {
    for build in blocked {
      // From outside a group all of it is waited for.
      if let group = build.group, group === target.group, taker?.group !== group { return target === build ? [build] : [target, build] }
      let search = CycleSearch(from: target, to: build, isThorough: false, withThreads: true)
      if search.isClosed { return search.path }
    }
    return nil
  }

  /// Does `target` wait for `build`, directly or not, or is it `build` itself?
  static func reaches(from target: Attempt, to build: Attempt) -> Bool {
    CycleSearch(from: target, to: build, isThorough: false).isClosed
  }

  /// Calls `body` with the builds that run or have joined `attempt` itself.
  ///
  /// - Parameter withThreads: whether also with those whose code is on a thread that has joined it for another build.
  static func visitWaiting(for attempt: Attempt, withThreads: Bool = false, _ body: (Attempt) -> Void) {
    if !Mutant.seesOwnThreadOnly.isActive, let cell = attempt.cell {
      for waiter in cell.waiters {
        if let build = waiter.build, !build.isDecided, !build.isInjected { body(build) }
        for build in withThreads ? waiter.blocked?.builds ?? [] : [] where !build.isDecided && !build.isInjected { body(build) }
      }
    }
    if !Mutant.ignoresNested.isActive, let requester = attempt.requester, requester.mayAsk, !requester.isInjected { body(requester) }
  }

  /// Makes one injection group of `builds` and of every group they are in; returns the waiters that are to be woken.
  private static func merge(_ builds: [Attempt]) -> [Waiter.Wake] {
    guard builds.count > 1 else { return [] }
    // The largest one takes in the others, so that a build seldom changes its group.
    let group = builds.compactMap(\.group).max { $0.members.count < $1.members.count } ?? InjectionGroup()
    let count = group.members.count
    var beganToAwaitTask = count > 0 && !group.awaitsTask
    for build in builds where build.group !== group {
      if let other = build.group {
        if !other.awaitsTask { beganToAwaitTask = true }
        group.absorb(other)
      } else {
        group.add(build)
      }
    }
    guard group.members.count > count else { return [] }
    if !group.awaitsTask { beganToAwaitTask = false }
    var wake: [Waiter.Wake] = []
    // A build that waited for a member from outside stands at the frontier; threads outside every build stand anywhere.
    for member in beganToAwaitTask ? group.members : group.frontier { member.releaseOne(&wake) { $0.group === group } }
    return wake
  }
}
