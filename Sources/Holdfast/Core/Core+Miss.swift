public import OnceKernel

extension Core {
  /// What is no hit, for a thread: it parks while it waits.
  ///
  /// - Parameters:
  ///   - arguments: what the value is made from; `NoArguments` for what is made from none.
  ///   - found: what the key led to here just before, in no layer, if that is known.
  @usableFromInline @inline(never)
  func miss<T, Arguments>(
    _ type: T.Type, _ name: Name?, with arguments: Arguments = NoArguments(), at found: consuming OnceCell? = nil, for requester: Requester
  ) throws(ResolutionError) -> T {
    var running: Requester?
    let key = AnyKey(T.self, named: name, madeFrom: Arguments.self)
    switch try route(T.self, key, for: requester, inside: &running, on: thread, at: found) {
    case .registered(let cell):
      // Not by `??`, which counts a reference.
      if let running { return try produce(type, cell, with: arguments, for: running) }
      return try produce(type, cell, with: arguments, for: requester)
    case .instance(let instance): return Core.value(instance, as: type)
    case let further: return try follow(further, type, name, with: arguments, for: requester, running)
    }
  }

  /// A function of its own, so that the stack of nested builds has no room for what it needs.
  ///
  /// - Parameter running: the requester for which the request goes on, if that is not the one that asked.
  @inline(never)
  private func follow<T, Arguments>(
    _ route: Route, _ type: T.Type, _ name: Name?, with arguments: Arguments, for requester: Requester, _ running: Requester?
  ) throws(ResolutionError) -> T {
    switch route {
    case .registered(let cell): return try produce(type, cell, with: arguments, for: running ?? requester)
    case .instance(let instance): return Core.value(instance, as: type)
    case .layer(let layer): return try layer.miss(type, name, with: arguments, for: requester)
    case .inside(let layers):
      return try layers.run { () throws(ResolutionError) in try miss(type, name, with: arguments, for: requester) }
    case .wrapped(let optional): return try resolveWrapped(optional, name, with: arguments, for: running ?? requester)
    case .reference(let reference): return self.reference(reference, name, for: running ?? requester)
    case .collection(let collection): return try self.collection(collection, name, for: running ?? requester)
    case .parent:
      let requester = (running ?? requester).inGraph(of: self)
      return try passOn(ResolutionRequest(AnyKey(T.self, named: name, madeFrom: Arguments.self), arguments, requester))
    }
  }

  /// The value, for a request that went on from elsewhere. What a lazy reference keeps is no hit.
  func resolveFurther<T, Arguments>(
    _ type: T.Type, _ name: Name?, with arguments: Arguments, for requester: Requester
  ) throws(ResolutionError) -> T {
    if requester.run?.kept != nil { return try miss(type, name, with: arguments, for: requester) }
    return try resolve(type, name, with: arguments, for: requester)
  }

  /// Gets the value of a registration.
  ///
  /// - Parameter registered: the registration's cell in the container's table.
  func produce<T, Arguments>(
    _ type: T.Type, _ registered: OnceCell, with arguments: Arguments, for requester: Requester
  ) throws(ResolutionError) -> T {
    // Most values are such ones, and are in the registered cell.
    if Arguments.self == NoArguments.self, registered.registration.form.isSingleton {
      if let held = registered.instance { return Core.value(held, as: type) }
      return Core.value(try share(registered, of: registered.subject, for: requester), as: type)
    }
    return try produceFromInstanceCell(type, registered, with: arguments, for: requester)
  }

  /// Gets a value that may be in another cell than the registered one.
  // Not inlined: nested builds share the stack.
  @inline(never)
  private func produceFromInstanceCell<T, Arguments>(
    _ type: T.Type, _ registered: OnceCell, with arguments: Arguments, for requester: Requester
  ) throws(ResolutionError) -> T {
    var scope: Run.Scope?
    let held: AnyObject
    switch try find(type, registered, with: arguments, in: &scope, for: requester) {
    case .own(let cell):
      let held = try share(cell, of: cell.subject, for: requester)
      try checkOpen(requester, registered)
      return Core.value(held, as: type)
    case .there(let ready): held = ready
    case .cell(let cell, let requester): held = try share(cell, of: cell.subject, for: requester)
    case .inGraph:
      held = try inGraph(requester) { requester throws(ResolutionError) in
        let cell = try instanceCell(type, registered, with: arguments, for: requester)
        return try share(cell, of: cell.subject, for: requester)
      }
    case .kept(let cell): return try makeOnce(type, in: cell, for: requester)
    case .nowhere:
      let registration = registered.registration
      return try makeTransientOnThisThread(registration, for: requester) { try registration.make(type, $0, arguments) }
    case .replaced: return try miss(type, registered.registration.key.name, with: arguments, for: requester)
    }
    try checkOpen(scope, registered.registration)
    return registered.registration.value(in: held, as: type)
  }

  /// A transient that a lazy reference keeps.
  // Not inlined: nested builds share the stack.
  @inline(never)
  private func makeOnce<T>(_ type: T.Type, in cell: OnceCell, for requester: Requester) throws(ResolutionError) -> T {
    let registration = cell.registration
    do throws(ResolutionError) {
      return Core.value(try share(cell, of: cell.subject, for: requester), as: type)
    } catch {
      guard registration.mayAnswerOtherwise(after: error) else { throw error }
      if !registration.choosesName { return try makeApart(type, registration, for: requester) }
    }
    // What it chooses decides how it is made: once, on this thread, unless a task makes it already.
    do throws(ResolutionError) {
      let steps = BuildSteps.Given {
        try registration.make($0)
      } inject: { _, _ in
      }
      return Core.value(try share(cell, of: cell.subject, .given(steps), for: requester), as: type)
    } catch {
      guard error.isTooEarly else { throw error }
      return try makeApart(type, registration, for: requester)
    }
  }

