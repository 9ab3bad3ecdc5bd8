import OnceKernel

extension Core {
  /// Builds anew what a batch registers, and shows it, its dependents and the rest of the batch in one step.
  ///
  /// ```
  /// this core             a staging core, in front of it for the task that builds
  ///                       has the batch's registrations
  /// goes on               builds what was built here; takes what stays as it is from here
  /// gets all its cells    is empty, and leads here
  /// ```
  func replace(_ contents: BatchContents, rebuildsDependents: Bool, _ site: SourceSite) async throws(ResolutionError) {
    HeldLocks.expectNone()
    if let run = TaskRun.runningHere { throw .replacedInFactory(run.registration.key, site: run.registration.site) }
    guard let first = (contents.registrations.first ?? contents.defaults.first?.first)?.subject ?? contents.removed.first else { return }
    let turns = replacementTurns
    while true {
      guard await turns.enter() else { throw .cancelled(first, site: site) }
      do throws(ResolutionError) {
        // An end waits until what was made is shown, or disposed of.
        try admitRun(of: first) { _ in true }
      } catch {
        turns.leave()
        throw error
      }
      defer { leaveRun() }
      let (left, result) = await tryReplacing(contents, first, rebuildsDependents: rebuildsDependents, site)
      turns.leave()
      // Outside its turn, as a disposer may replace something.
      await left?.end()
      try result.get()
      if left == nil { return }
    }
  }

  /// Replaces, unless something changes meanwhile that the new values are made from. Answers what is to be ended, if nothing of it is shown.
  private func tryReplacing(
    _ contents: BatchContents, _ first: AnyKey, rebuildsDependents: Bool, _ site: SourceSite
  ) async -> (left: OverrideBinding?, result: Result<Void, ResolutionError>) {
    if Task.isCancelled { return (nil, .failure(.cancelled(first, site: site))) }
    if let refusal = registry.enter({ $0.refusal(of: first) }) { return (nil, .failure(refusal)) }
    if Mutant.showsUnbuilt.isActive {
      return (nil, Result { () throws(ResolutionError) in try apply(contents, isTold: false) }.map { _ in })
    }
    var contents = contents
    contents.defaults = defaultsToApply(of: contents)
    let changed = keysChanged(by: contents)
    let dependents = rebuildsDependents ? builtDependents(of: changed) : []
    let rebuilt = Set(changed).union(rebuildsDependents ? heldNeeds.owners(reachedFrom: changed) : [])
    let binding = OverrideBinding(
      inFrontOf: self, staging: Staging(rebuilding: rebuilt, removing: contents.keysRemoved(besides: contents.registrations)), site)
    do throws(ResolutionError) {
      let isShown = try await build(contents, aside: binding, changed, dependents, rebuildsDependents: rebuildsDependents)
      if !isShown { return (binding, .success(())) }
      for child in binding.takeChildren() { child.showInChild() }
      binding.leaveCount()
      return (nil, .success(()))
    } catch {
      if Mutant.failureShows.isActive { _ = Result { () throws(ResolutionError) in try apply(contents, isTold: false) } }
      return (binding, .failure(error))
    }
  }

  /// Builds aside what a batch replaces, with the dependents, and shows it; answers false if something changed meanwhile that it was made from.
  private func build(
    _ contents: BatchContents, aside binding: OverrideBinding, _ changed: [AnyKey], _ dependents: [Registration], rebuildsDependents: Bool
  ) async throws(ResolutionError) -> Bool {
    let staged = binding.layer
    let applied = try staged.apply(contents, isTold: false)
    let own = applied.registrations.filter { $0.isEager || $0.isWarmedUp && !$0.isExisting && isBuilt($0.key) }
    let extended = changed.filter { isBuilt($0) }
    var seen: Set<AnyKey> = []
    let keys = (own.keys + extended + dependents.keys).filter {
      seen.insert($0).inserted && staged.registration(for: $0)?.isWarmedUp == true
    }
    try await binding.run { () async throws(ResolutionError) in for key in keys { try await staged.buildAside(key) } }
    // What was built meanwhile was made from the old values.
    if rebuildsDependents, builtDependents(of: changed).contains(where: { !seen.contains($0.key) }) { return false }
    var shown = contents
    shown.registrations = applied.registrations
    return try show(shown, from: staged, replacing: rebuildsDependents ? changed : [])
  }

