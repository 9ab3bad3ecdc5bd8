import OnceKernel

extension Registry {
  /// Runs a change of the table that may add or remove keys, or move them in the order of registration.
  ///
  /// A thread that sees what it stored sees the odd version too, so that it takes no list of keys that was made before.
  func changingKeys<Result>(_ change: () -> Result) -> Result {
    let before = beginChangingKeys()
    defer { endChangingKeys(since: before) }
    return change()
  }

  /// Begins such a change, which ends with `endChangingKeys(since:)`.
  func beginChangingKeys() -> UInt {
    let before = keysVersion.loadAcquiring()
    keysVersion.storeReleasing(before &+ 1)
    return before
  }

  func endChangingKeys(since before: UInt) { keysVersion.storeReleasing(before &+ 2) }

  /// Puts in place what was made aside, with the registrations that it was made by; nil if something was changed that it was made from.
  ///
  /// - Parameter cached: the table of cached values.
  func show(_ aside: MadeAside, in cached: InstanceTable) -> Result<[OnceCell]?, ResolutionError> {
    let (contents, made, madeCached, dependents) = (aside.contents, aside.made, aside.madeCached, aside.dependents)
    if let first = contents.registrations.first?.subject ?? contents.removed.first, let refusal = refusal(of: first) {
      return .failure(refusal)
    }
    // What was registered elsewhere meanwhile must not be put back. Known by their addresses, as `contents` keeps them.
    let given = Set(contents.registrations.map(ObjectIdentifier.init))
    let others = (made + madeCached).filter { !given.contains(ObjectIdentifier($0.registration)) }
    if hasChanged(aside, others, in: cached) { return .success(nil) }
    // What is made at its next request: of arguments, watched only, or being made now from what is there no more.
    let shown = (made + madeCached).map(\.registration.key) + contents.registrations.keys
    let anew: Set<AnyKey> =
      Mutant.staysWithOld.isActive ? [] : dependents.subtracting(shown + contents.removed + contents.removed.map(\.unwrapped))
    let cells = made + emptyCells(for: anew)
    let rebuilt = cells.map(\.registration).filter { !given.contains(ObjectIdentifier($0)) }
    // No caller finds those of new registrations before these are there.
    for cell in madeCached where given.contains(ObjectIdentifier(cell.registration)) { _ = cached.exchange(cell) }
    let replaced = replacing(with: cells, aside.learned) { apply(contents.registrations + rebuilt, removing: contents.removed) }
    return replaced.map { removed in
      for registration in contents.defaults.joined() { history.defaults.insert(registration.key) }
      let exchanged = madeCached.filter { !given.contains(ObjectIdentifier($0.registration)) }.compactMap { cell in
        table.replacing { cached.exchange(cell) }
      }
      return removed + exchanged + takeOut(anew, from: cached)
    }
  }

  /// Whether something is not as it was when it was used, or when something began to be built in its place.
  ///
  /// - Parameter others: the cells of what was made of registrations that were there.
  private func hasChanged(_ aside: MadeAside, _ others: [OnceCell], in cached: InstanceTable) -> Bool {
    // A default gives way to what was registered meanwhile.
    for registration in aside.contents.defaults.joined() {
      if let existing = cell(for: registration.key)?.registration, registration.conflicts(with: existing) { return true }
    }
    for (key, used) in aside.used {
      // It may have been made from an old value meanwhile.
      if kept(key, in: cached) !== used || aside.dependents.contains(key) { return true }
    }
    return others.contains { cell in
      let key = cell.registration.key
      guard self.cell(for: key)?.registration === cell.registration else { return true }
      guard let passed = aside.passed[key] else { return false }
      let kept = kept(key, in: cached)
      // Among the cached ones there may have been none.
      if self.cell(for: key) !== passed.registered || kept !== passed.kept && (passed.isRebuilt || passed.kept != nil) { return true }
      return !passed.isRebuilt && kept?.instance.flatMap(cell.registration.held) != nil
    }
  }