  /// What a lazy reference would keep, where it could not be made for all of its readers.
  private func makeApart<T>(_ type: T.Type, _ registration: Registration, for requester: Requester) throws(ResolutionError) -> T {
    try makeTransientOnThisThread(registration, for: requester.keepingNothing(in: self)) {
      try registration.make(type, $0, NoArguments())
    }
  }

  /// Gets what holds the one value of `cell`: takes it, builds it on this thread, or parks until another caller has.
  ///
  /// - Parameters:
  ///   - subject: the cell's, which the cell keeps. A parameter, as the compiler counts a reference for what a function takes out of a cell.
  ///   - given: how to build it, if not as its registration says.
  @inline(never)
  func share(
    _ cell: OnceCell, of subject: any AttemptSubject, _ given: BuildSteps? = nil, for requester: Requester
  ) throws(ResolutionError) -> AnyObject {
    let recipe = unsafeDowncast(subject, to: Registration.self)  // every cell of a container was made by a registration
    let steps = given ?? steps(of: recipe)
    if Mutant.sealedBuildIsNotShared.isActive, table.phase.loadSequentiallyConsistent() == Phase.sealed {
      return try makeUnshared(recipe, steps, for: requester)
    }
    let caller = Caller(requester, parking: thread)
    let executor = executor(of: recipe, steps)
    // Most callers find it so, and wait for nothing.
    switch try next(after: .ask, at: cell, of: recipe, for: caller, on: executor) {
    case .take(let held): return held
    // A thread is told to start none.
    case .run(let attempt), .start(let attempt):
      let held = try build(recipe, attempt, cell, steps, for: caller)
      Attempt.keep(attempt, on: caller.thread ?? thread)
      return held
    case let step:
      switch try wait(after: step, at: cell, of: recipe, for: caller, on: executor) {
      case .take(let held): return held
      case .build(let attempt): return try build(recipe, attempt, cell, steps, for: caller)
      }
    }
  }

  /// What is left for a thread to do at a cell, once it need not wait.
  private enum Rest {
    /// Nothing: it has this, which holds the value.
    case take(AnyObject)
    case build(Attempt)
  }

  /// Parks until the thread has what holds the value, or is to build it. Not inlined: nested builds share the stack.
  @inline(never)
  private func wait(
    after first: Step, at cell: OnceCell, of recipe: Registration, for caller: Caller, on executor: BuildExecutor
  ) throws(ResolutionError) -> Rest {
    var step = first
    while true {
      switch step {
      case .take(let held): return .take(held)
      case .run(let attempt), .start(let attempt): return .build(attempt)
      case .wait(let waiter, _, let stopwatch):
        LongWaitWatch.startTimer()
        step = try park(waiter, recipe, stopwatch, for: caller)
      case .ask, .claim, .forget: break  // `next` does these
      }
      step = try next(after: step, at: cell, of: recipe, for: caller, on: executor)
    }
  }

  /// For a mutant: makes a shared value for its caller alone.
  @inline(never)
  private func makeUnshared(_ recipe: Registration, _ steps: BuildSteps, for requester: Requester) throws(ResolutionError) -> AnyObject {
    let resolution = requester.forRun(asking: Dependency(recipe.key), in: self).deeper.resolution(in: self)
    do { return try resolution.run { try steps.make(recipe, resolution) } } catch { throw failure(error, of: recipe) }
  }

  /// What follows once a build is over.
  private func park(
    _ waiter: Waiter, _ recipe: Registration, _ stopwatch: Stopwatch?, for caller: Caller
  ) throws(ResolutionError) -> Step {
    let outcome = waiter.park()
    reportWait(recipe, stopwatch, for: caller.build)
    return try step(after: outcome, of: recipe)
  }

  private func build(
    _ recipe: Registration, _ attempt: Attempt, _ cell: OnceCell, _ steps: BuildSteps, for caller: Caller
  ) throws(ResolutionError) -> AnyObject {
    let held: AnyObject
    var isHeld = false
    do throws(ResolutionError) {
      held = try run(recipe, attempt, cell, steps, for: caller.requester, on: caller.thread ?? thread, isHeld: &isHeld)
    } catch {
      if attempt.hasDeferred { runDeferred(attempt) }
      throw error
    }
    if attempt.hasDeferred { runDeferred(attempt) }
    if isHeld { try outlast(attempt, in: cell, recipe, for: caller) }
    return held
  }

  /// Waits until this caller, which ran a build that is held, may have its value. Not inlined: nested builds share the stack.
  @inline(never)
  private func outlast(_ attempt: Attempt, in cell: OnceCell, _ recipe: Registration, for caller: Caller) throws(ResolutionError) {
    while let entry = cell.rejoin(attempt, for: caller.build, mode: .blocking) {
      guard case .wait(let waiter, _, _) = try step(after: entry, of: recipe, on: .anyThread, .blocking),
        case .ask = try park(waiter, recipe, nil, for: caller)
      else { return }
    }
  }
}
