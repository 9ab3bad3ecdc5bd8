import OnceKernel

/// What a caller does at the cell of what it asked for.
///
/// Decided in one place for threads and tasks, and for whatever type.
enum Turn {
  /// It has this, which holds the value.
  case take(AnyObject)
  /// It runs this build, or has a task run it.
  case build(Attempt)
  /// It waits for another caller's build.
  case wait(Waiter, for: Attempt, since: Stopwatch?)
}

/// For which build a requester asks a cell, and how it may wait there.
struct Caller {
  /// The build that asks, if any.
  let build: Attempt?
  let depth: Int
  let mode: OnceCell.Mode
  /// Whether it goes on although its task is cancelled, for what a run asked for later.
  let outlastsTask: Bool

  /// - Parameter core: the one that has the cell.
  @inline(__always)  // outlined, it would be handed a reference of its own
  init(_ requester: Requester, _ mode: OnceCell.Mode, in core: Core) {
    self.mode = mode
    build = requester.attempt ?? (mode.isBlocking ? CurrentBuild.onThread(of: core.thread) : nil) ?? BuildTask.current
    depth = requester.depth(for: build)
    outlastsTask = requester.isDeferred
  }

  /// A miss builds nothing for a task that does not want it any more.
  var isCancelled: Bool { !mode.isBlocking && Task.isCancelled && !Mutant.cancelledBuilds.isActive && !outlastsTask }
}

extension OnceCell.Mode {
  // Not by `==`: for an enum of another module, that is a call through its witness.
  fileprivate var isBlocking: Bool {
    if case .blocking = self { true } else { false }
  }
}

extension Core {
  /// - Parameter executor: what runs a build.
  func turn(
    at cell: OnceCell, of recipe: Registration, for requester: Requester, as caller: Caller, on executor: BuildExecutor
  ) throws(ResolutionError) -> Turn {
    let needsTask = executor != .anyThread
    if needsTask, caller.mode.isBlocking, let held = try passing(cell, of: recipe, as: caller, on: executor) { return .take(held) }
    while true {
      try checkDepth(caller.depth, recipe)
      if caller.isCancelled {
        if let held = published(recipe, cell) { return .take(held) }
        throw .cancelled(recipe.key, site: recipe.site)
      }
      // Before other threads can see the waiter, so that the wait is not reported shorter than the build that it waited for.
      let stopwatch = observers.stopwatch
      switch try ask(cell, recipe, for: requester, as: caller, needsTask: needsTask && !caller.mode.isBlocking) {
      case .ready(let instance), .early(let instance):
        if let held = recipe.held(instance) { return .take(held) }
        cell.expire(instance)
      case .build(let attempt): return .build(attempt)
      case .mustSuspend(let attempt):
        // A build that is queued for the main actor is claimed by a caller that is there already.
        guard executor == .mainActor else { throw .asyncOnly(recipe.key, recipe.lifetime, site: recipe.site) }
        if attempt.claim(onThisThread: true, for: caller.build) { return .build(attempt) }
        if !attempt.isDecided { throw .asyncOnly(recipe.key, recipe.lifetime, site: recipe.site) }
      case .wait(let waiter, let attempt): return .wait(waiter, for: attempt, since: stopwatch)
      case .cycle(let builds): throw cycle(builds, recipe)
      case .failed(let error): throw joined(error, recipe)
      case .overtaken(let error): throw own(error, recipe)
      }
    }
  }

  /// What a thread has of a build that needs a task, or the main actor; nil if the thread is the main actor's, and may build it.
  private func passing(
    _ cell: OnceCell, of recipe: Registration, as caller: Caller, on executor: BuildExecutor
  ) throws(ResolutionError) -> AnyObject? {
    if let held = published(recipe, cell) { return held }
    if let build = caller.build, let instance = cell.earlyReference(for: build), let held = recipe.held(instance) { return held }
    guard executor == .mainActor else { throw .asyncOnly(recipe.key, recipe.lifetime, site: recipe.site) }
    guard MainThread.isCurrent else { throw .mainActorOnly(recipe.key, recipe.lifetime, site: recipe.site) }
    return nil
  }

  /// Asks the cell. A caller that becomes the builder is counted in this container and in those above it until the build has finished.
  private func ask(
    _ cell: OnceCell, _ recipe: Registration, for requester: Requester, as caller: Caller, needsTask: Bool
  ) throws(ResolutionError) -> OnceCell.Entry {
    // Before the build can be seen: from then on another thread may run and finish it.
    if case .refused(by: let core) = admit(.run, for: requester) { throw core.shutDownError(for: recipe.key) }
    let entry = cell.ask(
      for: caller.build, owner: self, place: scope(of: recipe, for: requester)?.instances, depth: caller.depth, mode: caller.mode,
      buildsAsynchronously: needsTask)
    if case .build = entry { return entry }
    leave(.run)
    return entry
  }

  /// How the caller that ran a held build waits; nil when there is nothing to wait for.
  func waiter(in entry: OnceCell.Entry, _ recipe: Registration) throws(ResolutionError) -> Waiter? {
    switch entry {
    case .ready, .early, .build: return nil
    case .wait(let waiter, _): return waiter
    case .cycle(let builds): throw cycle(builds, recipe)
    case .failed(let error): throw joined(error, recipe)
    case .overtaken(let error): throw own(error, recipe)
    // A task has to finish what it is published with.
    case .mustSuspend: throw .asyncOnly(recipe.key, recipe.lifetime, site: recipe.site)
    }
  }

  /// What holds the value once a wait is over; nil: ask the cell again.
  func held(after outcome: Waiter.Outcome, _ recipe: Registration, _ cell: OnceCell) throws(ResolutionError) -> AnyObject? {
    switch outcome {
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

  func reportWait(_ recipe: Registration, _ stopwatch: Stopwatch?, for build: Attempt?) {
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
