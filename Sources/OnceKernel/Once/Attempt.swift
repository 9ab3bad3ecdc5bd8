/// One run of a factory for one cell: a node of the wait-for graph.
///
/// It is *decided* when its outcome is known, and *finished* when the code that ran for it has returned besides. A build that was abandoned, or that
/// failed with a member of its group, has code that still runs, and what that code uses must stay until then.
@usableFromInline
package final class Attempt: @unchecked Sendable, Equatable, Keepable {  // unchecked: mutable fields are guarded as each says
  typealias Machine = BuildMachine<AnyObject>

  // Guard of the next four: written while one thread alone knows of it; see `Attempt+Reuse`.
  /// What is being built; nil while it is not used. unkept: `clear`, which empties it, runs outside the lock.
  @exclusivity(unchecked)  // written while one thread has it
  private var built: (any AttemptSubject)?
  /// See `place`. unkept: as `built`.
  @exclusivity(unchecked)  // written while one thread has it
  private var builtPlace: (any AttemptSubject)?
  /// See `depth`.
  @exclusivity(unchecked)  // written while one thread has it
  private var nesting: Int
  @exclusivity(unchecked)  // written while one thread has it
  private(set) var started: CoarseTime

  /// Guard: `BuildLock.lock`. unkept: each of its fields is kept by itself.
  @exclusivity(unchecked)  // touched under the lock only, and never inside a call of its own; checked, it would cost half of a build
  var kept: AttemptFields
  /// The container whose build it is. Guard: `BuildLock.lock`; nil once the attempt has finished. unkept: that hands it out.
  private var owner: (any BuildOwner)?
  /// The build around this one on the thread that runs its code. Guard: touched by that thread only, while it does.
  var outerOnThread: Unmanaged<Attempt>?
  /// Of a root: whether something is deferred once its code has returned.
  let mustRunDeferred = AtomicFlag()
  /// Those of its waits that have no outcome yet. Guard: `BuildLock.lock`. unkept: the thread or task that waits keeps its waiter.
  @exclusivity(unchecked)  // touched under the lock only, and never inside a call of its own
  private(set) var waits: [Waiter] = []
  /// The place of what it made in the order of publication; 0 before that. Guard: `BuildLock.lock`.
  var publishedOrder: UInt64 = 0
  /// Where the last search for a cycle that met this build keeps it. Guard: `BuildLock.lock`.
  var mark = CycleSearch.Mark()
  /// Neighbours in the list of builds in flight, which their cells keep. Guard: `BuildLock.lock`. unkept: it counts no reference.
  var links = Links()
  /// Since when a caller has waited for it, as far as is known; nil when none does. Guard: `BuildLock.lock`.
  var awaitedSince: CoarseTime?
  /// See `beginsWatch`. Guard: written before any other thread knows of the build.
  var watches = false
  /// How far its machine is, as a `Progress`: a resolver that outlived its factory finds out without the lock. Written under `BuildLock.lock`.
  private let progress = AtomicWord(Machine.Progress.running.rawValue)

  /// - Parameter build: the live build on whose behalf it runs.
  init(
    cell: OnceCell?, owner: (any BuildOwner)?, subject: any AttemptSubject, place: (any AttemptSubject)? = nil, for build: Attempt?,
    depth: Int, isAsynchronous: Bool, code: Machine.Code? = nil
  ) {
    kept = AttemptFields(machine: Machine(code ?? (isAsynchronous ? .unclaimed : .running), isAsynchronous: isAsynchronous), cell: cell)
    self.owner = owner
    built = subject
    builtPlace = place
    nesting = depth
    started = .now
    if let build { serve(build) }
  }

  /// It runs on behalf of `build`. Guard: the caller holds `BuildLock.lock`.
  private func serve(_ build: Attempt) {
    if isAsynchronous {
      if let call = build.callForTasks { madeExtras.deferred = DeferredWork(call) }
    } else {
      belong(to: build)
    }
  }

  /// Lets go of all that a build had which has finished. Guard: no other thread knows of it.
  func clear() {
    built = nil
    builtPlace = nil
    kept.forgetRoot()
  }

  /// What is being built; the container says what that is.
  package var subject: any AttemptSubject { built.unsafelyUnwrapped }  // nil only while no build has it

  // These are functions: other modules' accesses to a stored variable are checked for exclusivity, whatever stands at it.

  /// Where what is built is to live, in the words of the layer above; nil if it did not say so.
  package var place: (any AttemptSubject)? { builtPlace }

  /// How many builds it is nested in.
  package var depth: Int { nesting }

  /// Whether its caller sees to it that builds in flight are looked at from here on.
  package var beginsWatch: Bool { watches }

  /// Begins anew, as a build of which no other thread knows yet. Guard: the caller holds `BuildLock.lock`.
  func beginAnew(
    in cell: OnceCell, owner: (any BuildOwner)?, place: (any AttemptSubject)?, for build: Attempt?, depth: Int, isAsynchronous: Bool
  ) {
    built = cell.subject
    builtPlace = place
    nesting = depth
    started = .now
    self.owner = owner
    kept.machine = Machine(isAsynchronous ? .unclaimed : .running, isAsynchronous: isAsynchronous)
    self.cell = cell
    hasRunDeferred = false
    publishedOrder = 0
    awaitedSince = nil
    watches = false
    progress.storeReleasing(Machine.Progress.running.rawValue)
    if let build { serve(build) }
  }

  /// It runs on the thread of `build`, which waits for it. Guard: the caller holds `BuildLock.lock`.
  private func belong(to build: Attempt) {
    // An injected build waits for nothing that its closures ask for.
    requester = build.isInjected ? nil : build
    root = build.rootForNested
  }

  /// Of a root whose code has returned: whether something is deferred. Read by the caller that ran that code.
  package var hasDeferred: Bool { mustRunDeferred.isSet }

  // Each of these is written where only this is stored.
  private var lastProgress: Machine.Progress { Machine.Progress(rawValue: progress.loadAcquiring()).unsafelyUnwrapped }

  /// True once the build was published, failed or was abandoned.
  package var isDecided: Bool { lastProgress.isDecided }

  /// True until it is over, and then while the code of a build goes on that failed with another one: what it asks for is told that error.
  package var mayAsk: Bool { lastProgress.mayAsk }

  /// True once the build is decided and the code that ran for it has returned.
  package var isFinished: Bool { lastProgress == .finished }

  /// Has the machine take an event, and says how far it is to those that look without the lock. Guard: the caller holds `BuildLock.lock`.
  @inline(__always)
  func advance<Answer>(_ event: (inout Machine) -> Answer) -> Answer {
    let before = kept.machine.progress
    let answer = event(&kept.machine)
    let now = kept.machine.progress
    if now == before { return answer }
    // While its code goes on, the build on whose thread it runs still waits for it.
    if now == .decided { requester = nil }
    progress.storeReleasing(now.rawValue)
    return answer
  }

  /// Guard: the caller holds `BuildLock.lock`.
  func beginWait(_ waiter: Waiter) {
    waiter.indexAmongWaits = waits.count
    waits.append(waiter)
  }

  /// Guard: the caller holds `BuildLock.lock`.
  func endWait(_ waiter: Waiter) { waits.removeUnordered(waiter, at: waiter.indexAmongWaits) { $0.indexAmongWaits = $1 } }

  /// Decides the outcome. Guard: the caller holds `BuildLock.lock`.
  func end(_ outcome: Machine.Outcome) {
    // Its cell, its group and its waiters may have been the last to hold it.
    BuildLock.lock.keep(self)
    if !Mutant.fieldsDieUnderLock.isActive, let made = constructedInstance { BuildLock.lock.keep(made) }
    advance { $0.end(outcome) }
    cell = nil
    task = nil
    guard let extras else { return }
    extras.group = nil
    switch outcome {
    case .failed, .published: extras.dependencies = nil
    // They stay until its code has returned, as nothing keeps them here.
    case .abandoned: break
    }
  }

  /// Fails a build of a group; what the group made is disposed of when the code of every member has returned.
  /// Guard: the caller holds `BuildLock.lock`.
  func end(_ outcome: Machine.Outcome, in failedGroup: FailedGroup) {
    if let made = constructedInstance { failedGroup.keep(made, of: self) }
    failedGroup.members.append(self)
    if kept.machine.code != .returned { failedGroup.running += 1 }
    madeExtras.failedGroup = failedGroup
    end(outcome)
  }

  /// Notes that the code that ran for it has returned, before anything else is decided about it. Guard: the caller holds `BuildLock.lock`.
  func noteReturn() {
    if kept.machine.code == .returned { return }
    advance { $0.returnCode() }
    extras?.failedGroup?.running -= 1
  }

  /// Notes that its code runs again, for a closure. Guard: the caller holds `BuildLock.lock`.
  func noteDeferredStart() { advance { $0.resumeCode() } }

  /// Finishes it, if it is decided and its code has returned; with the rest of a failed group only when all of them have returned. The caller keeps
  /// this attempt, and performs what comes back after unlocking. Guard: the caller holds `BuildLock.lock`.
  ///
  /// - Parameter remains: what it made, if it was never published where callers look.
  func exits(leaving remains: AnyObject?) -> [Exit] {
    guard kept.machine.mayLeave else { return [] }
    guard let failedGroup = extras?.failedGroup else { return [depart(leaving: remains)] }
    if let remains { failedGroup.keep(remains, of: self) }
    guard failedGroup.running == 0 else { return [] }
    return failedGroup.members.map { $0.depart(leaving: failedGroup.remains[ObjectIdentifier($0)]) }
  }

  /// Finishes a decided build that is not part of a failed group. Guard: the caller holds `BuildLock.lock`.
  func depart(leaving remains: AnyObject?) -> Exit { Exit(attempt: self, owner: depart(), remains: remains) }

  /// Finishes it, and answers the owner, which the caller tells after unlocking. Guard: the caller holds `BuildLock.lock`.
  func depart() -> (any BuildOwner)? {
    extras?.failedGroup = nil
    advance { $0.leave() }
    BuildLock.remove(self)
    return owner.take()
  }

  /// Ends and finishes it, published, as its code has returned and no other build or caller waits for it; answers what it lets go of.
  ///
  /// Guard: the caller holds `BuildLock.lock`, and this attempt.
  @inline(__always)
  func finish() -> (owner: (any BuildOwner)?, rest: (OnceCell?, Attempt?, Task<Void, Never>?)) {
    advance { $0.finish() }
    if root == nil { hasRunDeferred = true }
    BuildLock.remove(self)
    return (owner.take(), kept.takeOut())
  }

  /// The task made for the build has come to its end without running the factory. If no other thread runs it, nothing runs for it any more.
  package func returnUnclaimed() {
    let exits = BuildLock.lock.withLock { () -> [Exit] in
      if kept.machine.code != .unclaimed { return [] }
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
      if Mutant.claimsTwice.isActive, kept.machine.isConstructing { return true }
      guard advance({ $0.claim(onThisThread: onThisThread) }) else { return false }
      if onThisThread, let build, !build.isDecided { belong(to: build) }
      return true
    }
  }

  /// The builds whose code has not returned yet, oldest first, each with its owner. Some of them are decided already.
  package static var running: [(attempt: Attempt, owner: any BuildOwner)] {
    BuildLock.lock.withLock {
      BuildLock.inFlight.compactMap { attempt in
        attempt.noteKnown()
        return attempt.owner.map { (attempt, $0) }
      }
    }
  }

  /// The container whose build it is; nil once it has finished.
  package var currentOwner: (any BuildOwner)? { BuildLock.lock.withLock { owner } }

  /// Since when its caller waits, or the first of its callers that still do; nil if none is known to. Guard: the caller holds `BuildLock.lock`.
  var waitedSince: CoarseTime? {
    // The thread that runs a synchronous build waits for it, and so does the task that runs one that no cell keeps.
    guard isAsynchronous, let cell else { return started }
    if cell.waiters.isEmpty { awaitedSince = nil }
    return awaitedSince
  }

  /// What is told of it when it is late. Guard: the caller holds `BuildLock.lock`.
  func late(at now: CoarseTime) -> LateBuild {
    LateBuild(subject: subject, owner: owner, requester: requester?.subject, elapsed: started.duration(to: now))
  }

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
        cell: nil, owner: owner, subject: subject, for: build.flatMap { $0.mayAsk ? $0 : nil }, depth: depth, isAsynchronous: true,
        code: .running)
      attempt.requester = build.flatMap { $0.isDecided ? nil : $0 }
      if let lineage { attempt.madeExtras.lineage = lineage }
      lineage?.noteHiddenWait(for: attempt)
      BuildLock.add(attempt)
      return attempt
    }
  }

  /// The code of a build that no cell keeps has returned; `hasDeferred` says whether something is to be run before `endAlone()`.
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
      extras?.lineage?.endHiddenWait(for: self)
      extras?.lineage = nil
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
      return (false, extras?.wantedPriority)
    }
    if isAbandoned { task.cancel() }
    return wanted.map { TaskPriority(rawValue: $0) }
  }

  /// The task to lend `priority` to, on behalf of a caller that waits; nil when it is not known yet: then `setTask` asks for it.
  package func task(lending priority: TaskPriority) -> Task<Void, Never>? {
    BuildLock.lock.withLock {
      if task == nil { madeExtras.wantedPriority = max(madeExtras.wantedPriority ?? 0, priority.rawValue) }
      return task
    }
  }

  /// True while its injectors run.
  package var isBeingInjected: Bool { BuildLock.lock.withLock { kept.machine.isBeingInjected } }

  /// True when `build` could not wait for this attempt without closing a cycle; decides nothing.
  package func wouldClose(with build: Attempt) -> Bool {
    BuildLock.lock.withLock {
      guard !isDecided, !build.isDecided else { return false }
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
  var isInjected: Bool { kept.machine.isInjected }

  /// True while the factory runs, or is to run, in a task of its own: a thread never waits for it. Guard: the caller holds `BuildLock.lock`.
  var isAsynchronous: Bool { kept.machine.isAsynchronous }

  /// True once its outcome is decided. Guard: the caller holds `BuildLock.lock`.
  var isEnded: Bool { kept.machine.isEnded }

  /// Whether it is no obstacle to handing an object out early: constructed, also if it has failed since.
  ///
  /// Guard: the caller holds `BuildLock.lock`.
  var isOrWasConstructed: Bool { constructedInstance != nil || kept.machine.wasConstructed }

  /// The object that cycle members may see, if it exists already. Guard: the caller holds `BuildLock.lock`.
  var constructedInstance: AnyObject? { kept.machine.instance }
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
