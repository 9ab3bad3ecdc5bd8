import OnceKernel

extension Core {
  /// Everything that is not a hit, for a task: as the synchronous slow road, but waiting suspends.
  @usableFromInline @inline(never)
  nonisolated(nonsending) func resolveSlowly<T, Arguments>(
    _ type: T.Type, _ name: Name?, with arguments: Arguments, for requester: Requester
  ) async throws(ResolutionError) -> sending T {
    if Arguments.self == Void.self, let scope = requester.scope, scope.isNested, let instance = instanceAround(scope, type, name) {
      return sent(Core.value(.passUnretained(instance), as: type))  // held here
    }
    if let layer = Layers.current(of: self) { return sent(try await layer.resolveSlowly(type, name, with: arguments, for: requester)) }
    if let layers = Layers.missing(for: self) {
      return sent(
        try await layers.run { () async throws(ResolutionError) in
          try await resolveSlowly(type, name, with: arguments, for: requester)
        })
    }
    let key = AnyKey(type, named: name, madeFrom: Arguments.self)
    let requester = requester.forRun(asking: key, in: self)
    try checkPhase(key, for: requester)
    if let cell = cell(for: key) { return sent(try await produce(type, cell, with: arguments, for: requester)) }
    if let optional = type as? any AnyOptional.Type {
      return sent(try await resolveWrapped(optional, name, with: arguments, for: requester))
    }
    if let reference = type as? any MadeReference.Type, Arguments.self == Void.self, parent?.contains(key) != true {
      return sent(try await self.reference(reference, name, for: requester))
    }
    if let parent { return sent(try await parent.resolve(ResolutionRequest(key, arguments, requester))) }
    try checkPhase(key, for: requester)
    throw notRegistered(key)
  }

  /// Gets the value of what is registered, whose place in the container's table is `registered`.
  nonisolated(nonsending) func produce<T, Arguments>(
    _ type: T.Type, _ registered: OnceCell, with arguments: Arguments, for requester: Requester
  ) async throws(ResolutionError) -> sending T {
    let registration = registered.registration
    switch registration.lifetime {
    case .transient:
      if registration.making == .sync, typeExtension(of: type, for: registration)?.needsMainActor != true {
        return sent(try makeTransientOnThisThread(registration, for: requester) { try registration.make(type, $0, arguments) })
      }
      return try await makeTransient(registration.recipe(of: type, with: arguments), for: requester)
    case .graph:
      return sent(
        try await inGraph(requester) { requester async throws(ResolutionError) in
          let (recipe, cell) = try place(type, registered, with: arguments, for: requester)
          return try await share(recipe, cell, work(of: recipe), for: requester)
        })
    case .singleton, .weak, .scoped, .scopedTo, .cached:
      let (recipe, cell) = try place(type, registered, with: arguments, for: requester)
      // A ready value is as good as ever, also for a task that was cancelled.
      if let held = published(recipe, cell) { return sent(recipe.value(in: held)) }
      if isReplaced(registration) {
        return sent(try await resolveSlowly(type, registration.key.name, with: arguments, for: requester))
      }
      return try await share(recipe, cell, work(of: recipe), for: requester)
    }
  }

  /// Gets the one value of `cell`: takes it, builds it, or suspends until another caller has.
  nonisolated(nonsending) func share<T>(
    _ recipe: Recipe<T>, _ cell: OnceCell, _ work: Work<T>, for requester: Requester
  ) async throws(ResolutionError) -> sending T {
    let isAsynchronous = recipe.runsAsynchronously || work.needsMainActor
    let build = requester.attempt ?? BuildTask.current
    let depth = requester.depth(for: build)
    while true {
      try checkDepth(depth, recipe)
      if Task.isCancelled, !requester.isLater {
        // A miss builds nothing for a task that does not want it any more.
        if let held = published(recipe, cell) { return sent(recipe.value(in: held)) }
        throw .cancelled(recipe.key, site: recipe.site)
      }
      // Before others can see who waits, so that no wait is told shorter than what it waited for.
      let stopwatch = observers.stopwatch
      switch try enter(cell, recipe, for: build, requester, depth: depth, mode: .suspending, buildsAsynchronously: isAsynchronous) {
      case .ready(let instance), .early(let instance):
        if let held = recipe.held(instance) { return sent(recipe.value(in: held)) }
        cell.expire(instance)
      case .build(let attempt):
        if isAsynchronous {
          if let held = try await start(recipe, attempt, cell, for: build, requester) { return sent(recipe.value(in: held)) }
          continue
        }
        let value: T
        var isHeld = false
        do throws(ResolutionError) { value = try run(recipe, attempt, cell, work, for: requester, isHeld: &isHeld) } catch {
          if attempt.hasPostponed { await workOff(attempt, isOwnTask: false) }
          throw error
        }
        if attempt.hasPostponed { await workOff(attempt, isOwnTask: false) }
        while isHeld, let entry = cell.rejoin(attempt, for: build, mode: .suspending) {
          guard let waiter = try waiter(in: entry, recipe) else { break }
          if try await outcome(of: waiter, recipe, cell, for: requester) != nil { break }
        }
        return sent(value)
      case .wait(let waiter, let attempt):
        let priority = Task.currentPriority
        attempt.task(lending: priority).map { Escalation.raise($0, to: priority) }
        LongWaits.noteWait()
        reportCircle(of: waiter, on: attempt, for: build)
        defer { noteWait(recipe, stopwatch, for: build) }
        if let held = try await outcome(of: waiter, recipe, cell, for: requester) { return sent(recipe.value(in: held)) }
      case .cycle(let builds): throw cycle(builds, recipe)
      case .failed(let error): throw joined(error, recipe)
      case .overtaken(let error): throw own(error, recipe)
      case .mustSuspend: throw .asyncOnly(recipe.key, recipe.lifetime, site: recipe.site)
      }
    }
  }

