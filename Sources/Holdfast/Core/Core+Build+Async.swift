import OnceKernel

extension Core {
  /// Starts the task of an asynchronous build; answers how to wait for it, nil if that build is over already.
  ///
  /// No part of what suspends: the layout of a priority is known only at run time, and an asynchronous function allocates room for each.
  ///
  /// - Parameter kept: what keeps a weak object until it is handed out. It has no other owner than the task that made it, which may be over before.
  @inline(__always)
  func start(
    _ recipe: Registration, _ attempt: Attempt, _ cell: OnceCell, on executor: BuildExecutor, for caller: Caller,
    keptIn kept: Guarded<AnyObject?>?, isolation: (any Actor)?
  ) -> Waiter? {
    // The waiter comes first: a build that fails at once must still tell the caller that started it.
    let waiter = cell.join(attempt, for: Mutant.starterUnseen.isActive ? nil : caller.build)
    if let waiter { reportCircle(of: waiter, on: attempt, for: caller.build) }
    // Not the asking requester: its container need not live as long as this build.
    let requester = caller.requester.resolution(in: self).requester
    let inherits = recipe.isScoped || Mutant.taskLocalsLeak.isActive
    let task: Task<Void, Never>
    // For what is not a scope's, only the override layers come along of the caller's task-local values: they decide what is built.
    if let layers = OverrideBinding.all, !Mutant.taskLeavesLayers.isActive {
      task = TaskStart.waitedFor(inherits: inherits, depth: attempt.depth, isolation: isolation) { [self] in
        await layers.run { () async in await run(recipe, attempt, cell, on: executor, for: requester, keptIn: kept) }
      }
    } else {
      task = TaskStart.waitedFor(inherits: inherits, depth: attempt.depth, isolation: isolation) { [self] in
        await run(recipe, attempt, cell, on: executor, for: requester, keptIn: kept)
      }
    }
    if let wanted = attempt.setTask(task), wanted > Task.currentPriority { Escalation.raise(task, to: wanted) }
    LongWaitWatch.startTimer()
    return waiter
  }

  /// Makes, injects and publishes the value of `attempt`, in the task made for it.
  nonisolated(nonsending) private func run(
    _ recipe: Registration, _ attempt: Attempt, _ cell: OnceCell, on executor: BuildExecutor, for requester: Requester,
    keptIn kept: Guarded<AnyObject?>?
  ) async {
    if executor.isMainActor { return await runOnMain(recipe, attempt, cell, for: requester, keptIn: kept) }
    guard attempt.claim(onThisThread: false) else { return attempt.returnUnclaimed() }
    let run = TaskRun(facts(for: attempt, recipe, requester), of: attempt, depth: attempt.depth + 1)
    let resolution = FactoryResolver(run.requester)
    defer { resolution.endGraph(unlessSharedWith: requester) }
    let stopwatch = observers.isListening ? noteStart(of: recipe, for: requester) : nil
    var made: AnyObject?
    do {
      let ext = typeExtension(for: recipe)
      let instance = try await run.run {
        let held = try await recipe.makeInTask(resolution, decoratedBy: ext)
        if let kept { Core.keep(held, in: kept) }
        let instance = recipe.instance(of: held)
        made = instance
        if let ext, ext.hasInjector, cell.constructed(attempt, instance) {
          try await recipe.injectInTask(held, resolution, by: ext, for: attempt)
        }
        return instance
      }
      if let stopwatch { noteBuild(recipe, stopwatch) }
      if finish(recipe, attempt, cell, instance).isHeld, let object = kept?.withLock({ $0 }) { attempt.keepUntilPublished(object) }
    } catch {
      _ = fail(attempt, in: cell, error, leaving: made, stopwatch, for: requester)
    }
    if attempt.hasDeferred { await runDeferred(attempt, isOwnTask: true) }
    if !attempt.isDecided { await outlast(attempt, in: cell) }
  }

  /// Runs synchronous work on the main actor, unless a synchronous resolve there was faster.
  @MainActor
  private func runOnMain(
    _ recipe: Registration, _ attempt: Attempt, _ cell: OnceCell, for requester: Requester, keptIn kept: Guarded<AnyObject?>?
  ) async {
    guard attempt.claim(onThisThread: false) else { return attempt.returnUnclaimed() }
    // A failure has reached all waiters.
    var isHeld = false
    if let held = try? run(recipe, attempt, cell, steps(of: recipe), for: requester, on: thread, isHeld: &isHeld), let kept {
      Core.keep(held, in: kept)
    }
    if attempt.hasDeferred { await runDeferred(attempt, isOwnTask: true) }
    if !attempt.isDecided { await outlast(attempt, in: cell) }
  }

