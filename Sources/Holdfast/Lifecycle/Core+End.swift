import OnceKernel

/// The end of a container or of an override layer. It has begun: only what is under way is served.
///
/// `Core.advance` does all of it that needs no wait, for every end. Its callers wait: a task (`Core.carryOut`); a thread, which hands the rest over to a
/// task at the first wait (`Core.carryOutHere`); and an explored thread, which sleeps.
///
/// ```
///    drain       until nothing is under way, or no longer than its bounds    then lets nothing in
///    disposals   until what was discarded before is disposed of              then takes all that lives there
///    disposer    of each object, the last created first; the others are served what is left
///    disposals   of what these discarded                                     then releases all
/// ```
struct End: Sendable {
  /// What ends, and so how.
  enum Subject {
    case container(ShutdownPolicy)
    /// What is built asynchronously in it is cancelled, and at its end it is left by all that it is in front of.
    case layer

    fileprivate var cancelsBuilds: Bool {
      switch self {
      case .container(let builds): builds == .cancel
      case .layer: true
      }
    }
  }

  /// What an end waits for.
  enum Wait: Sendable {
    case drain
    /// Disposals that run beside.
    case disposals
    /// The disposer of what this cell holds.
    case disposer(of: OnceCell)
  }

  fileprivate enum Stage {
    case draining
    case closing
    case taking
    case disposing(Remains)
    case releasing(Remains)
  }

  let subject: Subject
  let bounds: Shutdown.Bounds
  /// The core that ends, and with it the layers of child containers, if it is a layer.
  let cores: [Core]
  /// The cores above that count it as a run.
  fileprivate let entered: [Core]
  fileprivate var stage = Stage.draining
  /// What had been discarded before and was not disposed of.
  fileprivate var discarded: [OnceCell] = []
}

extension Core {
  /// Begins the end; nil if it has begun before. From here on only what is under way is served.
  func beginEnd(of subject: End.Subject, _ bounds: Shutdown.Bounds, _ site: SourceSite) -> End? {
    guard shutdown.begin(bounds) else { return nil }
    let entered = enterAbove()
    let isIdle = drain(site)
    let end = End(subject: subject, bounds: bounds, cores: [self] + drainChildLayers(site), entered: entered)
    if isIdle { shutdown.drained.happen() }
    return end
  }

  /// Counts this end as a run of the cores above; answers those that are not closed yet.
  private func enterAbove() -> [Core] {
    above.filter { core in
      guard core.life.count(.run, served: { true }) else { return false }
      core.shutdown.noteShutdownBelow(1)
      return true
    }
  }

  /// Goes on with an end until that has to wait, and says for what; nil when it is over.
  func advance(_ end: inout End) -> End.Wait? {
    while true {
      switch end.stage {
      case .draining:
        end.stage = .closing
        if life.state.isClosed { continue }
        if end.subject.cancelsBuilds { cancelRuns() }
        return .drain
      case .closing:
        let state = life.close()
        for child in end.cores.dropFirst() { _ = child.life.close() }
        shutdown.note(state.isClosed ? Shutdown.Stock(unfinished: [], openScopes: 0) : stock(state))
        if !state.isClosed, !Mutant.overtakenRunOn.isActive { cancelRuns() }
        end.stage = .taking
        // What was discarded before may need what is still here.
        if shutdown.hasPending { return .disposals }
      case .taking:
        let remains = takeRemains(of: end.cores, &end.discarded)
        for core in end.cores { core.shutdown.remains = remains }
        end.stage = .disposing(remains)
      case .disposing(let remains):
        if let cell = remains.nextToDispose() { return .disposer(of: cell) }
        end.stage = .releasing(remains)
        if shutdown.hasPending { return .disposals }
      case .releasing(let remains):
        release(remains, of: end)
        return nil
      }
    }
  }

  /// Carries an end out in a task.
  func carryOut(_ end: End) async {
    var end = end
    while let wait = advance(&end) { await self.wait(for: wait, of: &end) }
  }

  private func wait(for wait: End.Wait, of end: inout End) async {
    switch wait {
    case .drain where Mutant.shutdownHurries.isActive: break
    case .drain: _ = await shutdown.drained.wait(until: Mutant.deadlineIgnored.isActive ? nil : end.bounds.drain)
    case .disposals: await shutdown.finishPending()
    case .disposer(let cell):
      let succeeded = await dispose(cell, .shutDown, for: .end(end.cores))
      if !succeeded, Mutant.failureStopsDisposal.isActive, case .disposing(let remains) = end.stage { end.stage = .releasing(remains) }
    }
  }

  /// Carries an end out on this thread until that has to wait, and the rest in a task.
  func carryOutHere(_ end: End) {
    var end = end
    while let wait = advance(&end) {
      if case .disposer(let cell) = wait, disposeExplored(cell) { continue }
      Task.detached { [self, end] in
        var end = end
        await self.wait(for: wait, of: &end)
        await carryOut(end)
      }
      return
    }
  }

