import OnceKernel

extension Core {
  /// Disposes of what no caller finds any more, once nothing that is counted uses it.
  ///
  /// - Parameters:
  ///   - cells: published, in order of creation; what they hold is to be disposed of.
  ///   - order: when they were published, if that is not what their cells say.
  ///   - renewed: keys of which only what was made without them is kept here.
  ///   - letGo: takes it out of the cache that pushed it out; false if what closed the cache has it.
  func retire(
    _ cells: [OnceCell], since order: UInt64? = nil, without renewed: Set<AnyKey> = [], letGo: (_ isServed: Bool) -> Bool = { _ in true }
  ) {
    if disposeExplored(Remains(cells, waiting: cells)) || Mutant.keepsDiscarded.isActive {
      _ = letGo(true)
      return
    }
    let departures = discarded.departures
    let runs = runsNow
    let values = zip(cells, KeptUsers.find(of: cells, since: order, in: self, runs, without: renewed)).map { cell, users in
      var users = users
      if let again = orderOfSame(cell) { users.orders.insert(again) }
      return DiscardedValue(cell, users)
    }
    switch discarded.begin(values, runs.map(\.attempt), life, after: departures) {
    case .outdated: retire(cells, since: order, without: renewed, letGo: letGo)
    case .unused: disposeNow(of: values, take: letGo)
    case .over(let values):
      _ = letGo(true)
      settle(values)
    case .kept:
      // The cache keeps it until it is here, so that an end finds it in the one place or in the other; in both it is disposed of once.
      _ = letGo(true)
      // They may have finished before they could be found here.
      for (run, _) in runs where run.isFinished { settle(discarded.endRun(run)) }
    }
  }

  /// Disposes of what a build made whose cell had been taken out of its table: only the callers that waited have it.
  ///
  /// - Parameter order: its place in the order of publication. A caller may use it before this is called.
  func retire(late instance: AnyObject, of registration: Registration, _ order: UInt64) {
    guard registration.disposes(instance) else { return }
    let cell = OnceCell(.shared, subject: registration)
    cell.fill(instance)
    retire([cell], since: order)
  }

  /// Disposes of values whose moment is over, unless kept ones took them.
  func settle(_ values: [DiscardedValue]) {
    if values.isEmpty { return }
    let made = discarded.builds(of: values).map {
      $0.map { Discarded.Made(cell: $0, order: $0.orderOfPublication, isRetired: $0.isRetired) }
    }
    let unused = discarded.settle(values, made, again: values.map { orderOfSame($0.cell) })
    if !unused.isEmpty { disposeNow(of: unused) { [discarded] isServed in discarded.take(unused, isServed: isServed) } }
  }

  /// The place in the order of creation of a kept value of the same key that is the very object of `cell`; nil if there is none. A factory may return
  /// again what it returned before: that is disposed of when this one is not kept any more, too.
  private func orderOfSame(_ cell: OnceCell) -> UInt64? {
    // Of what is kept by arguments each value would have to be looked at, whenever one is pushed out.
    guard let registration = ownCell(for: cell.registration.key)?.registration, !registration.isCache, !isGiven(cell),
      let object = cell.object
    else { return nil }
    return keptCells(of: registration.key).first { $0 !== cell && $0.object === object }?.orderOfPublication
  }

  /// Whether the very object of `cell` was registered as it is since: that is the caller's, and not disposed of.
  func isGiven(_ cell: OnceCell) -> Bool {
    guard let registered = ownCell(for: cell.registration.key), registered.registration.isExisting, let object = cell.object else {
      return false
    }
    return registered.object === object
  }

  /// Tells the container, and those above it, that kept values are there no more, which may have taken what was discarded.
  func noteRemoved(_ cells: [OnceCell]) { if !cells.isEmpty, hasDiscarded { Core.noteRemoved(cells, in: above + [self]) } }

  /// False where nothing was discarded that may still be used, as in most containers.
  var hasDiscarded: Bool { discardedIfAny.existing != nil || above.contains { $0.discardedIfAny.existing != nil } }

  static func noteRemoved(_ cells: [OnceCell], in cores: [Core]) {
    var orders: [UInt64]?
    for core in cores {
      guard let discarded = core.discardedIfAny.existing else { continue }
      let found = orders ?? cells.map(\.orderOfPublication)
      orders = found
      core.waitAnew(discarded.release(found, cells))
    }
  }

  /// The container was released: what only its values had taken is disposed of once nothing uses it.
  func noteRelease() {
    if let discarded = discardedIfAny.existing { waitAnew(discarded.noteRelease()) }
  }

  /// Begins to wait for what is under way now, for values that were held by kept ones.
  func waitAnew(_ values: [DiscardedValue]) {
    if values.isEmpty { return }
    let runs = runsNow.map(\.attempt)
    switch discarded.begin(values, runs, life, after: nil) {
    case .outdated: break
    // A factory may have returned the same object again.
    case .unused: settle(values)
    case .over(let values): settle(values)
    case .kept: for run in runs where run.isFinished { settle(discarded.endRun(run)) }
    }
  }

  /// Disposes of values that nothing uses.
  ///
  /// Its disposal is noted before they leave the place where the end of the container would find them, as in `discard(_:of:letGo:)`.
  private func disposeNow(of values: [DiscardedValue], take: (_ isServed: Bool) -> Bool) {
    let cells = values.map(\.cell).inOrderOfCreation
    let disposal = Disposal(cells, of: nil)
    runBeside(disposal) { [self] isServed in
      guard take(isServed) else { return nil }
      return {
        await self.dispose(Remains(cells, waiting: cells.filter { !self.isGiven($0) }), .reset, for: .disposal(disposal))
        self.noteRemoved(cells)
      }
    }
  }

  /// The runs that are under way here.
  private var runsNow: [(attempt: Attempt, core: Core)] {
    Attempt.running.compactMap { attempt, owner in
      let core = unsafeDowncast(owner, to: Core.self)  // only cores are owners
      return countsRuns(of: core) ? (attempt, core) : nil
    }
  }
}

extension OnceCell {
  /// The object that its value is, if that is one.
  fileprivate var object: AnyObject? {
    guard let instance, let value = registration.unboxErased(instance), type(of: value) is AnyClass else { return nil }
    return value as AnyObject
  }
}
