import OnceKernel

extension Scope {
  /// Ends the scope, and disposes of its instances in reverse order of creation before it returns. Returns whether this call ended the scope.
  ///
  /// ```swift
  /// let scope = try container.openScope()
  /// do {
  ///   try await scope.resolve(Export.self).write(to: writer)
  ///   await scope.end()
  /// } catch {
  ///   await scope.end(.failed(error))
  ///   throw error
  /// }
  /// ```
  ///
  /// You may call it from any thread or task, even a cancelled one. Disposers run in a task of their own, with the caller's task-local values, and
  /// are not cancelled. A scope ends once: a second call returns false at once. After the end, requests for scoped values throw `.shutDown`; only
  /// disposers get what is not disposed of yet. If a disposer throws, its error is in the report of the container's `shutdown()`.
  ///
  /// The disposers of what the scope discarded before come first. After 30 seconds `end` stops waiting for these and returns; the other disposers
  /// run when these have returned.
  ///
  /// - Parameter ending: The value that disposers receive.
  /// - Complexity: O(n log n) for n instances, and what their disposers take.
  @discardableResult
  nonisolated(nonsending) public func end(_ ending: Ending = .completed) async -> Bool {
    guard beginEnd() else { return false }
    guard let rest = close(ending) else { return true }
    // What was discarded before may need what is still here.
    if !rest.disposals.isEmpty, !(await Disposals.wait(for: rest.disposals)) {
      finishLater(rest, inherits: true)
      return true
    }
    await TaskStart.waitedFor(isolation: #isolation) { [core, instances] in
      await core.dispose(rest.remains, ending, for: .scopeEnd(instances), inside: EndBlockers.current)
    }.value
    finish(rest)
    return true
  }

  /// Ends the scope in synchronous code, such as a `defer`. Disposers may suspend, so they run in a task of their own, one after the other.
  ///
  /// ```swift
  /// let scope = try container.openScope()
  /// defer { scope.end() }
  /// ```
  ///
  /// - Parameter ending: The value that disposers receive.
  /// - Returns: Whether this call ended the scope.
  @discardableResult
  public func end(_ ending: Ending = .completed) -> Bool {
    guard beginEnd() else { return false }
    if let rest = close(ending) { finishLater(rest, inherits: true) }
    return true
  }

  /// Called when the last reference to the scope was released.
  func abandon() {
    // A scope around an operation has been ended; of the others, those that were forgotten have not.
    guard ends.next() == 0 else { return }
    ForgottenScopes.report(event, to: core.observers)
    if let rest = close(.abandoned) { finishLater(rest, inherits: false) }
  }

  /// Whether this is the one call that ends it.
  private func beginEnd() -> Bool { ends.next() == 0 || Mutant.scopeEndsTwice.isActive }

  // MARK: The one sequence

  /// What is to be done once the scope has closed, as there are disposers, or disposals of what it discarded before.
  private struct Rest {
    let ending: Ending
    let remains: Remains
    /// Of what it discarded before.
    let disposals: [Disposal]
    let told: Told?
  }

  /// What is told when it has ended.
  private final class Told: Sendable {
    let opening: Opening
    let event: ObservedScope
    let instances: Int

    init(_ opening: Opening, _ event: ObservedScope, _ cells: [OnceCell]) {
      (self.opening, self.event) = (opening, event)
      instances = cells.count { $0.instance != nil }
    }
  }

  /// Closes the scope, and ends it where nothing has to be waited for; otherwise answers what is left.
  private func close(_ ending: Ending) -> Rest? {
    var (holders, cells, disposals, known) = instances.closeScope()
    instances.shortenSurroundings()
    // By index: a cell that is handed out is counted.
    if opening != nil || !disposals.isEmpty || !holders.isEmpty || !cells.indices.allSatisfy({ cells[$0].isDone }) {
      return close(ending, holders, &cells, disposals, known)
    }
    // Nothing is told, or disposed of, or being built: so it is in most scopes.
    cells.sortByCreation()
    if let epochs { core.leaveScope(epochs) }
    releaseInOrder(&cells)
    return nil
  }

