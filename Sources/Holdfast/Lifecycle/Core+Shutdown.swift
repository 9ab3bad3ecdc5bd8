import OnceKernel

extension Core {
  // MARK: Asking for the end

  /// Shuts down once; all callers wait for the one shutdown, unless it would wait for them.
  func shutDown(builds: ShutdownPolicy, deadline: Duration?, _ site: SourceSite) async throws(ResolutionError) -> ShutdownReport {
    HeldLocks.expectNone()
    // Synchronous code of a run cannot await: on its thread, only a task of its own can get here.
    if let run = TaskRun.runningHere {
      throw .shutdownInFactory(run.registration.key, site: run.registration.site)
    }
    let began = beginShutDown(builds, .init(deadline), site)
    // What a run started may be awaited by it; the run itself would wait here for ever.
    if TaskRun.running != nil { return report }
    guard let wait = EndWaits.begin(of: EndBlockers.here, for: .end(number)) else { return report }
    defer { wait.end() }
    let bounds = [shutdown.bounds?.end, deadline.flatMap(Shutdown.Bounds.instant)].compactMap { $0 }
    let isOver = await shutdown.over.wait(until: bounds.min())
    // If the task that began it is cancelled, it ends early for all callers.
    if !isOver, began, Task.isCancelled { shutdown.drained.happen() }
    return report
  }

  /// Ends a layer: what is built asynchronously in it is cancelled. Waits for it in a cancelled task too, unless it would wait for the caller.
  func endLayer(_ site: SourceSite) async {
    _ = beginShutDown(.cancel, Shutdown.layerBounds, site)
    if let wait = EndWaits.begin(of: EndBlockers.here, for: .end(number)) {
      let end = shutdown.bounds?.end
      _ = await Task { [shutdown] in await shutdown.over.wait(until: end) }.value
      wait.end()
    }
    leave()
  }

  /// Ends the layer of a synchronous operation: what has to suspend happens in tasks of its own.
  func endLayerSynchronously(_ site: SourceSite) {
    guard let end = beginEnd(Shutdown.layerBounds, site) else { return }
    // What was discarded before may need what is still here.
    if end.isIdle, !shutdown.hasPending {
      _ = life.close()
      for child in end.children { _ = child.life.close() }
      var taken = taken(with: end.children)
      guard taken.wanting.isEmpty || disposeExplored(taken.wanting.reversed()) else {
        return endLater(end) { [self, taken] in await dispose(remains(taken), with: end.children) }
      }
      complete(end)
      for cell in taken.cells { _ = cell.retire() }
      leave()
      for child in end.children { child.leave() }
      noteGone(taken.cells)
      taken.holders = []
      releaseInOrder(&taken.cells)
    } else {
      endLater(end) { [self] in
        await disposeOfAll(.cancel, Shutdown.layerBounds, with: end.children)
      }
    }
  }

  private func endLater(_ end: End, _ dispose: @escaping @Sendable () async -> Void) {
    Task.detached { [self] in
      await dispose()
      complete(end)
      leave()
    }
  }

  /// An end that has begun.
  struct End {
    /// The layers of child containers. They end with this core.
    let children: [Core]
    /// The cores above that count it as a run.
    let entered: [Core]
    /// Whether nothing was under way.
    let isIdle: Bool
  }

  /// Begins the end; nil if it has begun before. From here on only what is under way is served.
  func beginEnd(_ bounds: Shutdown.Bounds, _ site: SourceSite) -> End? {
    guard shutdown.begin(bounds) else { return nil }
    close(site)
    let end = End(children: closeChildLayers(site), entered: enterAbove(), isIdle: life.drain())
    if end.isIdle { shutdown.drained.happen() }
    return end
  }

  /// Begins the end, unless it has begun; answers whether this call did.
  private func beginShutDown(_ builds: ShutdownPolicy, _ bounds: Shutdown.Bounds, _ site: SourceSite) -> Bool {
    guard let end = beginEnd(bounds, site) else { return false }
    startDisposal(builds, bounds, end)
    return true
  }

  private func startDisposal(_ builds: ShutdownPolicy, _ bounds: Shutdown.Bounds, _ end: End) {
    Task.detached { [self] in
      await disposeOfAll(builds, bounds, with: end.children)
      complete(end)
    }
  }

  /// What it asks, and what it is a layer of, may be needed until here.
  func complete(_ end: End) {
    for core in end.entered.reversed() {
      core.shutdown.noteShutdownBelow(-1)
      core.leaveAlone(.run)
    }
    shutdown.complete()
    observers.end(self)
  }

