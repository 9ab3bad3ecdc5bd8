import OnceKernel

extension Core {
  /// Makes, injects and publishes the value of `attempt` on this thread, with no lock held.
  ///
  /// - Parameters:
  ///   - record: the thread's.
  ///   - isHeld: set when the value is done and held until others are done too: then `OnceCell.rejoin` says when this caller may have it.
  func run(
    _ recipe: Registration, _ attempt: Attempt, _ cell: OnceCell, _ steps: BuildSteps, for requester: Requester,
    on record: UnsafeMutablePointer<ThreadRecord>, isHeld: inout Bool
  ) throws(ResolutionError) -> AnyObject {
    let resolution = resolution(for: attempt, recipe, requester)
    defer {
      // The thread's record, which keeps nothing, leads to its run.
      withExtendedLifetime(resolution) {}
      resolution.endGraph(unlessSharedWith: requester)
    }
    let stopwatch = observers.isListening ? noteStart(of: recipe, for: requester) : nil
    let held: AnyObject
    do {
      held = try CurrentBuild.run(
        attempt, on: record, context: resolution.requester.context, depth: resolution.depth, failing: Core.failureOfRun()
      ) {
        try steps.make(recipe, resolution)
      }
    } catch {
      throw fail(attempt, in: cell, error, stopwatch, for: requester)
    }
    // What the cell keeps, where that is not `held` itself.
    let watching = recipe.isWeak ? WeakBox(held) : nil
    if steps.hasInjector,
      !(try inject(held, watching, recipe, attempt, cell, steps, resolution, stopwatch, for: requester, isHeld: &isHeld))
    {
      return held
    }
    if let stopwatch { noteBuild(recipe, stopwatch) }
    isHeld = try publish(held, watching, recipe, attempt, cell)
    return held
  }

  /// Runs the injector on what was made. Returns false if the build was abandoned meanwhile.
  // Not inlined: nested builds share the stack.
  @inline(never)
  private func inject(
    _ held: AnyObject, _ watching: AnyObject?, _ recipe: Registration, _ attempt: Attempt, _ cell: OnceCell, _ steps: BuildSteps,
    _ resolution: FactoryResolver, _ stopwatch: Stopwatch?, for requester: Requester, isHeld: inout Bool
  ) throws(ResolutionError) -> Bool {
    do {
      if !cell.constructed(attempt, watching ?? held) {
        isHeld = try publish(held, watching, recipe, attempt, cell)
        return false
      }
      try CurrentBuild.run(
        attempt, on: thread, context: resolution.requester.context, depth: resolution.depth, failing: Core.failureOfRun()
      ) {
        try steps.inject(held, of: recipe, resolution)
      }
      return true
    } catch {
      throw fail(attempt, in: cell, error, leaving: watching ?? held, stopwatch, for: requester)
    }
  }

  /// Publishes what was made, or answers true if it is held.
  private func publish(
    _ held: AnyObject, _ watching: AnyObject?, _ recipe: Registration, _ attempt: Attempt, _ cell: OnceCell
  ) throws(ResolutionError) -> Bool {
    // Not by `??`, which counts a reference.
    let completion = if let watching { finish(recipe, attempt, cell, watching) } else { finish(recipe, attempt, cell, held) }
    switch completion {
    case .failed(let error): throw joined(error, recipe)
    case .published, .abandoned: return false
    case .held:
      if recipe.isWeak { attempt.keepUntilPublished(held) }
      return true
    }
  }

  // Functions of their own, not inlined: nested builds share the stack.

  /// Tells the observers that a build begins; called only where there are some.
  @inline(never)
  func noteStart(of recipe: Registration, for requester: Requester) -> Stopwatch? {
    let asking = requester.attempt?.registration.key
    observers.tell(.building, recipe, for: asking)
    // After it was told: what observers do is not part of the build.
    return observers.stopwatch(for: asking)
  }

  @inline(never)
  func noteBuild(_ recipe: Registration, _ stopwatch: Stopwatch) {
    let end = ProcessClock.now
    let duration = stopwatch.duration(to: end)
    learned.noteBuild(of: recipe.key, duration) { contains($0) }
    observers.tell(.built(duration), recipe, for: stopwatch.requester, at: end)
  }

