import OnceKernel

extension Core {
  /// What is no hit, for a task: it suspends while it waits.
  @usableFromInline @inline(never)
  nonisolated(nonsending) func miss<T, Arguments>(
    _ type: T.Type, _ name: Name?, with arguments: Arguments = NoArguments(), for requester: Requester
  ) async throws(ResolutionError) -> sending T {
    var running: Requester?
    switch try route(T.self, AnyKey(T.self, named: name, madeFrom: Arguments.self), for: requester, inside: &running, on: thread) {
    case .registered(let cell):
      // Not by `??`, which counts a reference.
      if let running { return try await produce(type, cell, with: arguments, for: running) }
      return try await produce(type, cell, with: arguments, for: requester)
    case .instance(let instance): return sent(Core.value(instance, as: type))
    case let further: return try await follow(further, type, name, with: arguments, for: requester, running)
    }
  }

  /// A function of its own, so that what most requests go through takes no memory of the task for it.
  ///
  /// - Parameter running: the requester for which the request goes on, if that is not the one that asked.
  nonisolated(nonsending) private func follow<T, Arguments>(
    _ route: Route, _ type: T.Type, _ name: Name?, with arguments: Arguments, for requester: Requester, _ running: Requester?
  ) async throws(ResolutionError) -> sending T {
    switch route {
    case .registered(let cell): return try await produce(type, cell, with: arguments, for: running ?? requester)
    case .instance(let instance): return sent(Core.value(instance, as: type))
    case .layer(let layer): return sent(try await layer.miss(type, name, with: arguments, for: requester))
    case .inside(let layers):
      return sent(
        try await layers.run { () async throws(ResolutionError) in try await miss(type, name, with: arguments, for: requester) })
    case .wrapped(let optional): return sent(try await resolveWrapped(optional, name, with: arguments, for: running ?? requester))
    case .reference(let reference): return sent(self.reference(reference, name, for: running ?? requester))
    case .collection(let collection): return sent(try await self.collection(collection, name, for: running ?? requester))
    case .parent:
      return sent(
        try await passOn(ResolutionRequest(AnyKey(T.self, named: name, madeFrom: Arguments.self), arguments, running ?? requester)))
    }
  }

  /// The value, for a request that went on from elsewhere. What a lazy reference keeps is no hit.
  nonisolated(nonsending) func resolveFurther<T, Arguments>(
    _ type: T.Type, _ name: Name?, with arguments: Arguments, for requester: Requester
  ) async throws(ResolutionError) -> sending T {
    if requester.run?.kept != nil { return try await miss(type, name, with: arguments, for: requester) }
    return try await resolve(type, name, with: arguments, for: requester)
  }

  /// Gets the value of a registration.
  ///
  /// What need not wait is done by `find` and `advance`, which are no part of what suspends: each asynchronous call takes memory of the task.
  nonisolated(nonsending) func produce<T, Arguments>(
    _ type: T.Type, _ registered: OnceCell, with arguments: Arguments, for requester: Requester
  ) async throws(ResolutionError) -> sending T {
    let registration = registered.registration
    var scope: Run.Scope?
    let found = try find(type, registered, with: arguments, in: &scope, for: requester)
    let held: AnyObject
    switch found {
    case .there(let ready): held = ready
    case .own(let cell), .cell(let cell, _):
      if case .own = found { scope = requester.scope }
      let caller = Caller(found.requester ?? requester, parking: nil)
      switch try advance(.ask, at: cell, for: caller, isolation: #isolation) {
      case .take(let ready): held = ready
      case let pause: held = try await goOn(pause, at: cell, for: caller)
      }
    case .inGraph: held = try await shareInGraph(type, registered, with: arguments, for: requester)
    case .kept(let cell): return try await makeOnce(type, in: cell, for: requester)
    case .nowhere: return try await makeTransient(type, registration, with: arguments, for: requester)
    case .replaced: return try await miss(type, registration.key.name, with: arguments, for: requester)
    }
    try checkOpen(scope, registration)
    return sent(registration.value(in: held, as: type))
  }