  /// Starts the task of an asynchronous build and waits for it like every other caller.
  nonisolated(nonsending) private func start<T>(
    _ recipe: Recipe<T>, _ attempt: Attempt, _ cell: OnceCell, for build: Attempt?, _ requester: Requester
  ) async throws(ResolutionError) -> AnyObject? {
    // The waiter comes first: a build that fails at once must still tell the caller who started it.
    #if Exploration
      let waiter = cell.join(attempt, for: Mutant.starterUnseen.isActive ? nil : build)
    #else
      let waiter = cell.join(attempt, for: build)
    #endif
    if let waiter { reportCircle(of: waiter, on: attempt, for: build) }
    let layers = Layers.all
    // Not that of who asked: its container need not live as long as this build.
    let requester = requester.resolution(in: self).requester
    // Until it is handed out below, a weak object has no other owner than the task that made it, which may be over before.
    let kept = recipe.isWeak ? Guarded<AnyObject?>(nil) : nil
    defer { withExtendedLifetime(kept) {} }
    let build: @Sendable () async -> Void = { [self] in
      // For what is not a scope's, only the override layers come along of the caller's task-local values: they decide what is built.
      guard let layers else { return await run(recipe, attempt, cell, for: requester, keptIn: kept) }
      await layers.run { () async in await run(recipe, attempt, cell, for: requester, keptIn: kept) }
    }
    #if Exploration
      let inherits = Mutant.taskLocalsLeak.isActive || recipe.isScoped
    #else
      let inherits = recipe.isScoped
    #endif
    let task =
      inherits ? TaskStart.waitedFor(depth: attempt.depth, build) : Task.detached(priority: Task.currentPriority, operation: build)
    if let wanted = attempt.setTask(task), wanted > Task.currentPriority { Escalation.raise(task, to: wanted) }
    LongWaits.noteWait()
    guard let waiter else { return nil }
    return try await outcome(of: waiter, recipe, cell, for: requester)
  }

  /// Makes, injects and publishes the value of `attempt`, in the task made for it.
  private func run<T>(
    _ recipe: Recipe<T>, _ attempt: Attempt, _ cell: OnceCell, for requester: Requester, keptIn kept: Guarded<AnyObject?>?
  ) async {
    guard let make = recipe.makeInTask else { return await runOnMain(recipe, attempt, cell, for: requester, keptIn: kept) }
    guard attempt.claim(onThisThread: false) else { return attempt.returnUnclaimed() }
    let resolution = resolution(for: attempt, recipe, requester)
    defer { resolution.endGraph(unlessSharedWith: requester) }
    let asking = requester.attempt.map { $0.registration.key }
    observers.tell(.building, recipe.key, for: asking)
    let stopwatch = observers.stopwatch
    do {
      let ext = typeExtension(of: T.self, for: recipe)
      let instance = try await BuildTask.run(attempt, resolution) {
        var value: T = try await make(sent(resolution))
        if let ext { value = try decorate(value, of: recipe, by: ext, resolution) }
        let instance = recipe.box(value)
        if let kept {
          let object = value as AnyObject
          kept.withLock { $0 = object }
        }
        guard let ext, ext.injector != nil, cell.constructed(attempt, instance) else { return instance }
        if ext.needsMainActor {
          try await injectOnMain(ext, value, resolution)
        } else {
          try ext.inject(value, resolution)
        }
        return instance
      }
      noteBuild(recipe, stopwatch, for: asking)
      if case .held = finish(recipe, attempt, cell, instance), let object = kept?.withLock({ $0 }) { attempt.keepUntilPublished(object) }
    } catch {
      let failure = joined(cell.fail(attempt, failure(error, of: recipe)), recipe)
      observers.tell(.failed(failure), recipe.key, for: asking)
    }
    if attempt.hasPostponed { await workOff(attempt, isOwnTask: true) }
    await outlast(attempt, in: cell)
  }