  private static func keep(_ held: AnyObject, in kept: Guarded<AnyObject?>) {
    // unsafe: a shared value's, which is Sendable as registering it demanded.
    nonisolated(unsafe) let held = held
    kept.withLock { $0 = held }
  }

  /// Keeps the task of a build until that is published or has failed.
  nonisolated(nonsending) private func outlast(_ attempt: Attempt, in cell: OnceCell) async {
    if case .wait(let waiter, _)? = cell.rejoin(attempt, for: nil, mode: .suspending) { _ = await waiter.suspend() }
  }

  /// A transient that a thread cannot make in passing.
  nonisolated(nonsending) func makeTransient<T>(
    _ recipe: Recipe<T>, for requester: Requester
  ) async throws(ResolutionError) -> sending T {
    if usesGraphs && requester.graph == nil {
      return sent(
        try await inGraph(requester) { requester async throws(ResolutionError) in
          try await makeTransient(recipe, for: requester)
        })
    }
    let ext = typeExtension(of: T.self, for: recipe)
    let deeper = try deeper(requester, recipe)
    guard recipe.isTaskBound, let make = recipe.makeInTask else { return sent(try await makeInNoTask(recipe, for: deeper)) }
    let own = try beginRun(of: recipe, for: deeper)
    let build = own ?? requester.build(on: nil)
    let run = TaskRun(deeper.facts(in: self, by: own), of: build, depth: deeper.depth)
    let resolution = FactoryResolver(run.requester)
    do {
      let box: Box<T>
      do {
        // On no actor, also where the caller has one.
        box = try await run.run { @concurrent () async throws in
          var value: T = try await make(sent(resolution))
          if let ext {
            try Run.checkFilled()
            try await ext.decorateInTask(&value, resolution)
            try await ext.injectInTask(value, resolution, for: build)
          }
          return Box(value)
        }
      } catch {
        _ = await endRun(own)
        throw error
      }
      if let error = await endRun(own) { throw error }
      if deeper.isLearning { noteRun(of: recipe) }
      return sent(box.value)
    } catch {
      throw failure(error, of: recipe)
    }
  }

  /// A transient that another registration or the main actor makes.
  private nonisolated(nonsending) func makeInNoTask<T>(
    _ recipe: Recipe<T>, for requester: Requester
  ) async throws(ResolutionError) -> sending T {
    do {
      let value: T =
        if let forward = recipe.makeInTask { try await forward(requester.resolution(in: self)) } else {
          try await makeOnMain(recipe, requester).value
        }
      if requester.isLearning { noteRun(of: recipe) }
      return sent(value)
    } catch {
      throw failure(error, of: recipe)
    }
  }

  /// Begins a run for a transient that is made asynchronously; nil when it is part of the run in this task.
  private func beginRun(of recipe: Registration, for requester: Requester) throws(ResolutionError) -> Attempt? {
    if TaskRun.runningHere?.isCounted(in: self) == true { return nil }
    try admitRun(of: recipe.key) { $0.serves(requester) }
    let build = requester.build(on: nil)
    let own = Attempt.alone(
      owner: self, subject: recipe, for: build, lineage: TaskRun.lineage(besides: build), depth: requester.depth)
    if own.beginsWatch { LongWaitWatch.startTimer() }
    return own
  }

  /// Does what was deferred in a run that no cell keeps, and ends it; answers why it fails although its code returned.
  nonisolated(nonsending) private func endRun(_ own: Attempt?) async -> (any Error)? {
    guard let own else { return nil }
    own.returnAlone()
    let error = own.hasDeferred ? await runDeferred(own, isOwnTask: false) : nil
    let failure = own.endAlone()
    return error ?? failure
  }

  @MainActor
  private func makeOnMain<T>(_ recipe: Recipe<T>, _ requester: Requester) throws -> Box<T> {
    let steps = steps(of: recipe)
    let resolution = requester.resolution(in: self)
    return try resolution.run(recipe) {
      let held = try steps.make(recipe, resolution)
      try steps.inject(held, of: recipe, resolution)
      // A transient is held by its box.
      return AnyBox.box(held, of: T.self)
    }
  }
}
