import OnceKernel

extension Core {
  // MARK: Coming and going

  /// Whether a scope may begin.
  enum Admission {
    /// It is counted, and came in these epochs.
    case admitted(Epochs)
    /// The core's end has begun. Nothing is counted.
    case refused(by: Core)

    /// What is known of it, if it is counted.
    var counted: Epochs? {
      switch self {
      case .admitted(let epochs): epochs
      case .refused: nil
      }
    }
  }

  /// Counts a run in this core and in those above it, outermost first. If one of them has closed, or its end has begun and it does not serve the run,
  /// this throws its error, and nothing is counted.
  ///
  /// - Parameter key: what is asked for.
  func admitRun(of key: @autoclosure () -> AnyKey, served: (Core) -> Bool) throws(ResolutionError) {
    for (index, core) in above.enumerated() where !core.life.count(.run, served: { served(core) }) {
      for entered in above[..<index].reversed() { entered.leaveAlone(.run) }
      throw core.shutDownError(for: key())
    }
    if life.count(.run, served: { served(self) }) { return }
    for entered in above.reversed() { entered.leaveAlone(.run) }
    throw shutDownError(for: key())
  }

  /// Counts a scope in this core and in those above it, outermost first, unless one of them refuses it.
  func admitScope(for requester: Requester) -> Admission {
    var epochs = Epochs()
    for core in above {
      guard let epoch = core.life.counted(.scope, served: { core.serves(requester) }) else { return refused(by: core, after: epochs) }
      epochs.append(epoch)
    }
    guard let epoch = life.counted(.scope, served: { serves(requester) }) else { return refused(by: self, after: epochs) }
    epochs.append(epoch)
    return .admitted(epochs)
  }

  private func refused(by core: Core, after entered: Epochs) -> Admission {
    for index in (0..<entered.count).reversed() { above[index].leaveScopeAlone(entered[index]) }
    return .refused(by: core)
  }

  /// Counts one run less. Called outside every lock: it may wake tasks that wait for the end.
  func leaveRun() {
    leaveAlone(.run)
    for core in above.reversed() { core.leaveAlone(.run) }
  }

  /// Counts one scope less that came in these epochs. Called outside every lock, as `leaveRun`.
  func leaveScope(_ epochs: Epochs) {
    leaveScopeAlone(epochs[above.count])
    for index in above.indices.reversed() { above[index].leaveScopeAlone(epochs[index]) }
  }

  private func leaveScopeAlone(_ epoch: UInt16) {
    if let isClosed = life.uncount(.scope, of: epoch) {
      if isClosed { shutdown.drained.happen() }
      return
    }
    // Something was discarded while it was open.
    let (isClosed, ended) = discarded.endScope(of: epoch, in: life)
    settle(ended)
    if isClosed { shutdown.drained.happen() }
  }

  /// Counts a change here until what it removed is being disposed of: an end that begins meanwhile waits for that.
  func counted<Result, Failure>(_ change: () throws(Failure) -> Result) throws(Failure) -> Result {
    HeldLocks.expectNone()
    // One that comes too late is refused by the registry, or finds nothing.
    let isCounted = life.count(.run, served: { true })
    defer { if isCounted { leaveAlone(.run) } }
    return try change()
  }

  func leaveAlone(_ part: LifeState.Part) {
    if life.uncount(part) { shutdown.drained.happen() }
  }

  /// The code that ran for a build has returned: disposes of what it made if no caller can have it, and then counts it no more.
  func left(_ attempt: Attempt, leaving remains: AnyObject?) {
    if let remains, !Mutant.unwantedIsLost.isActive {
      // Only tables of scopes are places.
      let scope = attempt.place.map { Run.Scope(unsafeDowncast($0, to: InstanceTable.self)) }
      if scope == nil, let order = attempt.orderOfPublication {
        retire(late: remains, of: attempt.registration, order)
      } else {
        disposeLater(remains, of: attempt.registration, .abandoned, in: scope)
      }
    }
    noteEnd(of: attempt)
    for core in above { core.noteEnd(of: attempt) }
    leaveRun()
  }

  private func noteEnd(of attempt: Attempt) {
    guard let discarded = discardedIfAny.existing else { return }
    settle(discarded.endRun(attempt))
  }

  // MARK: Deciding

  /// Whether its end has begun, or that of a core above it.
  var isEnding: Bool { !life.state.isOpen || above.contains { !$0.life.state.isOpen } }

  /// Whether the runs of `core` are counted here too.
  func countsRuns(of core: Core) -> Bool { core === self || core.above.contains { $0 === self } }

  /// Whether a request belongs to something that is under way here: a build whose code has not returned, a disposer that has not, or an open
  /// scope.
  ///
  /// Asked only while the end has begun.
  func serves(_ requester: Requester) -> Bool {
    if Mutant.drainRefuses.isActive { return false }
    if requester.run?.attempt?.isCounted(in: self) == true { return true }
    if CurrentBuild.contains(where: { $0.isCounted(in: self) }) { return true }
    if TaskRun.running?.isCounted(in: self) == true { return true }
    if EndBlockers.isDisposer(of: self), !Mutant.refusesDisposers.isActive { return true }
    if Mutant.refusesOpenScopes.isActive { return false }
    if let scope = requester.scope, scope.isOpen, countsRuns(of: scope.core) { return true }
    return Current.openScopes.contains { countsRuns(of: $0.core) }
  }

  /// From the beginning of the end on only what is under way may resolve, and after it nothing. In a layer all that it is in front of is asked.
  func checkPhase(_ key: AnyKey, for requester: @autoclosure () -> Requester) throws(ResolutionError) {
    if let refusing = refusing({ $0.serves(requester()) }) { throw refusing.shutDownError(for: key) }
  }

  /// Throws if a request is refused. A disposer of the container's end may still have what is left; answers whether one asks.
  func checkServed(_ key: AnyKey, for requester: @autoclosure () -> Requester) throws(ResolutionError) -> Bool {
    guard let refusing = refusing({ $0.serves(requester()) }) else { return false }
    if EndBlockers.remains(of: refusing) == nil { throw refusing.shutDownError(for: key) }
    return true
  }

  /// Throws if nothing is left of what is registered in `cell`: it is disposed of, was never built, or is built for each caller or scope.
  func checkRemaining(_ cell: OnceCell, _ key: AnyKey) throws(ResolutionError) {
    let registration = cell.registration
    // In a table of its own, or several of them in one.
    if registration.isCached || registration.form.isOfContainer && registration.isCache { return }
    if registration.form.isInOwnCell, cell.instance != nil, !cell.isRetired { return }
    throw shutDownError(for: key)
  }
}

extension Attempt {
  /// Whether it is counted in `core`: from its beginning until its code has returned.
  func isCounted(in core: Core) -> Bool {
    guard !isFinished, let owner = currentOwner else { return false }
    return core.countsRuns(of: unsafeDowncast(owner, to: Core.self))  // only cores are owners
  }
}