  /// The keys that a batch changes: those that it registers or removes, and those whose values it decorates or injects.
  private func keysChanged(by contents: BatchContents) -> [AnyKey] {
    let batch = contents.registrations + contents.defaults.joined()
    let extensions = Set(batch.filter { $0.extendsType != nil }.keys)
    let extended = extensions.isEmpty ? [] : registrations.filter { $0.isExtended { extensions.contains($0) } }.keys
    return batch.filter(\.isNode).keys + contents.keysRemoved(besides: contents.registrations) + extended
  }

  /// What is built and may hold values of `keys`, in order of registration.
  private func builtDependents(of keys: [AnyKey]) -> [Registration] {
    let owners = heldNeeds.owners(reachedFrom: keys).subtracting(keys).compactMap { ownCell(for: $0) }
    let built = owners.filter { $0.registration.isWarmedUp && !$0.registration.isExisting && hasBuilt($0.registration, $0) }
    return built.sorted { $0.rank < $1.rank }.map(\.registration)
  }

  /// Whether there is a value of a key, for callers outside scopes.
  private func isBuilt(_ key: AnyKey) -> Bool {
    guard let cell = ownCell(for: key) else { return false }
    return hasBuilt(cell.registration, cell)
  }

  /// Whether there is a value of a registration that is kept; of one that takes arguments, for some.
  ///
  /// - Parameter registered: the registration's cell.
  func hasBuilt(_ registration: Registration, _ registered: OnceCell) -> Bool {
    let kept = registration.form.isInOwnCell ? registered : nil
    let cell = registration.isCached ? cachedIfAny.existing?.existingCell(for: registration) : kept
    guard let instance = cell?.instance else { return false }
    if registration.isCache { return !registration.innerCells(instance).isEmpty }
    return registration.held(instance) != nil
  }

  private func buildAside(_ key: AnyKey) async throws(ResolutionError) {
    func build<Value>(_ type: Value.Type) async throws(ResolutionError) { _ = try await miss(type, key.name, for: .anonymous) }
    try await _openExistential(key.type, do: build)
  }

  /// Puts in place what `staged` has built; answers false if something changed meanwhile that it was made from.
  ///
  /// - Parameter changed: the keys whose dependents are made anew.
  private func show(_ contents: BatchContents, from staged: Core, replacing changed: [AnyKey]) throws(ResolutionError) -> Bool {
    guard let staging = staged.staging else { return false }
    let (made, madeCached, defined, holders) = made(in: staged, staging, of: contents)
    // What was made here meanwhile is what others have.
    if holders.contains(where: overlaps) || defined.contains(where: { definedCell(of: $0.registration).map(isKept) == true }) {
      return false
    }
    // A need is learned before the factory gets what it asks for, so that those are known that are being built.
    let learnedBefore = learned.changes
    var dependents = changed.isEmpty ? [] : heldNeeds.owners(reachedFrom: changed).union(changed)
    return try counted { () throws(ResolutionError) in
      let known = Set(contents.registrations.keys.filter { cell(for: $0) != nil })
      let aside = MadeAside(
        contents: contents, made: made, madeCached: madeCached, used: staging.used, passed: staging.passed, dependents: dependents,
        learned: staged.learned.tables)
      let outcome = try registry.enter(with: (aside, cached)) { $0.show($1.0, in: $1.1) }.get()
      guard var removed = outcome else { return false }
      if !changed.isEmpty, learned.changes != learnedBefore {
        let further = heldNeeds.owners(reachedFrom: changed).subtracting(dependents)
        removed += registry.enter(with: (further, cached)) { $0.startAnew($1.0, in: $1.1) }
        dependents.formUnion(further)
      }
      if let aside = staged.cachedIfAny.existing { for cell in defined { _ = cached.cell(for: cell.registration, sharedWith: aside) } }
      let left = holders.flatMap(takeOver)
      staging.noteShown()
      // They are kept by the base's tables now.
      let emptied = staged.registry.enter { $0.close() } + (staged.cachedIfAny.existing?.takeOut { _ in true } ?? [])
      if observers.isListening { tell(of: contents, rebuilt: made + madeCached, removed: removed, known) }
      // No build that had begun before publishes where these are kept.
      discard(removed, without: dependents.union((made + madeCached).map(\.registration.key) + contents.registrations.keys))
      release(emptied)
      discard(left)
      return true
    }
  }

