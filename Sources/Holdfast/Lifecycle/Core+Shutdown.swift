import OnceKernel

extension Core {
  /// Shuts down once; all callers wait for the one shutdown, unless it would wait for them.
  func shutDown(builds: ShutdownPolicy, deadline: Duration?, _ site: SourceSite) async throws(ResolutionError) -> ShutdownReport {
    HeldLocks.expectNone()
    // Synchronous code of a run cannot await: on its thread, only a task of its own can get here.
    if let run = TaskRun.runningHere {
      throw .shutdownInFactory(run.registration.key, site: run.registration.site)
    }
    let end = beginEnd(of: .container(builds), .init(deadline), site)
    // In a task from its beginning, so that a deadline can pass.
    if let end { Task.detached { [self] in await carryOut(end) } }
    // What a run started may be awaited by it; the run itself would wait here for ever.
    if TaskRun.running != nil { return report }
    guard let wait = EndWaits.begin(of: EndBlockers.here, for: .end(number)) else { return report }
    defer { wait.end() }
    let bounds = [shutdown.bounds?.end, deadline.flatMap(Shutdown.Bounds.instant)].compactMap { $0 }
    let isOver = await shutdown.over.wait(until: bounds.min())
    // If the task that began it is cancelled, it ends early for all callers.
    if !isOver, end != nil, Task.isCancelled { shutdown.drained.happen() }
    return report
  }

  /// Ends a layer. Waits for that in a cancelled task too, unless it would wait for the caller.
  func endLayer(_ site: SourceSite) async {
    if Mutant.layerUndisposed.isActive { return leave() }
    endLayerSynchronously(site)
    guard let wait = EndWaits.begin(of: EndBlockers.here, for: .end(number)) else { return }
    defer { wait.end() }
    if shutdown.over.hasHappened { return }
    let end = shutdown.bounds?.end
    _ = await Task { [shutdown] in await shutdown.over.wait(until: end) }.value
  }

  /// Ends the layer of a synchronous operation: what has to suspend happens in a task of its own.
  func endLayerSynchronously(_ site: SourceSite) {
    if Mutant.layerUndisposed.isActive { return leave() }
    if let end = beginEnd(of: .layer, Shutdown.layerBounds, site) { carryOutHere(end) }
  }

  /// How things stand.
  private var report: ShutdownReport {
    shutdown.report(stock: { stock(life.state) }, undisposed: { toDispose(currentCells).map(\.registration.key) })
  }

  /// The cells of what lives here now, in order of creation; caches are left as they are.
  private var currentCells: [OnceCell] {
    (registry.enter { $0.table.cells } + (cachedIfAny.existing?.cells ?? []) + (discardedIfAny.existing?.cells ?? [])).inOrderOfCreation
  }
}

extension Shutdown {
  /// A layer is cancelled, not drained.
  fileprivate static var layerBounds: Bounds { Bounds(drain: .seconds(5), end: .seconds(30)) }
}