  /// Runs synchronous work on the main actor, unless a synchronous resolve there was faster.
  @MainActor
  private func runOnMain<T>(
    _ recipe: Recipe<T>, _ attempt: Attempt, _ cell: OnceCell, for requester: Requester, keptIn kept: Guarded<AnyObject?>?
  ) async {
    guard attempt.claim(onThisThread: false) else { return attempt.returnUnclaimed() }
    // A failure has reached all who wait.
    var isHeld = false
    if let value = try? run(recipe, attempt, cell, work(of: recipe), for: requester, isHeld: &isHeld), let kept {
      let object = value as AnyObject
      kept.withLock { $0 = object }
    }
    if attempt.hasPostponed { await workOff(attempt, isOwnTask: true) }
    await outlast(attempt, in: cell)
  }

  /// Keeps the task of a build until that is published or has failed.
  nonisolated(nonsending) private func outlast(_ attempt: Attempt, in cell: OnceCell) async {
    if !attempt.isOver, case .wait(let waiter, _)? = cell.rejoin(attempt, for: nil, mode: .suspending) { _ = await waiter.suspend() }
  }

  /// Injects on the main actor what was made elsewhere.
  private func injectOnMain<T>(_ ext: TypeExtension<T>, _ value: T, _ resolution: Resolution) async throws {
    // unsafe: main-actor injectors are registered for Sendable types only, and the resolution is used by one task at a time.
    nonisolated(unsafe) let (value, resolution) = (value, resolution)
    try await MainActor.run { try ext.inject(value, resolution) }
  }

  /// What holds the value; nil: ask the cell again.
  nonisolated(nonsending) private func outcome(
    of waiter: Waiter, _ recipe: Registration, _ cell: OnceCell, for requester: Requester
  ) async throws(ResolutionError) -> AnyObject? {
    switch await waiter.suspend(untilCancelled: !requester.isLater) {
    case .ready(let instance):
      if let held = recipe.held(instance) { return held }
      cell.expire(instance)
      return nil
    case .failed(let error): throw joined(error, recipe)
    case .overtaken(let error): throw own(error, recipe)
    case .cancelled: throw .cancelled(recipe.key, site: recipe.site)
    case .retry: return nil
    }
  }

  /// A transient that a thread cannot make in passing.
  nonisolated(nonsending) private func makeTransient<T>(
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
    guard recipe.isTaskBound, let make = recipe.makeInTask else {
      do {
        if let forward = recipe.makeInTask { return sent(try await forward(deeper.resolution(in: self))) }
        return sent(try await makeOnMain(recipe, deeper).value)
      } catch {
        throw failure(error, of: recipe)
      }
    }
    let run = try beginRun(of: recipe, for: deeper)
    let attempt = run ?? requester.attempt ?? BuildTask.current
    let resolution = run.map { deeper.resolution(in: self, by: $0) } ?? deeper.resolution(in: self)
    do {
      let box: Box<T>
      do {
        box = try await BuildTask.run(attempt, resolution) {
          var value: T = try await make(sent(resolution))
          if let ext {
            value = try ext.decorate(value, resolution)
            if ext.needsMainActor { try await injectOnMain(ext, value, resolution) } else { try ext.inject(value, resolution) }
          }
          return Box(value)
        }
      } catch {
        _ = await endRun(run)
        throw error
      }
      if let error = await endRun(run) { throw error }
      return sent(box.value)
    } catch {
      throw failure(error, of: recipe)
    }
  }

  /// Begins a run for a transient that is made asynchronously; nil when it is part of the run whose task this is.
  private func beginRun(of recipe: Registration, for requester: Requester) throws(ResolutionError) -> Attempt? {
    if BuildTask.ownRun?.isCounted(in: self) == true { return nil }
    if let refusing = enter(.run, for: requester) { throw refusing.gone(recipe.key) }
    let build = requester.attempt ?? BuildTask.current
    let lineage = build == nil ? BuildTask.running : nil
    return .alone(owner: self, subject: recipe, for: build, lineage: lineage, depth: requester.depth)
  }

  /// Does what was postponed in a run that no cell keeps, and ends it; answers why it fails although its code returned.
  nonisolated(nonsending) private func endRun(_ run: Attempt?) async -> (any Error)? {
    guard let run else { return nil }
    run.returnAlone()
    let error = run.hasPostponed ? await workOff(run, isOwnTask: false) : nil
    let failure = run.endAlone()
    return error ?? failure
  }

  @MainActor
  private func makeOnMain<T>(_ recipe: Recipe<T>, _ requester: Requester) throws -> Box<T> {
    let work = work(of: recipe)
    let resolution = requester.resolution(in: self)
    return try resolution.run {
      let value = try work.make(resolution)
      try work.inject?(value, resolution)
      return Box(value)
    }
  }
}