  /// Shows in a child container what was built aside for it, where that has not come to have its own meanwhile. Called for the staging core.
  private func showInChild() {
    let isShown = try? base?.show(BatchContents(), from: self, replacing: [])
    if isShown != true { disposeLater(takenInstances, .shutDown) }
    leave()
  }

  /// The cells of what a staging core has made: what is put in place of what is registered, of cached values too; definitions, which are not registered;
  /// and what holds values by arguments that stays, so that each value is shown by itself.
  private func made(
    in staged: Core, _ staging: Staging, of contents: BatchContents
  ) -> (made: [OnceCell], cached: [OnceCell], defined: [OnceCell], holders: [OnceCell]) {
    let given = Set(contents.registrations.map(ObjectIdentifier.init))  // kept by the batch
    func isHolder(_ cell: OnceCell) -> Bool {
      // Compared with what the batch keeps.
      cell.registration.isCache && !given.contains(ObjectIdentifier(cell.registration)) && !staging.rebuilds(cell.registration.key)
    }
    let built = staged.registry.enter { $0.table.cells }.filter { staged.hasBuilt($0.registration, $0) && !$0.registration.isCached }
    let kept = (staged.cachedIfAny.existing?.cells ?? []).filter { staged.isKept($0) }
    return (
      built.filter { !isHolder($0) }, kept.filter { !isHolder($0) && !isDefinition($0.registration) },
      kept.filter { !isHolder($0) && isDefinition($0.registration) }, (built + kept).filter(isHolder)
    )
  }

  /// Whether this core has values of arguments for which a cell of a staging core holds others.
  private func overlaps(_ aside: OnceCell) -> Bool {
    guard let made = aside.instance, let kept = (holder(of: aside.registration) ?? definedCell(of: aside.registration))?.instance else {
      return false
    }
    return aside.registration.overlap(kept, made)
  }

  /// The cell where a definition's object is kept; nil if nothing is.
  private func definedCell(of definition: Registration) -> OnceCell? {
    isDefinition(definition) ? cachedIfAny.existing?.existingCell(for: definition) : nil
  }

  /// Takes over what a cell of a staging core holds by arguments; answers what finds no place here.
  private func takeOver(_ holder: OnceCell) -> [OnceCell] {
    let registration = holder.registration
    guard let instance = holder.instance else { return [] }
    let own = self.holder(of: registration) ?? (registration.isCached || isDefinition(registration) ? cached.cell(for: registration) : nil)
    guard let kept = own?.instance else { return registration.innerCells(instance) }
    return registration.takeOver(instance, into: kept)
  }

  /// Whether what is kept in a cell is there; of one that takes arguments, something.
  func isKept(_ cell: OnceCell) -> Bool {
    guard let instance = cell.instance else { return false }
    return cell.registration.isCache ? !cell.registration.innerCells(instance).isEmpty : cell.registration.held(instance) != nil
  }

  private func tell(of contents: BatchContents, rebuilt: [OnceCell], removed: [OnceCell], _ known: Set<AnyKey>) {
    let given = Set(contents.registrations.keys)
    for registration in contents.registrations where registration.isNode {
      observers.tell(known.contains(registration.key) ? .replaced : .registered, registration)
    }
    for cell in rebuilt where !given.contains(cell.registration.key) { observers.tell(.replaced, cell.registration) }
    let unregistered = contents.keysRemoved(besides: contents.registrations)
    let shown = given.union(rebuilt.map(\.registration.key))
    for cell in removed {
      if unregistered.contains(cell.registration.key) {
        observers.tell(.unregistered, cell.registration)
      } else if !shown.contains(cell.registration.key), isKept(cell) {
        observers.tell(.reset, cell.registration)
      }
    }
  }
}