  /// Counts this shutdown as a run of the cores above; answers those that are not closed yet.
  private func enterAbove() -> [Core] {
    above.filter { core in
      guard core.life.count(.run, served: { true }) else { return false }
      core.shutdown.noteShutdownBelow(1)
      return true
    }
  }

  /// How things stand.
  private var report: ShutdownReport {
    shutdown.report(stock: { stock(life.state) }, undisposed: { toDispose(currentCells).map(\.registration.key) })
  }

  // MARK: Putting away

  /// - Parameter children: layers of children, which end with this one.
  private func disposeOfAll(_ builds: ShutdownPolicy, _ bounds: Shutdown.Bounds, with children: [Core]) async {
    if builds == .cancel { cancelRuns() }
    if !Mutant.shutdownHurries.isActive { _ = await shutdown.drained.wait(until: Mutant.deadlineIgnored.isActive ? nil : bounds.drain) }
    let state = life.close()
    for child in children { _ = child.life.close() }
    shutdown.note(state.isClosed ? Shutdown.Stock(unfinished: [], openScopes: 0) : stock(state))
    if !state.isClosed { cancelRuns() }
    // What was discarded before may need what is still here.
    await shutdown.finishPending()
    await dispose(remains(taken(with: children)), with: children)
  }

  /// Disposes of what was taken, and serves the disposers with the rest.
  private func dispose(_ remains: Remains, with children: [Core]) async {
    let ending = [self] + children
    for core in ending { core.shutdown.remains = remains }
    await dispose(remains, .shutDown, for: .end(ending))
    await shutdown.finishPending()
    for core in ending { core.shutdown.remains = nil }
    var cells = remains.end()
    noteGone(cells)
    empty(&cells)
    for child in children { child.leave() }
  }

  /// Forgets all registrations, and releases what was taken from them, the last created first.
  func empty(_ cells: inout [OnceCell]) {
    // Readers that set no mark may still be inside: then the core's `deinit` empties the table.
    let isReadWithoutMarks = registry.enter { $0.isReadWithoutMarks }
    if !isReadWithoutMarks { _ = registry.enter { $0.close() } }
    // Nothing else holds them now.
    releaseInOrder(&cells)
  }

  /// The builds that are counted here and whose code has not returned.
  private var runs: [Attempt] {
    // Only cores are owners.
    Attempt.running.filter { countsRuns(of: unsafeDowncast($0.owner, to: Core.self)) }.map(\.attempt)
  }

  func cancelRuns() {
    for run in runs { run.cancel(shutDownError(for: run.registration.key)) }
  }

  private func stock(_ state: LifeState) -> Shutdown.Stock {
    Shutdown.Stock(unfinished: runs.map(\.registration.key) + shutdown.keysBelow, openScopes: state.count(of: .scope))
  }

  typealias Taken = (holders: [OnceCell], cells: [OnceCell], wanting: [OnceCell])

  /// Takes the cells of all that lives here and in `children`, in order of creation, when nothing comes to live there any more; and those that hold
  /// something to dispose of, in the order in which that is done.
  func taken(with children: [Core]) -> Taken {
    let ending = [self] + children
    let holders = ending.flatMap(\.takenHolders)
    let cells = holders.expanded.inOrderOfCreation
    // No disposer is served what was discarded.
    return (holders, cells, toDispose((cells + ending.flatMap(\.takenDiscarded)).inOrderOfCreation))
  }

  /// What was taken, for disposers that ask for it.
  private func remains(_ taken: Taken) -> Remains {
    shutdown.plan(taken.wanting)
    // The others are retired last: disposers may ask for them. Known by their addresses, as `cells` keeps them.
    let wanted = Set(taken.wanting.map(ObjectIdentifier.init))
    return Remains(
      holders: taken.holders.filter(\.registration.isCache), taken.cells,
      waiting: taken.cells.filter { !wanted.contains(ObjectIdentifier($0)) } + taken.wanting.reversed())
  }

  /// The cells of what lives here now, in order of creation; caches are left as they are.
  private var currentCells: [OnceCell] {
    (registry.enter { $0.table.cells } + (cachedIfAny.existing?.cells ?? []) + (discardedIfAny.existing?.cells ?? [])).inOrderOfCreation
  }

  /// Those of the cells that hold something to dispose of, in the order in which that is done.
  private func toDispose(_ cells: [OnceCell]) -> [OnceCell] {
    cells.reversed().filter { cell in cell.instance.map { cell.registration.disposes($0) } ?? false }
  }
}

extension Shutdown {
  /// A layer is cancelled, not drained.
  fileprivate static var layerBounds: Bounds { Bounds(drain: .seconds(5), end: .seconds(30)) }
}
