import OnceKernel

extension Core {
  /// Disposes of what is left, the last created first, and of what is built meanwhile; failures are recorded.
  ///
  /// - Parameter outer: of the disposer that waits for this.
  func dispose(_ remains: Remains, _ ending: Ending, for cause: EndBlockers.Cause, inside outer: EndBlockers.Mark? = nil) async {
    while let cell = remains.nextToDispose() {
      let succeeded = await dispose(cell, ending, for: cause, inside: outer)
      if !succeeded, Mutant.failureStopsDisposal.isActive { return }
    }
  }

  /// Disposes of what a retired cell holds; answers whether its disposer succeeded.
  func dispose(_ cell: OnceCell, _ ending: Ending, for cause: EndBlockers.Cause, inside outer: EndBlockers.Mark? = nil) async -> Bool {
    guard let instance = cell.instance else { return true }
    defer { shutdown.noteDisposed(cell) }
    return await dispose(instance, of: cell.registration, ending, for: cause, inside: outer)
  }

  /// Disposes of an instance; answers whether its disposer succeeded.
  private func dispose(
    _ instance: AnyObject, of registration: Registration, _ ending: Ending, for cause: EndBlockers.Cause, inside outer: EndBlockers.Mark?
  ) async -> Bool {
    HeldLocks.expectNone()
    let errors = await EndBlockers.disposing(of: self, for: cause, inside: outer, ending) { await registration.dispose(instance) }
    if errors.isEmpty { observers.tell(.disposed, registration) }
    for error in errors {
      container.shutdown.record(registration.key, error)
      if !Mutant.failureUntold.isActive { observers.tell(.disposalFailed(error), registration) }
    }
    return errors.isEmpty
  }

  /// Disposes of what cells hold that the container discarded, in a task of its own, the last created first.
  func disposeLater(_ cells: [OnceCell], _ ending: Ending) {
    let wanting = needingDisposal(cells, ending)
    if !wanting.isEmpty { disposeLater(wanting, in: Remains(wanting, waiting: wanting), ending, of: nil, inherits: false) }
  }

  /// Retires those of the cells that need no disposer, and answers the others, in order of creation.
  func needingDisposal(_ cells: [OnceCell], _ ending: Ending) -> [OnceCell] {
    var wanting: [OnceCell] = []
    for cell in cells {
      if let instance = cell.instance {
        if cell.registration.disposes(instance) {
          wanting.append(cell)
        } else if !cell.kind.isShared {
          // Of a shared cell that has its instance it is never asked whether it was taken out: no build of it is to come.
          _ = cell.retire()
        }
      } else if let instance = cell.retire() {
        // It was published between the two looks. What is published from here on is disposed of by its build.
        if case .reset = ending {
          retire(late: instance, of: cell.registration, cell.orderOfPublication)
        } else {
          disposeLater(instance, of: cell.registration, ending, in: nil)
        }
      }
    }
    wanting.sortByCreation()
    return wanting
  }

  /// Disposes of what is left, in a task of its own.
  ///
  /// - Parameters:
  ///   - cells: what is known of it now.
  ///   - remains: the cells, with what is kept until they are disposed of.
  ///   - scope: the scope whose instances they are, if they are one's.
  ///   - inherits: whether the disposers see the caller's task-local values.
  ///   - isEnd: whether they are all that a scope has.
  ///   - done: called when that is done.
  @inline(never)  // for size: called from many places
  func disposeLater(
    _ cells: [OnceCell], in remains: Remains, _ ending: Ending, of scope: Run.Scope?, inherits: Bool, isEnd: Bool = false,
    then done: (@Sendable () -> Void)? = nil
  ) {
    if disposeExplored(remains) {
      done?()
      return
    }
    let disposal = Disposal(cells, of: scope, isEnd: isEnd)
    runBeside(disposal, inherits: inherits) { [self] _ in
      {
        await self.dispose(remains, ending, for: .disposal(disposal))
        done?()
      }
    }
  }

