import OnceKernel

/// What a caller does next at the cell of what it asked for.
///
/// `Core.step(after:of:on:_:)` says what follows from an answer, for threads and tasks and for whatever type, and changes nothing. `Core.next` does what
/// needs neither a wait nor a run. What is left, the two shells do: `Core.share` for threads, `Core.goOn` for tasks.
enum Step {
  /// It asks the cell.
  case ask
  /// It has this, which holds the value.
  case take(AnyObject)
  /// It runs this build itself.
  case run(Attempt)
  /// Only of a task: it has a task of its own, or the main actor, run this build.
  case start(Attempt)
  /// It runs this build, which is queued for the main actor, unless that was begun.
  case claim(Attempt)
  /// It waits for another caller's build.
  case wait(Waiter, for: Attempt, since: Stopwatch? = nil)
  /// The object that the cell watched was released: the cell forgets it.
  case forget(AnyObject)
}

/// A requester at a cell: for which build it asks, and how it may wait there.
struct Caller {
  let requester: Requester
  /// The build that asks, if any. Found once: one that fails while it waits here is still told of that.
  let build: Attempt?
  /// How deep what it asks for is nested.
  let depth: Int
  /// The record of the thread that parks; nil for a task, which suspends.
  let thread: UnsafeMutablePointer<ThreadRecord>?
  /// Whether what it asks for is an object of the graph of the run that asks. Both have the objects of that graph, which need not be `Sendable`: so the
  /// run's code goes on only when that of the build has returned, also if its task is cancelled.
  let isInGraphOfRun: Bool

  /// - Parameter thread: the calling one's record, if that parks.
  @inline(__always)  // outlined, it would be handed a reference of its own
  init(_ requester: Requester, parking thread: UnsafeMutablePointer<ThreadRecord>?, isInGraphOfRun: Bool = false) {
    self.requester = requester
    self.thread = thread
    self.isInGraphOfRun = isInGraphOfRun
    build = requester.build(on: thread)
    depth = requester.isDeferred ? 0 : max(requester.depth, build.map { $0.depth + 1 } ?? 0)
  }

  var parks: Bool { thread != nil }

  /// Whether it goes on although its task is cancelled, for what a run asked for later.
  var outlastsTask: Bool { requester.isDeferred }

  /// What it does when its task is cancelled while it waits.
  var whenCancelled: Waiter.Cancellation { outlastsTask ? .waits : isInGraphOfRun ? .cancelsBuild : .leaves }

  var mode: OnceCell.Mode { parks ? .blocking : .suspending }

  /// A miss builds nothing for a task that does not want it any more.
  var isCancelled: Bool { !parks && Task.isCancelled && !Mutant.cancelledBuilds.isActive && !outlastsTask }
}

extension OnceCell.Mode {
  // Not by `==`: for an enum of another module, that is a call through its witness.
  fileprivate var isBlocking: Bool {
    switch self {
    case .blocking: true
    case .suspending: false
    }
  }
}

extension Core {
  // MARK: What follows

  /// What follows from what a cell answered.
  ///
  /// - Parameters:
  ///   - executor: what runs a build.
  ///   - stopwatch: for a wait, begun before the cell was asked.
  func step(
    after entry: consuming OnceCell.Entry, of recipe: Registration, on executor: BuildExecutor, _ mode: OnceCell.Mode,
    since stopwatch: Stopwatch? = nil
  ) throws(ResolutionError) -> Step {
    switch consume entry {
    case .ready(let instance), .early(let instance): return recipe.step(with: instance)
    case .build(let attempt): return executor.isAnyThread || mode.isBlocking ? .run(attempt) : .start(attempt)
    case .wait(let waiter, let attempt): return .wait(waiter, for: attempt, since: stopwatch)
    // A build that is queued for the main actor is claimed by a caller that is there already.
    case .mustSuspend(let attempt) where executor.isMainActor: return .claim(attempt)
    case .mustSuspend: throw .asyncOnly(recipe.key, recipe.lifetime, site: recipe.site)
    case .cycle(let builds): throw cycle(builds, recipe)
    case .failed(let error): throw joined(error, recipe)
    case .overtaken(let error): throw own(error, recipe)
    }
  }