  // MARK: Taking and releasing

  /// Takes the cells of all that lives in cores which end together, when nothing comes to live there any more, for their disposers.
  ///
  /// - Parameter discarded: set to the cells of what was discarded before.
  private func takeRemains(of cores: [Core], _ discarded: inout [OnceCell]) -> Remains {
    let holders = cores.flatMap(\.takenHolders)
    let cells = holders.expanded.inOrderOfCreation
    // No disposer is served what was discarded.
    discarded = cores.flatMap(\.takenDiscarded)
    let wanting = toDispose(discarded.isEmpty ? cells : (cells + discarded.filter { !isGiven($0) }).inOrderOfCreation)
    shutdown.plan(wanting)
    // The others are retired last: disposers may ask for them. Known by their addresses, as `cells` keeps them.
    let wanted = Set(wanting.map(ObjectIdentifier.init))
    return Remains(
      holders: holders.filter(\.registration.isCache), cells,
      waiting: cells.filter { !wanted.contains(ObjectIdentifier($0)) } + wanting.reversed())
  }

  /// The cells of what lives here. A cache of values by arguments stands for the cells in it. None is added any more.
  private var takenHolders: [OnceCell] {
    var cells = registry.enter { $0.table.cells }
    cells.add(closeCached())
    cells.add(scopedInstances)
    return cells
  }

  /// What was discarded and is not disposed of.
  private var takenDiscarded: [OnceCell] { discardedIfAny.existing?.takeAll() ?? [] }

  /// The cells of a layer that has ended. None is added to its tables any more.
  var takenInstances: [OnceCell] { takenHolders.expanded + takenDiscarded }

  /// Those of the cells that hold something to dispose of, in the order in which that is done.
  func toDispose(_ cells: [OnceCell]) -> [OnceCell] {
    cells.reversed().filter { cell in cell.instance.map { cell.registration.disposes($0) } ?? false }
  }

  /// Closes the table of cached instances. If there is none yet, none is made later.
  private func closeCached() -> [OnceCell] {
    let cached = cachedIfAny.get { .closed }
    return cached === InstanceTable.closed ? [] : registry.enter(with: cached) { $0.close($1) }
  }

  /// Forgets all that is registered, and takes out what lives here.
  ///
  /// Readers that set no mark may still be inside a sealed container's own table: its core's `deinit` empties that.
  private func takeOut() -> [OnceCell] {
    var cells = registry.enter { $0.isReadWithoutMarks ? [] : $0.close() }
    cells.add(closeCached())
    cells.add(scopedInstances)
    return cells
  }

  /// Releases what is left when the disposers have run, the last created first.
  private func release(_ remains: Remains, of end: End) {
    for core in end.cores { core.shutdown.remains = nil }
    var cells = remains.end()
    noteRemoved(cells + end.discarded)
    if case .layer = end.subject { abandon() } else { _ = takeOut() }
    for child in end.cores.dropFirst() { child.abandon() }
    // Nothing else holds them now.
    releaseInOrder(&cells)
    // What it asks, and what it is a layer of, may be needed until here.
    for core in end.entered.reversed() {
      core.shutdown.noteShutdownBelow(-1)
      core.leaveAlone(.run)
    }
    shutdown.over.happen()
    observers.end(self)
  }

  // MARK: The release of the last handle

  /// The last handle was released: nothing resolves any more, and the instances are released in reverse order of their creation.
  @inline(never)  // for size: called from many places
  func leave() {
    HeldLocks.expectNone()
    // An end that is under way disposes of everything itself.
    if shutdownIfAny.existing?.isUnderway != true { abandon() }
  }

  /// Refuses every request from here on, and releases the instances without their disposers, also if builds still run.
  @inline(never)  // for size: called from many places
  func abandon() {
    _ = life.close()
    let assemblies = registry.enter { registry in
      registry.updatePhase()
      return registry.forgetAssemblies()
    }
    let fronts = allFronts
    updateFronts(fronts)
    leaveParentsLayers(fronts)
    let cells = takeOut()
    noteRemoved(cells)
    release(consume cells)
    withExtendedLifetime(assemblies) {}  // released after the instances
    noteRelease()
    observers.end(self)
  }

  // MARK: The builds of a core that ends

  /// The builds that are counted here and whose code has not returned.
  private var runs: [Attempt] {
    // Only cores are owners.
    Attempt.running.filter { countsRuns(of: unsafeDowncast($0.owner, to: Core.self)) }.map(\.attempt)
  }

  private func cancelRuns() {
    for run in runs { run.cancel(shutDownError(for: run.registration.key)) }
  }

  /// What is under way.
  func stock(_ state: LifeState) -> Shutdown.Stock {
    Shutdown.Stock(unfinished: runs.map(\.registration.key) + shutdown.keysBelow, openScopes: state.count(of: .scope))
  }
}
