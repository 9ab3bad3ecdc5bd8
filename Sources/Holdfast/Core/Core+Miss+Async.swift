import OnceKernel

extension Core {
  /// What is no hit, for a task: it suspends while it waits.
  @usableFromInline @inline(never)
  nonisolated(nonsending) func miss<T, Arguments>(
    _ type: T.Type, _ name: Name?, with arguments: Arguments = (), for requester: Requester
  ) async throws(ResolutionError) -> sending T {
    switch try route(T.self, AnyKey(T.self, named: name, madeFrom: Arguments.self), for: requester) {
    case .registered(let cell, let requester): return try await produce(type, cell, with: arguments, for: requester)
    case .instance(let instance): return sent(Core.value(instance, as: type))
    case let further: return try await follow(further, type, name, with: arguments, for: requester)
    }
  }

  /// A function of its own, so that what most requests go through takes no memory of the task for it.
  nonisolated(nonsending) private func follow<T, Arguments>(
    _ route: Route, _ type: T.Type, _ name: Name?, with arguments: Arguments, for requester: Requester
  ) async throws(ResolutionError) -> sending T {
    switch route {
    case .registered(let cell, let requester): return try await produce(type, cell, with: arguments, for: requester)
    case .instance(let instance): return sent(Core.value(instance, as: type))
    case .layer(let layer): return sent(try await layer.miss(type, name, with: arguments, for: requester))
    case .inside(let layers):
      return sent(
        try await layers.run { () async throws(ResolutionError) in try await miss(type, name, with: arguments, for: requester) })
    case .wrapped(let optional, let requester): return sent(try await resolveWrapped(optional, name, with: arguments, for: requester))
    case .reference(let reference, let requester): return sent(try await self.reference(reference, name, for: requester))
    case .parent(let parent, let requester):
      return sent(try await parent.resolve(ResolutionRequest(AnyKey(T.self, named: name, madeFrom: Arguments.self), arguments, requester)))
    }
  }

  /// Gets the value of what is registered, whose place in the container's table is `registered`.
  nonisolated(nonsending) func produce<T, Arguments>(
    _ type: T.Type, _ registered: OnceCell, with arguments: Arguments, for requester: Requester
  ) async throws(ResolutionError) -> sending T {
    let registration = registered.registration
    if registration.form == .transient { return try await makeTransient(type, registration, with: arguments, for: requester) }
    guard let held = try await shared(type, registered, with: arguments, for: requester) else {
      return try await miss(type, registration.key.name, with: arguments, for: requester)
    }
    return sent(registration.value(in: held, as: type))
  }

  /// A transient that is a miss, made on the thread that the task is on if that can be.
  @inline(never)
  nonisolated(nonsending) private func makeTransient<T, Arguments>(
    _ type: T.Type, _ registration: Registration, with arguments: Arguments, for requester: Requester
  ) async throws(ResolutionError) -> sending T {
    if registration.making == .sync, typeExtension(for: registration)?.needsMainActor != true {
      return sent(try makeTransientOnThisThread(registration, for: requester) { try registration.make(type, $0, arguments) })
    }
    return try await makeTransient(registration.recipe(of: type, with: arguments), for: requester)
  }

  /// What holds the value that a container, scope or graph keeps; nil: its registration was replaced, so the caller asks again.
  nonisolated(nonsending) private func shared<T, Arguments>(
    _ type: T.Type, _ registered: OnceCell, with arguments: Arguments, for requester: Requester
  ) async throws(ResolutionError) -> AnyObject? {
    if registered.registration.form == .graph {
      return try await inGraph(requester) { requester async throws(ResolutionError) in
        let cell = try place(type, registered, with: arguments, for: requester)
        return try await share(cell, steps(of: cell.registration), for: requester)
      }
    }
    if let seed = try seed(for: registered.registration, of: requester) { return seed }
    let cell = try place(type, registered, with: arguments, for: requester)
    // A ready value is as good as ever, also for a task that was cancelled.
    if let held = published(registered.registration, cell) { return held }
    if isReplaced(registered.registration) { return nil }
    return try await share(cell, steps(of: cell.registration), for: requester)
  }

