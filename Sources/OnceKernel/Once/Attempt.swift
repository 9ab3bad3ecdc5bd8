/// One run of a factory for one cell: a node of the wait-for graph.
///
/// It *ends* when its outcome is decided, and *leaves* when, besides, the code that ran for it has returned: a build that was abandoned, or that
/// failed with a member of its group, has code that still runs, and what that code uses must stay until then.
@usableFromInline
package final class Attempt: @unchecked Sendable, Equatable, Keepable {  // unchecked: mutable fields are guarded as each says
  package enum Phase: Keepable {
    /// The factory runs: no caller may see anything.
    case constructing
    /// The instance exists and its injectors run: members of a cycle may see it.
    case constructed(AnyObject)
    /// Its own injectors are done; members of its group still run theirs.
    case injected(AnyObject)
    case ended(Outcome)

    var kept: Taken.Item? {
      switch self {
      case .constructed(let instance), .injected(let instance): .object(instance)
      case .ended(.failed(let error)): .error(error)
      case .constructing, .ended: nil
      }
    }
  }

  package enum Outcome {
    case published
    case failed(any Error)
    /// No caller waited any more; the value, if one comes, is disposed.
    case abandoned
  }

  /// Who is being built, in the words of the layer above.
  package let subject: any AttemptSubject
  /// How many builds it is nested in.
  package let depth: Int
  let started: CoarseTime

  /// Guard: `BuildLock.lock`. Nil once the attempt ended, so that a captured resolver keeps nothing of the build alive.
  @Kept var cell: OnceCell?
  /// Whose build it is, in the layer above. Guard: `BuildLock.lock`; nil once the attempt has left, which hands it out.
  private var owner: (any BuildOwner)?
  /// The build on whose thread this one runs, and which therefore waits for it. Guard: `BuildLock.lock`.
  @Kept var requester: Attempt? = nil
  /// The build around this one on the thread that runs its code. Guard: touched by that thread only, while it does.
  var outerOnThread: Unmanaged<Attempt>?
  /// Guard: `BuildLock.lock`.
  @Kept var phase: Phase = .constructing
  /// The builds it is in an injection cycle with, itself included. Guard: `BuildLock.lock`.
  @Kept var group: InjectionGroup? = nil
  /// What it took before that was published, who took its own object before that was, and its closures. Guard: `BuildLock.lock`.
  @Kept var ties: Ties? = nil
  /// The outermost build of its thread, or of the task it runs in, with which it queues what is to be done later; nil if it is that itself.
  /// Guard: `BuildLock.lock`.
  @Kept var root: Attempt? = nil
  /// Of a root: what is to be done once it has run its injectors. Guard: `BuildLock.lock`.
  @Kept var postponed: Postponed? = nil
  /// Of a root: true once nothing can be postponed any more. Guard: `BuildLock.lock`.
  var isWorkedOff = false
  /// Of a root: whether something is postponed once its code has returned.
  let postponing = AtomicFlag()
  /// Those of its waits that have no outcome yet. Guard: `BuildLock.lock`.
  @exclusivity(unchecked)  // touched under the lock only, and never inside a call of its own
  private(set) var waits: [Waiter] = []
  /// What tasks that descend from it wait for, and how many of them. Guard: `BuildLock.lock`.
  var hidden: [ObjectIdentifier: (target: Attempt, count: Int)] = [:]
  /// Of a build that no cell keeps: the one from which its task descends. Guard: `BuildLock.lock`.
  @Kept private var lineage: Attempt? = nil
  /// What its group left when it failed, itself included, if that was more than this one build. Guard: `BuildLock.lock`.
  @Kept private var wreck: Wreck? = nil
  /// True once the code that ran for it has returned. Guard: `BuildLock.lock`.
  private(set) var hasReturned = false
  /// True while its group keeps it among those for which a build outside may wait. Guard: `BuildLock.lock`.
  var isOnFrontier = false
  /// Where the last search for a cycle that met this build keeps it. Guard: `BuildLock.lock`.
  var mark = CycleSearch.Mark()
  /// True while the factory runs, or is to run, in a task of its own: a thread never waits for it. Guard: `BuildLock.lock`.
  private(set) var isAsynchronous: Bool
  /// True once a thread or task began to run the factory. Guard: `BuildLock.lock`.
  private var isClaimed = false
  /// The task of an asynchronous build; cancelled, outside the lock, when no caller waits any more. Guard: `BuildLock.lock`.
  @Kept var task: Task<Void, Never>? = nil
  /// The highest priority of those who waited before the task was known, as its raw value: a field of that type costs each build more.
  /// Guard: `BuildLock.lock`.
  private var wantedPriority: UInt8?
  /// Neighbours in the list of builds in flight, which their cells keep. Guard: `BuildLock.lock`.
  var previous: Unmanaged<Attempt>?
  var next: Unmanaged<Attempt>?
  /// True when it was constructed before it ended. Guard: `BuildLock.lock`.
  private var wasConstructed = false
  /// Since when a caller has waited for it, as far as is known; nil when none does. Guard: `BuildLock.lock`.
  var awaitedSince: CoarseTime?
  /// True once it was told that it is late. Guard: `BuildLock.lock`.
  var isToldLate = false
  /// 1 once the attempt ended, 2 once it has left, 3 while code runs for one that failed: lets a resolver that outlived its factory find out without the lock.
  private let progress = AtomicWord(0)

  /// - Parameter build: the live build on whose behalf it runs.
  init(cell: OnceCell?, owner: (any BuildOwner)?, subject: any AttemptSubject, for build: Attempt?, depth: Int, isAsynchronous: Bool) {
    self.cell = cell
    self.owner = owner
    self.subject = subject
    self.depth = depth
    self.isAsynchronous = isAsynchronous
    started = .now
    guard let build else { return }
    if isAsynchronous {
      postponed = build.callForTasks.map { Postponed($0) }
    } else {
      belong(to: build)
    }
  }

  /// It runs on the thread of `build`, which waits for it. Guard: the caller holds `BuildLock.lock`.
  private func belong(to build: Attempt) {
    // An injected build waits for nothing that its closures ask for.
    requester = build.isInjected ? nil : build
    root = build.rootForNested
  }

  /// Of a root: whether something is postponed once its code has returned, for who runs that code.
  package var hasPostponed: Bool { postponing.isSet }

  /// True once the build was published, failed or was abandoned.
  package var isOver: Bool { progress.loadAcquiring() != 0 }

  /// True until it is over, and then while the code of a build goes on that failed with another one: what it asks for is told that error.
  package var isLive: Bool {
    switch progress.loadAcquiring() {
    case 0, 3: true
    default: false
    }
  }

  /// True once the build is over and the code that ran for it has returned.
  package var hasLeft: Bool { progress.loadAcquiring() == 2 }

  /// Guard: the caller holds `BuildLock.lock`.
  func beginWait(_ waiter: Waiter) {
    waiter.placeAmongWaits = waits.count
    waits.append(waiter)
  }

  /// Guard: as above.
  func endWait(_ waiter: Waiter) { waits.takeOut(waiter, at: waiter.placeAmongWaits) { $0.placeAmongWaits = $1 } }

  /// Decides the outcome. Guard: the caller holds `BuildLock.lock`.
  func end(_ outcome: Outcome) {
    // Its cell, its group and who waited for it may have been the last to hold it.
    BuildLock.lock.keep(self)
    wasConstructed = constructedInstance != nil
    phase = .ended(outcome)
    cell = nil
    group = nil
    task = nil
    switch outcome {
    case .failed where !hasReturned:
      // Its code goes on, and who runs that on its own thread still waits for it.
      progress.storeReleasing(3)
      ties = nil
    case .failed, .published:
      requester = nil
      progress.storeReleasing(1)
      ties = nil
    case .abandoned:
      // Its ties stay until its code has returned, as nothing keeps them here.
      requester = nil
      progress.storeReleasing(1)
    }
  }

  /// Fails a build of a group; what the group made is disposed of when the code of every member has returned. Guard: as above.
  func end(_ outcome: Outcome, in wreck: Wreck) {
    if let made = constructedInstance { wreck.keep(made, of: self) }
    wreck.members.append(self)
    if !hasReturned { wreck.running += 1 }
    self.wreck = wreck
    end(outcome)
  }

  /// Notes that the code that ran for it has returned, before anything else is decided about it. Guard: the caller holds `BuildLock.lock`.
  func noteReturn() {
    if hasReturned { return }
    hasReturned = true
    wreck?.running -= 1
    if progress.loadAcquiring() == 3 {
      requester = nil
      progress.storeReleasing(1)
    }
  }

  /// Notes that its code runs again, for a closure. Guard: as above.
  func noteClosing() { hasReturned = false }

  /// Leaves, if it is over and its code has returned; with the rest of a failed group only when all of them have.
  ///
  /// The caller, who keeps this attempt, performs what comes back after unlocking. Guard: the caller holds `BuildLock.lock`.
  ///
  /// - Parameter remains: what it made, if it was never published where callers look.
  func exits(leaving remains: AnyObject?) -> [Exit] {
    guard hasReturned, case .ended = phase else { return [] }
    guard let wreck else { return [depart(leaving: remains)] }
    if let remains { wreck.keep(remains, of: self) }
    guard wreck.running == 0 else { return [] }
    return wreck.members.map { $0.depart(leaving: wreck.remains[ObjectIdentifier($0)]) }
  }

  /// As above, for a build that is over and not part of a failed group. Guard: the caller holds `BuildLock.lock`.
  func depart(leaving remains: AnyObject?) -> Exit { Exit(attempt: self, owner: depart(), remains: remains) }

  /// Leaves, and answers the owner, whom the caller tells after unlocking. Guard: as above.
  func depart() -> (any BuildOwner)? {
    wreck = nil
    progress.storeReleasing(2)
    BuildLock.leave(self)
    return owner.take()
  }

  /// The task made for the build has come to its end without running the factory. If no other thread runs it, nothing runs for it any more.
  package func returnUnclaimed() {
    let exits = BuildLock.lock.withLock { () -> [Exit] in
      if isClaimed { return [] }
      noteReturn()
      return self.exits(leaving: nil)
    }
    for exit in exits { exit() }
  }

  /// Takes the right to run the factory of an asynchronous build, which exactly one caller gets.
  ///
  /// - Parameter onThisThread: the caller runs it synchronously, so that from now on the build does not depend on its waiters.
  /// - Parameter build: the build that waits for it from now on, because it runs it on its own thread. An attempt that was not claimed waits for
  ///   nothing, so this closes no cycle.
  package func claim(onThisThread: Bool, for build: Attempt? = nil) -> Bool {
    BuildLock.lock.withLock {
      if Mutant.claimsTwice.isActive, case .constructing = phase { return true }
      guard !isClaimed, case .constructing = phase else { return false }
      isClaimed = true
      if onThisThread {
        isAsynchronous = false
        if let build, !build.isOver { belong(to: build) }
      }
      return true
    }
  }

  /// The builds whose code has not returned yet, oldest first, each with its owner; those that are over already too.
  package static var running: [(attempt: Attempt, owner: any BuildOwner)] {
    BuildLock.lock.withLock { BuildLock.inFlight.compactMap { attempt in attempt.owner.map { (attempt, $0) } } }
  }

  /// Whose build it is; nil once it has left.
  package var currentOwner: (any BuildOwner)? { BuildLock.lock.withLock { owner } }

  /// A build of something that no cell keeps and no other caller waits for; it lasts until `end()`.
  ///
  /// - Parameters:
  ///   - build: the build that it is part of.
  ///   - lineage: the build from which its task descends, if it is part of none.
  package static func alone(
    owner: any BuildOwner, subject: any AttemptSubject, for build: Attempt?, lineage: Attempt?, depth: Int
  ) -> Attempt {
    BuildLock.lock.withLock {
      let attempt = Attempt(
        cell: nil, owner: owner, subject: subject, for: build.flatMap { $0.isLive ? $0 : nil }, depth: depth, isAsynchronous: true)
      attempt.requester = build.flatMap { $0.isOver ? nil : $0 }
      attempt.isClaimed = true
      attempt.lineage = lineage
      lineage?.noteHiddenWait(for: attempt)
      BuildLock.enter(attempt)
      return attempt
    }
  }

  /// The code of a build that no cell keeps has returned; `hasPostponed` says whether something is to be worked off before `endAlone()`.
  package func returnAlone() {
    BuildLock.lock.withLock {
      noteReturn()
      noteRun()
    }
  }

  /// Ends a build that no cell keeps, whose code has returned. Answers the error of what it took before that was published, if that has failed.
  package func endAlone() -> (any Error)? {
    let (exit, failure) = BuildLock.lock.withLock {
      noteReturn()
      lineage?.endHiddenWait(for: self)
      lineage = nil
      let failure = failureOfNeeds
      end(.published)
      return (depart(leaving: nil), failure)
    }
    exit()
    return failure
  }

  /// Stops an asynchronous build, gives its waiters `error`, and abandons what it may still make. A synchronous build is left alone.
  package func cancel(_ error: any Error) {
    BuildLock.lock.withLock { cell }?.cancel(self, error)
  }

  /// Keeps the task of an asynchronous build; cancels it at once if no caller waits any more.
  ///
  /// Answers the priority to lend it, if a caller began to wait before it was known.
  package func setTask(_ task: Task<Void, Never>) -> TaskPriority? {
    let (isAbandoned, wanted) = BuildLock.lock.withLock { () -> (Bool, UInt8?) in
      if case .ended(.abandoned) = phase { return (true, nil) }
      if case .ended = phase { return (false, nil) }
      self.task = task
      return (false, wantedPriority)
    }
    if isAbandoned { task.cancel() }
    return wanted.map { TaskPriority(rawValue: $0) }
  }

  /// The task to lend `priority` to, on behalf of a caller that waits; nil when it is not known yet: then `setTask` asks for it.
  package func task(lending priority: TaskPriority) -> Task<Void, Never>? {
    BuildLock.lock.withLock {
      if task == nil { wantedPriority = max(wantedPriority ?? 0, priority.rawValue) }
      return task
    }
  }

  /// True while its injectors run.
  package var isBeingInjected: Bool {
    BuildLock.lock.withLock {
      if case .constructed = phase { true } else { false }
    }
  }

  /// True when `build` could not wait for this attempt without closing a cycle; decides nothing.
  package func wouldClose(with build: Attempt) -> Bool {
    BuildLock.lock.withLock {
      guard !isOver, !build.isOver else { return false }
      return WaitGraph.reaches(from: self, to: build)
    }
  }

  @usableFromInline
  package static func == (left: Attempt, right: Attempt) -> Bool { left === right }

  /// True while its object exists and is not published yet.
  package var isConstructed: Bool { BuildLock.lock.withLock { constructedInstance != nil } }

  /// True when it is done itself and held until an asynchronous build of its group is. Guard: the caller holds `BuildLock.lock`.
  var awaitsTask: Bool {
    guard isInjected, let group else { return false }
    return group.awaitsTask
  }

  /// True when its own injectors are done and it is not published yet. Guard: the caller holds `BuildLock.lock`.
  var isInjected: Bool {
    if case .injected = phase { true } else { false }
  }

  /// Whether it is no obstacle to handing an object out early: constructed, also if it has failed since. Guard: as above.
  var isOrWasConstructed: Bool { constructedInstance != nil || wasConstructed }

  /// The object that cycle members may see, if it exists already. Guard: the caller holds `BuildLock.lock`.
  var constructedInstance: AnyObject? {
    switch phase {
    case .constructed(let instance), .injected(let instance): instance
    case .constructing, .ended: nil
    }
  }
}

/// A build that has left, to be told to its owner outside the lock.
struct Exit {
  let attempt: Attempt
  let owner: (any BuildOwner)?
  let remains: AnyObject?

  func callAsFunction() {
    HeldLocks.expectNone()
    owner?.left(attempt, leaving: remains)
  }
}

/// Whose builds are made, in the layer above.
package protocol BuildOwner: AnyObject, Sendable {
  /// The build is over and the code that ran for it has returned. Called once for each build, outside every lock.
  ///
  /// - Parameter remains: what was made and has no owner: it was never published, or its cell had been taken out of its table.
  func left(_ attempt: Attempt, leaving remains: AnyObject?)
}

/// What the layer above knows about a build; the kernel only passes it on.
@usableFromInline
package typealias AttemptSubject = AnyObject & Sendable
