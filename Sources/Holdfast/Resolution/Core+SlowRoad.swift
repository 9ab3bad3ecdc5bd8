import OnceKernel

extension Core {
  /// Everything that is not a hit, for a thread: joins or runs a build, asks the parent, unwraps an Optional, or explains what is missing.
  ///
  /// - Parameter arguments: what the value is made from; `Void` for what is made from none.
  @usableFromInline @inline(never)
  func resolveSlowly<T, Arguments>(
    _ type: T.Type, _ name: Name?, with arguments: Arguments, for requester: Requester
  ) throws(ResolutionError) -> T {
    if Arguments.self == Void.self, let scope = requester.scope, scope.isNested, let instance = instanceAround(scope, type, name) {
      return Core.value(.passUnretained(instance), as: type)  // held here
    }
    if let layer = Layers.current(of: self) { return try layer.resolveSlowly(type, name, with: arguments, for: requester) }
    if let layers = Layers.missing(for: self) { return try resolve(type, name, with: arguments, for: requester, in: layers) }
    let key = AnyKey(type, named: name, madeFrom: Arguments.self)
    let requester = requester.forRun(asking: key, in: self)
    try checkPhase(key, for: requester)
    guard let cell = cell(for: key) else { return try resolveElsewhere(type, key, with: arguments, for: requester) }
    return try produce(type, cell, with: arguments, for: requester)
  }

  // Functions of their own, so that the stack of nested builds has no room for what they need.
  private func resolve<T, Arguments>(
    _ type: T.Type, _ name: Name?, with arguments: Arguments, for requester: Requester, in layers: Layers
  ) throws(ResolutionError) -> T {
    try layers.run { () throws(ResolutionError) in try resolveSlowly(type, name, with: arguments, for: requester) }
  }

  /// What is not registered here.
  private func resolveElsewhere<T, Arguments>(
    _ type: T.Type, _ key: AnyKey, with arguments: Arguments, for requester: Requester
  ) throws(ResolutionError) -> T {
    if let optional = type as? any AnyOptional.Type { return try resolveWrapped(optional, key.name, with: arguments, for: requester) }
    if let reference = type as? any MadeReference.Type, Arguments.self == Void.self, parent?.contains(key) != true {
      try checkPhase(key, for: requester)
      return try self.reference(reference, key.name, for: requester)
    }
    if let parent { return try parent.resolve(ResolutionRequest(key, arguments, requester)) }
    try checkPhase(key, for: requester)
    throw notRegistered(key)
  }

  /// Gets the value of what is registered, whose place in the container's table is `registered`.
  func produce<T, Arguments>(
    _ type: T.Type, _ registered: OnceCell, with arguments: Arguments, for requester: Requester
  ) throws(ResolutionError) -> T {
    let registration = registered.registration
    switch registration.lifetime {
    case .transient:
      return try makeTransientOnThisThread(registration, for: requester) { try registration.make(type, $0, arguments) }
    case .graph:
      return try inGraph(requester) { requester throws(ResolutionError) in
        let (recipe, cell) = try place(type, registered, with: arguments, for: requester)
        return try share(recipe, cell, work(of: recipe), for: requester)
      }
    case .singleton, .weak, .scoped, .scopedTo, .cached:
      let (recipe, cell) = try place(type, registered, with: arguments, for: requester)
      if let held = published(recipe, cell) { return recipe.value(in: held) }
      if isReplaced(registration) { return try resolveSlowly(type, registration.key.name, with: arguments, for: requester) }
      return try share(recipe, cell, work(of: recipe), for: requester)
    }
  }

  /// The cell that keeps the instance: the registered one, the scope's, the graph's, or the cache's. Nil for a transient.
  func home(of registration: Registration, _ registered: OnceCell?, for requester: Requester) throws(ResolutionError) -> OnceCell {
    let cell: OnceCell?
    switch registration.lifetime {
    case .singleton, .weak, .transient: cell = registered
    case .cached: cell = cachedCell(of: registration, registered)
    case .graph: cell = requester.graph?.cell(for: registration)
    case .scoped:
      guard let scope = requester.scope else { throw outsideScope(registration, for: requester) }
      cell = try self.cell(of: registration, in: scope)
    case .scopedTo(let kind):
      guard let scope = requester.scope?.nearest(for: registration.lifetime) else {
        throw .outsideKind(registration.key, kind, site: registration.site)
      }
      cell = try self.cell(of: registration, in: scope)
    }
    if let cell { return cell }
    if registration.lifetime == .graph { throw .graphEnded(registration.key) }
    if registration.isScoped { throw .scopeEnded(registration.key, site: registration.site) }
    throw gone(registration.key)
  }