  /// What follows from how a wait ended.
  func step(after outcome: Waiter.Outcome, of recipe: Registration) throws(ResolutionError) -> Step {
    switch outcome {
    case .ready(let instance): return recipe.step(with: instance)
    case .retry: return .ask
    case .cancelled: throw .cancelled(recipe.key, site: recipe.site)
    case .failed(let error): throw joined(error, recipe)
    case .overtaken(let error): throw own(error, recipe)
    }
  }

  // MARK: What needs neither a wait nor a run

  /// Does a step that needs neither a wait nor a run, and says what follows; every other step is the shell's.
  func next(
    after step: consuming Step, at cell: OnceCell, of recipe: Registration, for caller: Caller, on executor: BuildExecutor
  ) throws(ResolutionError) -> Step {
    while true {
      switch consume step {
      case .ask: step = try ask(cell, of: recipe, for: caller, on: executor)
      case .claim(let attempt):
        if attempt.claim(onThisThread: true, for: caller.build) { return .run(attempt) }
        if !attempt.isDecided { throw .asyncOnly(recipe.key, recipe.lifetime, site: recipe.site) }
        step = .ask
      case .forget(let instance):
        cell.expire(instance)
        step = .ask
      case let step: return step
      }
    }
  }

  @inline(__always)
  private func ask(
    _ cell: OnceCell, of recipe: Registration, for caller: Caller, on executor: BuildExecutor
  ) throws(ResolutionError) -> Step {
    let needsTask = !executor.isAnyThread
    if needsTask, caller.parks, let held = try passing(cell, of: recipe, for: caller, on: executor) { return .take(held) }
    try checkDepth(caller.depth, recipe, on: caller.thread ?? thread)
    if caller.isCancelled {
      if let held = published(recipe, cell) { return .take(held) }
      throw .cancelled(recipe.key, site: recipe.site)
    }
    // Before other threads can see the waiter, so that the wait is not reported shorter than the build that it waited for.
    let stopwatch = observers.stopwatch
    // A caller that becomes the builder is counted until the build has finished: before that can be seen, as from then on another thread may run and
    // finish it.
    try admitRun(of: recipe.key) { $0.serves(caller.requester) }
    let entry = cell.ask(
      for: caller.build, owner: self, place: scope(of: recipe, for: caller.requester)?.instances, depth: caller.depth, mode: caller.mode,
      buildsAsynchronously: needsTask && !caller.parks, on: caller.thread)
    if case .build(let attempt) = entry {
      if attempt.beginsWatch { LongWaitWatch.startTimer() }
    } else {
      leaveRun()
    }
    return try step(after: entry, of: recipe, on: executor, caller.mode, since: stopwatch)
  }

  /// What a thread has of a build that needs a task, or the main actor; nil if the thread is the main actor's, and may build it.
  private func passing(
    _ cell: OnceCell, of recipe: Registration, for caller: Caller, on executor: BuildExecutor
  ) throws(ResolutionError) -> AnyObject? {
    if let held = published(recipe, cell) { return held }
    if let build = caller.build, let instance = cell.earlyReference(for: build), let held = recipe.held(instance) { return held }
    guard executor.isMainActor else { throw .asyncOnly(recipe.key, recipe.lifetime, site: recipe.site) }
    guard MainThread.isCurrent else { throw .mainActorOnly(recipe.key, recipe.lifetime, site: recipe.site) }
    return nil
  }

  func reportWait(_ recipe: Registration, _ stopwatch: Stopwatch?, for build: Attempt?) {
    guard let stopwatch else { return }
    let end = ProcessClock.now
    let asking = build.map { $0.registration.key }
    observers.tell(.waited(stopwatch.duration(to: end)), recipe, for: asking, at: end)
  }

  /// What holds the value if it is there already.
  func published(_ recipe: Registration, _ cell: OnceCell) -> AnyObject? {
    cell.instance.flatMap(recipe.held)
  }
}

extension Registration {
  /// What a caller does with an instance that a cell has, or had.
  fileprivate func step(with instance: AnyObject) -> Step {
    if let held = held(instance) { .take(held) } else { .forget(instance) }
  }
}