  /// Ends a build whose code threw `error`; returns the error for its caller.
  ///
  /// - Parameter made: what the factory made, if the injector threw.
  @inline(never)
  func fail(
    _ attempt: Attempt, in cell: OnceCell, _ error: any Error, leaving made: AnyObject? = nil, _ stopwatch: Stopwatch?,
    for requester: Requester
  ) -> ResolutionError {
    let recipe = cell.registration
    // It may have failed with another one before.
    let failure = joined(attempt.fail(failure(error, of: recipe), leaving: made), recipe)
    // Of a build that began before anything observed it, the stopwatch is missing.
    observers.tell(.failed(failure), recipe, for: stopwatch?.requester ?? requester.attempt?.registration.key)
    return failure
  }

  /// Remembers what the code that runs asked for, as a need of the registration that it serves.
  @inline(never)
  func learn(_ need: Dependency, by requester: Requester) {
    guard let run = requester.run, run.isLearning, let attempt = run.attempt, attempt.mayAsk, !Mutant.needsUnlearned.isActive else {
      return
    }
    // What is asked for while a `later` is served can wait as that did.
    let kind = run.isDeferred && need.kind.isImmediate ? .later : need.kind
    // Most needs are known, and found so without a copy of a key.
    let number = Dependency.number(of: kind, isInjected: run.isInjecting)
    if let word = run.learnerWord, learned.knows(need.key.word, number, by: word) { return }
    guard let learner = run.learner else { return }
    learned.note(Dependency(need.key, kind, isInjected: run.isInjecting), by: learner) { contains($0) }
  }

  /// Remembers that all that a factory needs was learned, where neither its registration nor its instance says so; and so of what is done to
  /// what the factory made.
  func noteRun(of recipe: Registration) {
    let isKnown = recipe.showsThatItRan || recipe.dependencies?.contains(.resolver) == false
    if !isKnown { learned.noteRun(of: recipe.key) { contains($0) } }
    if let ext = typeExtension(for: recipe) { learned.noteRun(of: recipe.key, extendedBy: ext.key) { contains($0) } }
  }

  /// Publishes what was made. If no caller waits any more, `BuildOwner.left` disposes of it.
  func finish(_ recipe: Registration, _ attempt: Attempt, _ cell: OnceCell, _ instance: AnyObject) -> OnceCell.Completion {
    noteRun(of: recipe)
    let completion = cell.finish(attempt, instance)
    if Mutant.buildFollowsKey.isActive, case .published(let retired) = completion, !retired.isEmpty {
      self.cell(for: recipe.key)?.fill(instance)
    }
    return completion
  }

  /// What the factory of `attempt` resolves with, on this thread.
  func resolution(for attempt: Attempt, _ recipe: Registration, _ requester: Requester) -> FactoryResolver {
    FactoryResolver(run: Run(facts(for: attempt, recipe, requester)), depth: attempt.depth + 1)
  }

  /// What the run of `attempt` resolves with.
  ///
  /// Only what lives in a scope itself, and a transient that a lazy reference keeps, sees the scope; only that and a graph's own object see the
  /// graph, anything shared opens one of its own, so that what it holds never depends on which caller came first.
  @inline(__always)
  func facts(for attempt: Attempt, _ recipe: Registration, _ requester: Requester) -> Run.Facts {
    let scope =
      switch recipe.form.sight {
      case .requesters: requester.scope
      case .nearest: requester.scope?.nearest(for: recipe)
      case .none: Run.Scope?.none
      }
    let sharesGraph = recipe.form.sharesGraph
    let graph = sharesGraph ? requester.graph : usesGraphs ? InstanceTable() : nil
    return Run.Facts(
      core: self, attempt: attempt, scope: scope, graph: graph, isLearning: true,
      trace: sharesGraph ? trace(of: recipe, at: attempt.depth, inside: requester) : nil)
  }

  // MARK: Transients