  /// The cell in a scope; it is filled if the scope, or one around it, was given a value for it. Nil when the scope has ended.
  private func cell(of registration: Registration, in scope: Context.Scope) throws(ResolutionError) -> OnceCell? {
    let instances = instances(of: scope)
    if let seed = scope.seed(for: registration) { return instances.cell(for: registration, givenAs: seed) }
    if registration.isSeeded, !instances.isClosed { throw .notSeeded(registration.key, site: registration.site) }
    return instances.cell(for: registration)
  }

  /// Whether a cached registration was replaced or removed since it was looked up. Its instance may have been forgotten since, so that it would
  /// be built twice: who finds none asks for what is registered now.
  func isReplaced(_ registration: Registration) -> Bool {
    guard registration.isCached else { return false }
    return cell(for: registration.key)?.registration !== registration
  }

  /// The cell in the table of cached instances; its own one for who found a registration that was replaced meanwhile.
  private func cachedCell(of registration: Registration, _ registered: OnceCell?) -> OnceCell? {
    let cell = cached.cell(for: registration)
    // A reset of everything retires the cell too, and leaves the registration.
    guard let registered, registered.isRetired, isReplaced(registration) else { return cell }
    counted { giveUp(cached.takeOut { $0 === registration }) }
    return registered
  }

  /// Gets the one value of `cell`: takes it, builds it on this thread, or waits for who does.
  func share<T>(
    _ recipe: Recipe<T>, _ cell: OnceCell, _ work: Work<T>, for requester: Requester
  ) throws(ResolutionError) -> T {
    #if Exploration
      if Mutant.sealedBuildIsNotShared.isActive, table.phase.loadInTotalOrder() == Phase.sealed {
        return try makeTransientOnThisThread(recipe, for: requester, recipe.make)
      }
    #endif
    if recipe.runsAsynchronously || work.needsMainActor {
      if let held = published(recipe, cell) { return recipe.value(in: held) }
      let build = requester.attempt ?? CurrentBuild.onThisThread ?? BuildTask.current
      if let build, let instance = cell.earlyReference(for: build), let held = recipe.held(instance) { return recipe.value(in: held) }
      guard work.needsMainActor, !recipe.isTaskBound else { throw .asyncOnly(recipe.key, recipe.lifetime, site: recipe.site) }
      guard MainThread.isCurrent else { throw .mainActorOnly(recipe.key, recipe.lifetime, site: recipe.site) }
    }
    let build = requester.attempt ?? CurrentBuild.onThisThread ?? BuildTask.current
    let depth = requester.depth(for: build)
    while true {
      try checkDepth(depth, recipe)
      // Before others can see who waits, so that no wait is told shorter than what it waited for.
      let stopwatch = observers.stopwatch
      let entry = try enter(cell, recipe, for: build, requester, depth: depth, mode: .blocking, buildsAsynchronously: false)
      switch entry {
      case .ready(let instance), .early(let instance):
        if let held = recipe.held(instance) { return recipe.value(in: held) }
        cell.expire(instance)
      case .build(let attempt): return try buildOnThisThread(recipe, attempt, cell, work, for: requester, build)
      case .mustSuspend(let attempt):
        // A build that is queued for the main actor is claimed by a caller that is there already.
        guard work.needsMainActor, !recipe.isTaskBound else { throw .asyncOnly(recipe.key, recipe.lifetime, site: recipe.site) }
        if attempt.claim(onThisThread: true, for: build) {
          return try buildOnThisThread(recipe, attempt, cell, work, for: requester, build)
        }
        if !attempt.isOver { throw .asyncOnly(recipe.key, recipe.lifetime, site: recipe.site) }
      case .wait(let waiter, _):
        LongWaits.noteWait()
        if let held = try outcome(of: waiter, recipe, cell, stopwatch, for: build) { return recipe.value(in: held) }
      case .cycle, .failed, .overtaken: _ = try self.waiter(in: entry, recipe)
      }
    }
  }