  /// Gets what holds the one value of `cell`: takes it, builds it, or suspends until another caller has.
  nonisolated(nonsending) func share(
    _ cell: OnceCell, _ steps: BuildSteps, for requester: Requester
  ) async throws(ResolutionError) -> AnyObject {
    let recipe = cell.registration
    let caller = Caller(requester, .suspending)
    while true {
      switch try step(at: cell, of: recipe, steps, for: caller, isolation: #isolation) {
      case .take(let held): return held
      case .build(let attempt): return try await build(recipe, attempt, cell, steps, for: caller)
      case .await(let waiter, let kept):
        defer { withExtendedLifetime(kept) {} }
        if let held = try await suspend(waiter, recipe, cell, for: caller) { return held }
      case .wait(let waiter, let attempt, let stopwatch):
        if let held = try await wait(waiter, on: attempt, recipe, cell, stopwatch, for: caller) { return held }
      }
    }
  }

  /// What a task does at a cell, once what needs a task of its own has one.
  private enum Step {
    case take(AnyObject)
    /// It runs this build itself.
    case build(Attempt)
    /// It waits for the build that it started, and keeps this so long.
    case await(Waiter, keeping: Guarded<AnyObject?>?)
    case wait(Waiter, for: Attempt, since: Stopwatch?)
  }

  @inline(never)
  private func step(
    at cell: OnceCell, of recipe: Registration, _ steps: BuildSteps, for caller: Caller, isolation: (any Actor)?
  ) throws(ResolutionError) -> Step {
    let needsTask = recipe.runsAsynchronously || steps.needsMainActor
    while true {
      switch try turn(at: cell, of: recipe, for: caller, needsTask: needsTask, needsMainActor: steps.needsMainActor) {
      case .take(let held): return .take(held)
      case .build(let attempt):
        guard needsTask else { return .build(attempt) }
        let kept = recipe.isWeak ? Guarded<AnyObject?>(nil) : nil
        defer { withExtendedLifetime(kept) {} }
        guard let waiter = start(recipe, attempt, cell, for: caller, keptIn: kept, isolation: isolation) else { continue }
        guard let outcome = waiter.settled else { return .await(waiter, keeping: kept) }
        if let held = try held(after: outcome, recipe, cell) { return .take(held) }
      case .wait(let waiter, let attempt, let stopwatch): return .wait(waiter, for: attempt, since: stopwatch)
      }
    }
  }

  /// Waits for another caller's build; nil: ask the cell again.
  // Not inlined: a function that suspends makes room for all that it could need, at each call.
  @inline(never)
  nonisolated(nonsending) private func wait(
    _ waiter: Waiter, on attempt: Attempt, _ recipe: Registration, _ cell: OnceCell, _ stopwatch: Stopwatch?, for caller: Caller
  ) async throws(ResolutionError) -> AnyObject? {
    Escalation.lendPriority(to: attempt)
    LongWaitWatch.noteWait()
    reportCircle(of: waiter, on: attempt, for: caller.build)
    defer { noteWait(recipe, stopwatch, for: caller.build) }
    return try await suspend(waiter, recipe, cell, for: caller)
  }

  /// What holds the value once a build is over; nil: ask the cell again.
  nonisolated(nonsending) private func suspend(
    _ waiter: Waiter, _ recipe: Registration, _ cell: OnceCell, for caller: Caller
  ) async throws(ResolutionError) -> AnyObject? {
    try held(after: await waiter.suspend(untilCancelled: !caller.requester.isLater), recipe, cell)
  }

  /// Runs a synchronous factory's build on the thread that the task is on.
  nonisolated(nonsending) private func build(
    _ recipe: Registration, _ attempt: Attempt, _ cell: OnceCell, _ steps: BuildSteps, for caller: Caller
  ) async throws(ResolutionError) -> AnyObject {
    let held: AnyObject
    var isHeld = false
    do throws(ResolutionError) { held = try run(recipe, attempt, cell, steps, for: caller.requester, isHeld: &isHeld) } catch {
      if attempt.hasPostponed { await workOff(attempt, isOwnTask: false) }
      throw error
    }
    if attempt.hasPostponed { await workOff(attempt, isOwnTask: false) }
    while isHeld, let entry = cell.rejoin(attempt, for: caller.build, mode: .suspending) {
      guard let waiter = try waiter(in: entry, recipe) else { break }
      if try await suspend(waiter, recipe, cell, for: caller) != nil { break }
    }
    return held
  }
}