  /// Runs a disposal in a task of its own. It counts here and in all that this one asks, so that these serve its disposers until they have returned.
  ///
  /// - Parameter disposing: what is run; nil if nothing is to be disposed of here. Asked when the disposal is noted, and told whether it is served.
  func runBeside(
    _ disposal: Disposal, inherits: Bool = false, _ disposing: (_ isServed: Bool) -> (@Sendable () async -> Void)?
  ) {
    // Before it begins, so that it cannot be over before; and before it counts, so that an end that lets no more be counted finds it.
    note(disposal)
    let serving = Mutant.disposersUncounted.isActive ? [] : (above + [self]).filter { $0.life.count(.run, served: { true }) }
    let isOver = { @Sendable [self] in
      forget(disposal)
      disposal.end()
      for core in serving.reversed() { core.leaveAlone(.run) }
    }
    guard let dispose = disposing(serving.last === self) else { return isOver() }
    // What left its place before this did is noted by now. Asked here and not by the task: the later, the more of those that do not matter are noted.
    let earlier = disposal.scopes.first?.instances.using(disposal) ?? shutdown.using(disposal)
    let body: @Sendable () async -> Void = { [self] in
      if !Mutant.earlierUnawaited.isActive { await disposal.outlast(earlier, in: self) }
      await dispose()
      isOver()
    }
    if inherits { Task(operation: body) } else { Task.detached(operation: body) }
  }

  /// Disposes of what a cache had no room for, in a task of its own.
  ///
  /// The cache keeps it until its disposal is noted. So an end that begins meanwhile finds it in the one place or in the other, and does not dispose
  /// of what it uses before:
  ///
  /// ```
  /// a caller                                the end
  /// pushes a tile out of the table
  /// notes its disposal
  /// takes it out of the cache               closes the cache, and takes what it finds
  /// (only one of the two gets it)
  ///                                         waits for the disposals that are noted
  /// ```
  ///
  /// - Parameter letGo: takes it out of the cache; false if what closed the cache has it.
  func discard(_ evicted: OnceCell, of scope: Run.Scope?, letGo: () -> Bool) {
    let registration = evicted.registration
    if let instance = evicted.instance {
      if !registration.disposes(instance) || disposeExplored(Remains([evicted], waiting: [evicted])) {
        if !evicted.kind.isShared { _ = evicted.retire() }
        _ = letGo()
        noteRemoved([evicted])
        return
      }
      if scope == nil { return retire([evicted]) { isServed in isServed && letGo() } }
    }
    let disposal = Disposal([evicted], of: scope)
    runBeside(disposal) { [self] isServed in
      // A container that has closed disposes of what it finds where that still is, and serves the disposer as one of its own. What is being built is
      // disposed of by its build.
      guard isServed, letGo() else { return nil }
      guard let instance = evicted.retire(), registration.disposes(instance) else {
        noteRemoved([evicted])
        return nil
      }
      if scope == nil {
        // Published meanwhile, for callers that waited.
        retire(late: instance, of: registration, evicted.orderOfPublication)
        noteRemoved([evicted])
        return nil
      }
      let held = Held(instance, registration.held(instance))
      return { _ = await self.dispose(held.instance, of: registration, .reset, for: .disposal(disposal), inside: nil) }
    }
  }

  private func note(_ disposal: Disposal) {
    shutdown.note(disposal, isBelow: false)
    for core in above { core.shutdown.note(disposal, isBelow: true) }
    for scope in disposal.scopes { scope.instances.note(disposal) }
  }

  private func forget(_ disposal: Disposal) {
    for scope in disposal.scopes { scope.instances.forget(disposal) }
    for core in above { core.shutdown.forget(disposal, isBelow: true) }
    shutdown.forget(disposal, isBelow: false)
  }

  /// Disposes of an instance that no cell holds, in a task of its own.
  ///
  /// - Parameter scope: the scope whose instance it was to be, if it was to be one's.
  @inline(never)  // for size: called from many places
  func disposeLater(_ instance: AnyObject, of registration: Registration, _ ending: Ending, in scope: Run.Scope?) {
    guard registration.disposes(instance) else { return }
    if disposeExplored(instance, of: registration) { return }
    let held = Held(instance, registration.held(instance))
    let disposal = Disposal(registration.key, of: scope)
    runBeside(disposal) { [self] _ in
      { _ = await self.dispose(held.instance, of: registration, ending, for: .disposal(disposal), inside: nil) }
    }
  }

  /// Releases cells that were removed from a table, in reverse order of creation.
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

/// A retained instance that is to be disposed of.
private struct Held: @unchecked Sendable {  // unchecked: a shared instance, which is Sendable, or only this one's by now
  let instance: AnyObject
  /// Of a weak instance the object itself, which lives until it is disposed of.
  private let object: AnyObject?

  init(_ instance: AnyObject, _ object: AnyObject?) {
    self.instance = instance
    self.object = object
  }
}