  /// The cell where the value of a key is kept.
  private func kept(_ key: AnyKey, in cached: InstanceTable) -> OnceCell? {
    let registered = cell(for: key)
    return registered?.registration.isCached == true ? registered.flatMap { cached.existingCell(for: $0.registration) } : registered
  }

  /// Has the values of keys made anew at their next request. A build that took what is there no more publishes where no later caller looks. One that
  /// began since may be met too: its callers get what it makes, as in a reset.
  func startAnew(_ keys: Set<AnyKey>, in cached: InstanceTable) -> [OnceCell] {
    Mutant.staysWithOld.isActive ? [] : emptyCells(for: keys).compactMap { set($0) } + takeOut(keys, from: cached)
  }

  /// New cells for those of `keys` whose values are in the table or in a cache there, or only watched.
  private func emptyCells(for keys: Set<AnyKey>) -> [OnceCell] {
    keys.compactMap { key in
      guard let cell = cell(for: key), !cell.registration.isExisting else { return nil }
      if Mutant.argumentsKeepReplaced.isActive, cell.registration.isCache { return nil }
      return cell.registration.form.isInOwnCell ? fresh(cell) : nil
    }
  }

  private func takeOut(_ keys: Set<AnyKey>, from cached: InstanceTable) -> [OnceCell] {
    keys.isEmpty ? [] : takeOut(from: cached) { keys.contains($0.registration.key) }
  }

  /// Applies what `apply` does as a replacement, which is no duplicate, with cells that hold values already.
  private func replacing(
    with made: [OnceCell], _ learned: ObservedDependencies.Tables, _ apply: () -> Result<[OnceCell], ResolutionError>
  ) -> Result<[OnceCell], ResolutionError> {
    // Their registrations are kept by the cells.
    self.shown = Shown(cells: Dictionary(made.map { (ObjectIdentifier($0.registration), $0) }) { $1 }, learned: learned)
    defer { self.shown = nil }
    return apply()
  }

  /// The cells of keys that a batch takes out, and does not register.
  func cells(toRemove keys: [AnyKey], with batch: [Registration]) -> [(word: UInt, cell: OnceCell)] {
    if keys.isEmpty { return [] }
    let added = Set(batch.keys)
    return Set(keys.map { cell(for: $0) == nil ? $0.unwrapped : $0 }).subtracting(added).compactMap { key in
      cell(for: key).map { (key.word, $0) }
    }
  }

  func remove(_ cells: [(word: UInt, cell: OnceCell)]) -> [OnceCell] {
    if cells.isEmpty { return [] }
    for (_, cell) in cells { forget(cell.registration.key) }
    return setAll([], removing: cells)
  }
}

/// What was made aside, to be put in place.
struct MadeAside: Sendable {
  /// What is registered, those of the defaults included that apply, and removed.
  let contents: BatchContents
  /// The cells that hold what was made.
  let made: [OnceCell]
  /// Those of cached values.
  let madeCached: [OnceCell]
  /// The cells from which others were taken, by their keys.
  let used: [AnyKey: OnceCell]
  /// What there was of what was built aside, when it began to be.
  let passed: [AnyKey: PassedCell]
  /// The keys whose values may be made from what is replaced, or are made in another manner.
  let dependents: Set<AnyKey>
  /// What was asked for as it was made.
  let learned: ObservedDependencies.Tables
}

/// What there is of a key whose value begins to be built aside.
struct PassedCell: Sendable {
  let registered: OnceCell
  /// Where its value is kept; nil if there is none yet among the cached ones.
  let kept: OnceCell?
  /// Whether the value is built anew, although it is there.
  let isRebuilt: Bool
}

/// What is put in place of what is registered, made already. An object, as each registry has room for one, and few ever have one.
final class Shown: Sendable {
  /// The cells that hold what was made, by their registrations.
  let cells: [ObjectIdentifier: OnceCell]
  /// What was asked for as it was made.
  let learned: ObservedDependencies.Tables

  init(cells: [ObjectIdentifier: OnceCell], learned: ObservedDependencies.Tables) {
    (self.cells, self.learned) = (cells, learned)
  }
}