  /// What holds the value once a build is over; nil: ask the cell again. Not inlined: nested builds share the stack.
  @inline(never)
  private func outcome(
    of waiter: Waiter, _ recipe: Registration, _ cell: OnceCell, _ stopwatch: Stopwatch?, for build: Attempt?
  ) throws(ResolutionError) -> AnyObject? {
    let outcome = waiter.park()
    noteWait(recipe, stopwatch, for: build)
    switch outcome {
    case .ready(let instance):
      if let held = recipe.held(instance) { return held }
      cell.expire(instance)
      return nil
    case .failed(let error): throw joined(error, recipe)
    case .overtaken(let error): throw own(error, recipe)
    case .retry, .cancelled: return nil
    }
  }

  /// Asks a cell for its instance. Who comes to build it counts from here on in every container on the way, until the build leaves.
  func enter(
    _ cell: OnceCell, _ recipe: Registration, for build: Attempt?, _ requester: Requester, depth: Int, mode: OnceCell.Mode,
    buildsAsynchronously: Bool
  ) throws(ResolutionError) -> OnceCell.Entry {
    // Before the build can be seen: from then on another one may run it, and leave.
    if let refusing = enter(.run, for: requester) { throw refusing.gone(recipe.key) }
    let entry = cell.enter(for: build, owner: self, depth: depth, mode: mode, buildsAsynchronously: buildsAsynchronously)
    if case .build = entry { return entry }
    leave(.run)
    return entry
  }

  /// - Parameter build: the build that asks, if any.
  private func buildOnThisThread<T>(
    _ recipe: Recipe<T>, _ attempt: Attempt, _ cell: OnceCell, _ work: Work<T>, for requester: Requester, _ build: Attempt?
  ) throws(ResolutionError) -> T {
    let value: T
    var isHeld = false
    do throws(ResolutionError) { value = try run(recipe, attempt, cell, work, for: requester, isHeld: &isHeld) } catch {
      if attempt.hasPostponed { workOff(attempt) }
      throw error
    }
    if attempt.hasPostponed { workOff(attempt) }
    if isHeld { try outlast(attempt, in: cell, recipe, for: build) }
    return value
  }

  /// Waits, who ran a build that is held, until this caller may have its value. Not inlined: nested builds share the stack.
  @inline(never)
  private func outlast(_ attempt: Attempt, in cell: OnceCell, _ recipe: Registration, for build: Attempt?) throws(ResolutionError) {
    while let entry = cell.rejoin(attempt, for: build, mode: .blocking) {
      guard let waiter = try waiter(in: entry, recipe) else { return }
      if try outcome(of: waiter, recipe, cell, nil, for: build) != nil { return }
    }
  }

  /// How the caller waits who ran a build that is held; nil when there is nothing to wait for.
  func waiter(in entry: OnceCell.Entry, _ recipe: Registration) throws(ResolutionError) -> Waiter? {
    switch entry {
    case .ready, .early, .build: return nil
    case .wait(let waiter, _): return waiter
    case .cycle(let builds): throw cycle(builds, recipe)
    case .failed(let error): throw joined(error, recipe)
    case .overtaken(let error): throw own(error, recipe)
    // What it is published with is in the hands of a task.
    case .mustSuspend: throw .asyncOnly(recipe.key, recipe.lifetime, site: recipe.site)
    }
  }

  func noteWait(_ recipe: Registration, _ stopwatch: Stopwatch?, for build: Attempt?) {
    guard let stopwatch else { return }
    let end = ContinuousClock.now
    let asking = build.map { $0.registration.key }
    observers.tell(.waited(stopwatch.duration(to: end)), recipe.key, for: asking, at: end)
  }

  /// What holds the value if it is there already.
  func published(_ recipe: Registration, _ cell: OnceCell) -> AnyObject? {
    cell.instance.flatMap(recipe.held)
  }
}