  /// A transient that is a miss, made by `make`: opens an object graph if its parts may share one, decorates and injects.
  func makeTransientOnThisThread<T>(
    _ recipe: Registration, for requester: Requester, _ make: (FactoryResolver) throws -> T
  ) throws(ResolutionError) -> T {
    if usesGraphs && requester.graph == nil {
      return try inGraph(requester) { requester throws(ResolutionError) in
        try makeTransientOnThisThread(recipe, for: requester, make)
      }
    }
    guard let ext = typeExtension(of: T.self, for: recipe) else {
      return try self.make(recipe, for: requester, on: thread, make) { () throws(ResolutionError) in
        try makeDeep(recipe, for: requester, make)
      }
    }
    if ext.needsMainActor, !recipe.isTaskBound, !MainThread.isCurrent {
      throw .mainActorOnly(recipe.key, recipe.lifetime, site: recipe.site)
    }
    if let mistake = ext.refusal(of: recipe) { throw mistake }
    return try makeDeep(recipe, for: requester) { resolution in
      var value = try make(resolution)
      try Run.checkFilled()
      try ext.decorate(&value, resolution)
      try resolution.injecting { try ext.inject(value, $0) }
      return value
    }
  }

  // What the fast path calls takes no closure: that would cost its hits the room for one.
  @usableFromInline @inline(never)
  func makeDeep<T>(_ recipe: Recipe<T>, for requester: Requester) throws(ResolutionError) -> T {
    try makeDeep(recipe, for: requester, recipe.make)
  }

  @usableFromInline @inline(never)
  func makeDeep<T, Arguments>(
    _ recipe: ArgumentRecipe<T, Arguments>, _ arguments: Arguments, for requester: Requester
  ) throws(ResolutionError) -> T {
    try makeDeep(recipe, for: requester) { try recipe.make($0, arguments) }
  }

  /// A transient that is nested deep: leaves a trace, so that a cycle is found, and throws before the stack overflows.
  private func makeDeep<T>(
    _ recipe: Registration, for requester: Requester, _ make: (FactoryResolver) throws -> T
  ) throws(ResolutionError) -> T {
    let requester = requester.forRun(asking: Dependency(recipe.key), in: self)
    if usesGraphs && requester.graph == nil {
      return try inGraph(requester) { requester throws(ResolutionError) in try makeDeep(recipe, for: requester, make) }
    }
    let resolution = try deeper(requester, recipe).resolution(in: self)
    do {
      let value = try resolution.run(recipe) { try make(resolution) }
      if resolution.requester.isLearning { noteRun(of: recipe) }
      return value
    } catch {
      throw failure(error, of: recipe)
    }
  }

  /// The requester for a transient's factory; leaves a trace once transients nest deep, and says whose it is where no thread does.
  func deeper(_ requester: Requester, _ recipe: Registration) throws(ResolutionError) -> Requester {
    try checkDepth(requester.depth, recipe, on: thread)
    let isKnown = requester.isLearning || recipe.isTaskBound
    guard requester.depth >= Requester.tracedDepth || isKnown else { return requester.deeper }
    try checkRing(recipe, for: requester)
    let trace = trace(of: recipe, at: requester.depth, inside: requester)
    let facts = Run.Facts(
      core: self, attempt: requester.run?.attempt, scope: requester.scope, graph: requester.graph, isLearning: requester.isLearning,
      isHandedOut: requester.run?.isHandedOut == true, transient: isKnown ? Run.Trace(recipe.key, outer: nil) : nil, trace: trace)
    return Requester(run: Run(facts), depth: requester.depth + 1)
  }

  /// What a factory that is nested deep leaves for those inside it.
  private func trace(of recipe: Registration, at depth: Int, inside requester: Requester) -> Run.Trace? {
    let outer = requester.run?.trace
    return depth >= Requester.tracedDepth ? Run.Trace(recipe.key, outer: outer) : outer
  }

  /// Finds the cycle of what has no cell in common: transients, and objects that have a graph of their own each.
  func checkRing(_ recipe: Registration, for requester: Requester) throws(ResolutionError) {
    // The same key may come again with other arguments, so only the depth ends it.
    guard requester.depth >= Requester.tracedDepth, !recipe.takesArguments, let ring = requester.run?.trace?.ring(from: recipe.key) else {
      return
    }
    let registrations = ring.compactMap { registration(for: $0) }
    throw .cycle(
      ring, asking: nil, site: recipe.site, sites: registrations.map(\.site), isOfForwards: registrations.allSatisfy(\.isForward))
  }
}

extension FactoryResolver {
  /// Ends the graph that was opened for one shared build.
  func endGraph(unlessSharedWith requester: Requester) {
    guard let graph = self.requester.run?.graph, graph !== requester.run?.graph else { return }
    core.release(graph.end())
  }
}