  /// A transient that a lazy reference keeps.
  @inline(never)
  nonisolated(nonsending) private func makeOnce<T>(
    _ type: T.Type, in cell: OnceCell, for requester: Requester
  ) async throws(ResolutionError) -> sending T {
    let registration = cell.registration
    let caller = Caller(requester, parking: nil)
    do throws(ResolutionError) {
      let pause = try advance(.ask, at: cell, for: caller, isolation: #isolation)
      return sent(Core.value(try await goOn(pause, at: cell, for: caller), as: type))
    } catch {
      guard registration.mayAnswerOtherwise(after: error) else { throw error }
      return try await makeTransient(type, registration, with: NoArguments(), for: requester.keepingNothing(in: self))
    }
  }

  /// A transient that is a miss, made on the thread that the task is on if that can be.
  @inline(never)
  nonisolated(nonsending) private func makeTransient<T, Arguments>(
    _ type: T.Type, _ registration: Registration, with arguments: Arguments, for requester: Requester
  ) async throws(ResolutionError) -> sending T {
    if registration.runsAtOnce, typeExtension(for: registration)?.needsMainActor != true {
      return sent(try makeTransientOnThisThread(registration, for: requester) { try registration.make(type, $0, arguments) })
    }
    return try await makeTransient(registration.recipe(of: type, with: arguments), for: requester)
  }

  @inline(never)
  nonisolated(nonsending) private func shareInGraph<T, Arguments>(
    _ type: T.Type, _ registered: OnceCell, with arguments: Arguments, for requester: Requester
  ) async throws(ResolutionError) -> AnyObject {
    let graphOfRun = requester.graph
    return try await inGraph(requester) { requester async throws(ResolutionError) in
      let cell = try instanceCell(type, registered, with: arguments, for: requester)
      let caller = Caller(requester, parking: nil, isInGraphOfRun: graphOfRun != nil && requester.graph === graphOfRun)
      let pause = try advance(.ask, at: cell, for: caller, isolation: #isolation)
      return try await goOn(pause, at: cell, for: caller)
    }
  }

  /// What is left for a task to do at a cell, once what it can do on its thread is done.
  private enum Pause {
    /// Nothing: it has this, which holds the value.
    case take(AnyObject)
    /// It ran this build itself, with this result, and there is more to be done after it.
    case outlast(Attempt, Result<AnyObject, ResolutionError>, isHeld: Bool)
    /// It waits for the build that it started, and keeps this so long.
    case await(Waiter, keeping: Guarded<AnyObject?>?)
    case wait(Waiter, for: Attempt, since: Stopwatch?)
  }

  /// Goes on until it has the value, or has to suspend.
  @inline(never)
  private func advance(
    _ first: Step, at cell: OnceCell, for caller: Caller, isolation: (any Actor)?
  ) throws(ResolutionError) -> Pause {
    let recipe = cell.registration
    let steps = steps(of: recipe)
    let executor = executor(of: recipe, steps)
    var step = first
    while true {
      step = try next(after: step, at: cell, of: recipe, for: caller, on: executor)
      switch step {
      case .take(let held): return .take(held)
      case .run(let attempt): return try build(recipe, attempt, cell, steps, for: caller.requester)
      case .start(let attempt):
        let kept = recipe.isWeak ? Guarded<AnyObject?>(nil) : nil
        defer { withExtendedLifetime(kept) {} }
        guard let waiter = start(recipe, attempt, cell, on: executor, for: caller, keptIn: kept, isolation: isolation)
        else {
          step = .ask
          continue
        }
        guard let outcome = waiter.settled else { return .await(waiter, keeping: kept) }
        step = try self.step(after: outcome, of: recipe)
      case .wait(let waiter, let attempt, let stopwatch): return .wait(waiter, for: attempt, since: stopwatch)
      case .ask, .claim, .forget: break  // `next` does these
      }
    }
  }

  /// Runs a synchronous factory's build on the thread that the task is on.
  private func build(
    _ recipe: Registration, _ attempt: Attempt, _ cell: OnceCell, _ steps: BuildSteps, for requester: Requester
  ) throws(ResolutionError) -> Pause {
    let result: Result<AnyObject, ResolutionError>
    var isHeld = false
    do throws(ResolutionError) {
      result = .success(try run(recipe, attempt, cell, steps, for: requester, on: thread, isHeld: &isHeld))
    } catch {
      result = .failure(error)
    }
    if isHeld || attempt.hasDeferred { return .outlast(attempt, result, isHeld: isHeld) }
    return .take(try result.get())
  }

  /// Goes on until it has what holds the one value of `cell`.
  @inline(never)
  nonisolated(nonsending) private func goOn(
    _ first: Pause, at cell: OnceCell, for caller: Caller
  ) async throws(ResolutionError) -> AnyObject {
    let recipe = cell.registration
    var pause = first
    while true {
      let step: Step
      switch pause {
      case .take(let held): return held
      case .outlast(let attempt, let result, let isHeld):
        return try await outlast(attempt, result, isHeld: isHeld, recipe, cell, for: caller)
      case .await(let waiter, let kept):
        defer { withExtendedLifetime(kept) {} }
        step = try await suspend(waiter, recipe, for: caller)
      case .wait(let waiter, let attempt, let stopwatch):
        step = try await wait(waiter, on: attempt, recipe, stopwatch, for: caller)
      }
      if case .take(let held) = step { return held }
      pause = try advance(step, at: cell, for: caller, isolation: #isolation)
    }
  }

  /// Waits for another caller's build, and says what follows.
  // Not inlined: a function that suspends makes room for all that it could need, at each call.
  @inline(never)
  nonisolated(nonsending) private func wait(
    _ waiter: Waiter, on attempt: Attempt, _ recipe: Registration, _ stopwatch: Stopwatch?, for caller: Caller
  ) async throws(ResolutionError) -> Step {
    Escalation.lendPriority(to: attempt)
    LongWaitWatch.startTimer()
    reportCircle(of: waiter, on: attempt, for: caller.build)
    defer { reportWait(recipe, stopwatch, for: caller.build) }
    return try await suspend(waiter, recipe, for: caller)
  }

  /// What follows once a build is over.
  nonisolated(nonsending) private func suspend(
    _ waiter: Waiter, _ recipe: Registration, for caller: Caller
  ) async throws(ResolutionError) -> Step {
    let outcome = await waiter.suspend(cancelled: caller.whenCancelled)
    if case .failed = outcome, caller.isInGraphOfRun, caller.isCancelled { throw .cancelled(recipe.key, site: recipe.site) }
    return try step(after: outcome, of: recipe)
  }

  /// Does what a build that it ran itself has left to do, and waits until this caller may have the value.
  @inline(never)
  nonisolated(nonsending) private func outlast(
    _ attempt: Attempt, _ result: Result<AnyObject, ResolutionError>, isHeld: Bool, _ recipe: Registration, _ cell: OnceCell,
    for caller: Caller
  ) async throws(ResolutionError) -> AnyObject {
    if attempt.hasDeferred { await runDeferred(attempt, isOwnTask: false) }
    let held = try result.get()
    while isHeld, let entry = cell.rejoin(attempt, for: caller.build, mode: .suspending) {
      guard case .wait(let waiter, _, _) = try step(after: entry, of: recipe, on: .anyThread, .suspending),
        case .ask = try await suspend(waiter, recipe, for: caller)
      else { break }
    }
    return held
  }
}