  // Not inlined: it makes room for what most scopes do not have.
  @inline(never)
  private func close(
    _ ending: Ending, _ given: consuming [OnceCell], _ cells: inout [OnceCell], _ disposals: [Disposal], _ known: Remains?
  ) -> Rest? {
    var holders = given
    cells.sortByCreation()
    if Mutant.scopeForgetsLate.isActive { cells.removeAll { $0.instance == nil } }
    let told = opening.map { Told($0, event, cells) }
    // An empty one too: it is being built, or comes to be, and has to be retired before that is known.
    let wanting = cells.filter { cell in cell.instance.map { cell.registration.disposes($0) } ?? true }
    if disposals.isEmpty, wanting.allSatisfy({ $0.instance == nil }) {
      // No disposer asks for what was not built. What is published from here on is disposed of by its build.
      for cell in wanting {
        if let late = cell.retire() { core.disposeLater(late, of: cell.registration, ending, in: requester.scope) }
      }
      holders = []
      Scope.ended(ending, told, in: core, epochs)
      releaseInOrder(&cells)
      return nil
    }
    // Served from since the scope closed, if disposers ran then.
    let remains = known ?? Remains(holders: [], of: [])
    // Consumed: all are released when they are disposed of, the last created first.
    remains.fill(holders: consume holders, exchange(&cells, with: []), waiting: consume wanting)
    if known == nil { instances.remains = remains }
    return Rest(ending: ending, remains: remains, disposals: disposals, told: told)
  }

  /// Disposes of what is left when all is disposed of that was discarded before, in a task of its own, and has it ended then.
  private func finishLater(_ rest: consuming Rest, inherits: Bool) {
    let (remains, ending, told) = (rest.remains, rest.ending, rest.told)
    core.disposeLater(
      remains.waiting.filter { $0.instance != nil }, in: remains, ending, of: requester.scope, inherits: inherits, isEnd: true
    ) {
      [core, instances, epochs] in
      Scope.finish(remains, ending, told, instances, in: core, epochs)
    }
  }

  private func finish(_ rest: Rest) { Scope.finish(rest.remains, rest.ending, rest.told, instances, in: core, epochs) }

  /// The disposers have run: what is left is released, the last created first.
  // Static: the scope itself may have been released.
  private static func finish(
    _ remains: Remains, _ ending: Ending, _ told: Told?, _ instances: InstanceTable, in core: Core, _ epochs: Epochs?
  ) {
    instances.remains = nil
    ended(ending, told, in: core, epochs)
    var cells = remains.end()
    releaseInOrder(&cells)
  }

  /// Tells of its end, and counts it no more.
  @inline(never)  // for size: called from many places
  private static func ended(_ ending: Ending, _ told: Told?, in core: Core, _ epochs: Epochs?) {
    if let told {
      core.observers.tell(
        .scopeEnded(told.event, ending, after: told.opening.time.duration(to: ProcessClock.now), instances: told.instances),
        openedAt: told.event.site)
    }
    if let epochs { core.leaveScope(epochs) }
  }
}

extension OnceCell {
  /// Whether it has its instance, and nothing disposes of that.
  fileprivate var isDone: Bool {
    guard let instance = sharedInstance else { return false }
    return instance._withUnsafeGuaranteedRef { instance in withRegistration { !$0.disposes(instance) } }  // the cell keeps both
  }
}

/// Tells of scopes that were released without having been ended.
private enum ForgottenScopes {
  /// Where scopes were opened that have been told of on standard error: each place once.
  private static let told = Guarded<Set<SourceSite>>([])

  /// Tells the container's observers, or, if there are none, standard error.
  static func report(_ scope: ObservedScope, to observers: Observers) {
    if Mutant.forgottenUntold.isActive { return }
    if observers.isListening { return observers.tell(.scopeForgotten(scope), openedAt: scope.site) }
    guard told.withLock({ $0.insert(scope.site).inserted }) else { return }
    Machine.complain("A scope that was opened at \(scope.site) was released without end(); it was ended as abandoned.")
  }
}
