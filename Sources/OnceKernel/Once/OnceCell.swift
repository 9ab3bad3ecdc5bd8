/// A cell for one instance. The first caller that needs the instance builds it.
///
/// A thin shell around `OnceMachine`: each function takes `BuildLock.lock`, asks the machine, and hands back what is to be done outside.
/// The ready word goes from empty to filled once and never back; taking an instance away means putting a new cell in this one's place.
@usableFromInline
package final class OnceCell: @unchecked Sendable, Keepable {  // unchecked: the ready word is atomic, the rest is guarded as each says
  package typealias Machine = OnceMachine<Attempt, AnyObject, Waiter>

  /// What readers see without `BuildLock.lock`. Stays empty in cells whose instance only a miss may hand out.
  @usableFromInline package let ready = AtomicReference<AnyObject>()
  /// The published instance of a watched cell, which expires: a reader has to count a reference to it during its visit.
  package let watched = AtomicReference<AnyObject>()
  /// What is built here; the container says what that is.
  @usableFromInline package let subject: any AttemptSubject
  /// Guard: `BuildLock.lock`. unkept: see `OnceMachine.state`.
  @exclusivity(unchecked)  // touched under the lock only, and never inside a call of its own
  private var unwatched = Machine()
  private let watch = Watch()
  // Three bytes that fill the word which the machine ends in, with the rank: there is a cell for every key.
  @usableFromInline package let kind: Kind
  /// Set once the cell was taken out of its table. Written under `BuildLock.lock`.
  private let retired = AtomicFlag()
  /// Guard: the table's single writer.
  @exclusivity(unchecked)  // touched by the writer only, and never inside an access of its own
  private var repeated = false
  /// See `rank`. Guard: written before the cell is in the table.
  @exclusivity(unchecked)  // touched by the writer only, and never inside an access of its own
  private var ranked: UInt32 = 0
  /// When its instance was done, injectors included, in the order of `BuildLock.nextInstance`; 0 before. Guard: `BuildLock.lock`.
  private(set) var order: UInt64 = 0

  package init(_ kind: Kind, subject: any AttemptSubject) {
    self.kind = kind
    self.subject = subject
  }

  deinit {
    _ = ready.exchange(nil)
    if kind.isWatched { _ = watched.exchange(nil) }
  }

  /// Called before the cell is in the table.
  package func take(rank: UInt32) { ranked = rank }

  /// Its place in the order of its table's owner. A function: see `Attempt.place`.
  package var rank: UInt32 { ranked }

  /// Whether the owner of its table remembers already where the subject came from. Guard: the table's single writer.
  package var isRepeated: Bool { repeated }

  package func noteRepeated() { repeated = true }

  /// What a reader finds behind a cell.
  @usableFromInline
  package enum Kind: UInt8 {
    /// One instance, handed out on the fast path once it is published.
    case shared
    /// One instance, which only a miss hands out.
    case guarded
    /// One instance, which watches an object and expires with it.
    case watched
    /// No instance: every resolve builds its own.
    case perCall

    // Each names every case, so that a new one is led to each.

    /// Whether the published instance is found without the lock, for good.
    @inlinable package var isShared: Bool {
      switch self {
      case .shared: true
      case .guarded, .watched, .perCall: false
      }
    }

    /// Whether only a miss finds the published instance, if there is ever one.
    package var isGuarded: Bool {
      switch self {
      case .guarded: true
      case .shared, .watched, .perCall: false
      }
    }

    @inlinable package var isWatched: Bool {
      switch self {
      case .watched: true
      case .shared, .guarded, .perCall: false
      }
    }

    @inlinable package var isPerCall: Bool {
      switch self {
      case .perCall: true
      case .shared, .guarded, .watched: false
      }
    }
  }

  /// Guard: `BuildLock.lock`.
  var machine: Machine {
    @inline(__always) _read {
      watch.read()
      yield unwatched
    }
    @inline(__always) _modify {
      watch.write()
      yield &unwatched
    }
  }

  // MARK: Arriving

  package enum Mode {
    /// The caller is a thread that may park, for a synchronous factory's build.
    case blocking
    /// The caller is a task that can suspend.
    case suspending
  }

  package enum Entry {
    case ready(AnyObject)
    /// The caller runs the factory of this attempt and then calls `finish` or `Attempt.fail`.
    case build(Attempt)
    /// The object that is constructed and still being injected, for a member of its own cycle.
    case early(AnyObject)
    case wait(Waiter, Attempt)
    /// Waiting would never end; the builds that wait for each other, from the one asked for to the one asking.
    case cycle([Attempt])
    /// A thread must not wait for this asynchronous build.
    case mustSuspend(Attempt)
    /// It failed in the same call, which now runs what it deferred: it is not built again.
    case failed(any Error)
    /// The build that asks has failed meanwhile.
    case overtaken(any Error)
  }

  /// Asks for the instance on behalf of `build`, the build in flight that the caller works for, if any.
  ///
  /// - Parameters:
  ///   - owner: the container whose build it would be.
  ///   - place: where what it builds would live.
  ///   - record: the calling thread's, whose attempts are used again.
  package func ask(
    for build: Attempt?, owner: (any BuildOwner)? = nil, place: (any AttemptSubject)? = nil, depth: Int, mode: Mode,
    buildsAsynchronously: Bool, on record: UnsafeMutablePointer<ThreadRecord>? = nil
  ) -> Entry {
    var wake: [Waiter.Wake] = []
    let entry: Entry = BuildLock.lock.withLock {
      let taker = build.flatMap { $0.mayAsk ? $0 : nil }
      if let taker, let entry = taker.refusal(of: self, isIdle: machine.isIdle) { return entry }
      if Mutant.skipsSecondCheck.isActive, machine.instance != nil { _ = machine.expired { _ in true } }
      let arrival = machine.arrive {
        .make(in: self, owner: owner, place: place, for: taker, depth: depth, isAsynchronous: buildsAsynchronously, on: record)
      }
      switch arrival {
      case .take(let instance): return .ready(instance)
      case .build(let attempt):
        BuildLock.add(attempt)
        return .build(attempt)
      case .join(let attempt):
        let blocked = record.map { CurrentBuild.blocked(with: taker, on: $0) } ?? []
        return meet(attempt, for: taker, blocking: blocked, mode: mode, &wake)
      }
    }
    for wake in wake { wake() }
    return entry
  }

  // MARK: Building

  /// The factory returned: from here members of a cycle may see `instance`. Answers false when it is to be disposed.
  package func constructed(_ attempt: Attempt, _ instance: AnyObject) -> Bool {
    BuildLock.lock.withLock {
      guard attempt.kept.machine.isConstructing, machine.constructed(attempt, instance) else { return false }
      attempt.advance { $0.construct(instance) }
      if Mutant.publishesBeforeBuilt.isActive, kind.isShared { ready.fill(instance) }
      return true
    }
  }

  /// Construction and injection are over: publishes the instance, with its group and what it needs, as soon as all of these are done.
  package func finish(_ attempt: Attempt, _ instance: AnyObject) -> Completion {
    var wake: [Waiter.Wake] = []
    var others: [Exit] = []
    var isOrphaned = false  // true when no table has the instance, as its cell was taken out before
    var owner: (any BuildOwner)?
    var left: ((OnceCell?, Attempt?, Task<Void, Never>?), Attempt)?
    let completion: Completion = BuildLock.lock.withLock {
      if attempt.extras == nil, !isRetired, let own = machine.builtAlone(attempt, instance) {
        number(attempt)
        show(instance)
        let end = attempt.finish()
        owner = end.owner
        left = (end.rest, own)
        return .published(retired: [])
      }
      attempt.noteReturn()
      let completion = complete(attempt, instance, &wake, &others)
      attempt.noteRun()
      switch completion {
      case .published(let retired):
        isOrphaned = !retired.isEmpty && isRetired
        owner = attempt.depart()
      case .abandoned, .failed:
        if !attempt.isDecided { attempt.end(.abandoned) }
        others = attempt.exits(leaving: instance)
      case .held: break
      }
      return completion
    }
    _ = consume left  // outside the lock
    // First: a caller that knows the outcome may end what this is to be disposed of with.
    // Taken out of the variable: otherwise the compiler counts one more reference to the owner for the call.
    if let owner = owner.take() { owner.left(attempt, leaving: isOrphaned ? instance : nil) }
    if !others.isEmpty { for exit in others { exit() } }
    for wake in wake { wake() }
    return completion
  }

  /// Guard: the caller holds `BuildLock.lock`.
  private func complete(
    _ attempt: Attempt, _ instance: AnyObject, _ wake: inout [Waiter.Wake], _ others: inout [Exit]
  ) -> Completion {
    switch attempt.phase {
    case .constructing where attempt.group == nil && attempt.dependencies == nil:
      guard let waiters = machine.built(attempt, instance) else { return .abandoned }
      announce(instance, of: attempt, to: waiters, &wake)
      if Mutant.forgetsRetired.isActive { return .published(retired: []) }
      return .published(retired: isRetired ? [self] : [])
    case .constructing:
      guard machine.constructed(attempt, instance) else { return .abandoned }
    case .constructed: break
    case .ended(.failed(let error)): return .failed(error)
    case .injected, .ended(.published), .ended(.abandoned):
      if Mutant.keepsAbandoned.isActive { return .published(retired: []) }
      return .abandoned
    }
    if Mutant.forgetsRetired.isActive, attempt.group == nil {
      publish(attempt, &wake)
      return .published(retired: [])
    }
    if Mutant.publishesAlone.isActive, attempt.group != nil {
      attempt.advance { $0.inject(instance) }
      publish(attempt, &wake)
      return .published(retired: [])
    }
    if attempt.group == nil, attempt.dependencies == nil {
      publish(attempt, &wake)
      return .published(retired: isRetired ? [self] : [])
    }
    attempt.advance { $0.inject(instance) }
    order = BuildLock.nextInstance()
    attempt.requester = nil
    attempt.group?.noteInjected(attempt)
    if let retired = attempt.publishIfDone(&wake, &others) { return .published(retired: retired) }
    attempt.release(&wake)
    return .held
  }

  // MARK: Ending from outside

  /// The cell was taken out of its table. Returns the instance it holds, the first time; one that is still being built is reported by `finish`.
  package func retire() -> AnyObject? {
    BuildLock.lock.withLock {
      if isRetired { return nil }
      retired.set()
      return machine.instance
    }
  }

  /// True once the cell was taken out of its table.
  package var isRetired: Bool { retired.isSet }

  /// Guard: the caller holds `BuildLock.lock`.
  func publish(_ attempt: Attempt, _ wake: inout [Waiter.Wake]) {
    guard let published = machine.published(attempt) else { return }
    announce(published.instance, of: attempt, to: published.wake, &wake)
  }

  /// Guard: the caller holds `BuildLock.lock`.
  private func announce(_ instance: AnyObject, of attempt: Attempt, to waiters: [Waiter], _ wake: inout [Waiter.Wake]) {
    number(attempt)
    if Mutant.publishesBeforeBuilt.isActive { _ = ready.exchange(nil) }
    if Mutant.wakesOneWaiter.isActive {
      show(instance)
      attempt.end(.published)
      wake += waiters.prefix(1).compactMap { $0.settle(.ready(instance)) }
      return
    }
    show(instance)
    attempt.end(.published)
    for waiter in waiters { waiter.settle(.ready(instance)).map { wake.append($0) } }
  }

  /// Guard: the caller holds `BuildLock.lock`.
  private func number(_ attempt: Attempt) {
    // What a circle holds back was numbered when it was done: what it was made with came before it, whichever is published first.
    if !attempt.isInjected { order = BuildLock.nextInstance() }
    attempt.publishedOrder = order
  }

  /// Shows the instance to callers that take no lock. Guard: the caller holds `BuildLock.lock`.
  private func show(_ instance: AnyObject) {
    switch kind {
    case .shared: ready.fill(instance)
    case .watched: watched.fill(instance)
    case .guarded, .perCall: break
    }
  }

  // MARK: Instances made elsewhere

  /// Puts an instance in place that no factory of this cell built.
  package func fill(_ instance: AnyObject) {
    BuildLock.lock.withLock {
      guard machine.fill(instance) else { return }
      order = BuildLock.nextInstance()
      show(instance)
    }
  }
}
