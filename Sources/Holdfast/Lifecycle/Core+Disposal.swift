import OnceKernel

extension Core {
  /// Disposes of what cells hold, the last created first; failures are recorded.
  ///
  /// - Parameter outer: containers that wait for this, further out.
  func disposeInOrder(_ cells: [OnceCell], _ ending: Ending, within outer: [Core] = []) async {
    let cells = Mutant.disposesOldestFirst.isActive ? cells.reversed() : cells
    for cell in cells.reversed() {
      guard let instance = cell.retire(), cell.registration.disposes(instance) else { continue }
      let succeeded = await dispose(instance, of: cell.registration, ending, within: outer)
      shutdown.noteDisposed(cell)
      if !succeeded, Mutant.failureStopsDisposal.isActive { return }
    }
  }

  /// Disposes of an instance; answers whether its disposer succeeded.
  private func dispose(_ instance: AnyObject, of registration: Registration, _ ending: Ending, within outer: [Core]) async -> Bool {
    HeldLocks.expectNone()
    let errors = await Holding.disposing(of: self, within: outer, ending) { await registration.dispose(instance) }
    if errors.isEmpty { observers.tell(.disposed, registration.key) }
    for error in errors {
      shutdown.record(registration.key, error)
      observers.tell(.disposalFailed(error), registration.key)
    }
    return errors.isEmpty
  }

  /// Disposes of what cells hold that the container gave up, in a task of its own, the last created first.
  ///
  /// - Parameter done: called when that is done, or at once when there is nothing to do.
  func disposeLater(_ cells: [OnceCell], _ ending: Ending, then done: (@Sendable () -> Void)? = nil) {
    let wanting = needingDisposal(cells, ending)
    if wanting.isEmpty { done?() } else { disposeLater(wanting, ending, inherits: false, then: done) }
  }

  /// Retires those of the cells that need no disposer, and answers the others, in order of creation.
  func needingDisposal(_ cells: [OnceCell], _ ending: Ending) -> [OnceCell] {
    var wanting: [OnceCell] = []
    for cell in cells {
      if let instance = cell.instance {
        if cell.registration.disposes(instance) {
          wanting.append(cell)
        } else if cell.kind != .shared {
          // Of a shared cell that has its instance it is never asked whether it was taken out: no build of it is to come.
          _ = cell.retire()
        }
      } else if let instance = cell.retire() {
        // It was published between the two looks. What is published from here on is disposed of by its build.
        disposeLater(instance, of: cell.registration, ending)
      }
    }
    wanting.sortByCreation()
    return wanting
  }

  /// Disposes of what `needingDisposal` answered, in a task of its own.
  ///
  /// - Parameter inherits: whether the disposers see the caller's task-local values.
  func disposeLater(_ cells: [OnceCell], _ ending: Ending, inherits: Bool, then done: (@Sendable () -> Void)?) {
    if disposeExplored(cells) {
      done?()
      return
    }
    runBeside(cells.reversed().map(\.registration.key), inherits: inherits) { [self] in
      await disposeInOrder(cells, ending)
      done?()
    }
  }

  /// Runs disposers in a task of their own. They count here and in all that this one asks, so that these serve them until they have returned.
  private func runBeside(_ keys: [AnyKey], inherits: Bool = false, _ dispose: @escaping @Sendable () async -> Void) {
    let serving = (above + [self]).filter { $0.life.enter(.run, served: { true }) }
    shutdown.run(keys, inherits: inherits) {
      await dispose()
      for core in serving.reversed() { core.leaveAlone(.run) }
    }
  }

  /// Disposes of an instance that no cell holds, in a task of its own.
  func disposeLater(_ instance: AnyObject, of registration: Registration, _ ending: Ending) {
    guard registration.disposes(instance) else { return }
    if disposeExplored(instance, of: registration) { return }
    let held = Held(instance, registration.held(instance))
    runBeside([registration.key]) { [self] in _ = await dispose(held.instance, of: registration, ending, within: []) }
  }

  /// Gives up cells that were taken out of the table: disposes of what they hold, and releases them in reverse order of creation.
  ///
  /// Called outside every lock: the last reference to an instance runs its deinit.
  func release(_ cells: consuming [OnceCell]) {
    guard cells.count > 1 else { return }
    cells.sortByCreation()
    releaseInOrder(&cells)
  }
}

/// Releases cells that are in order of creation, the last one first.
func releaseInOrder(_ cells: inout [OnceCell]) {
  HeldLocks.expectNone()
  while let cell = cells.popLast() { withExtendedLifetime(cell) {} }
}

/// A retained instance on its way to its disposer.
private struct Held: @unchecked Sendable {  // unchecked: a shared instance, which is Sendable, or only this one's by now
  let instance: AnyObject
  /// Of a weak instance the object itself, which lives until it is disposed of.
  private let object: AnyObject?

  init(_ instance: AnyObject, _ object: AnyObject?) {
    self.instance = instance
    self.object = object
  }
}
