import OnceKernel

/// The one writer of a container's table.
///
/// It is an actor so that the compiler proves that there is one writer: what it guards can be touched by isolated code only. Its executor is a
/// lock. Synchronous and asynchronous callers alike take it for less than a microsecond in `enter`; no caller awaits it. What a change
/// removes is handed back to the caller, which releases it outside the lock: no user code ever runs here.
actor Registry {
  nonisolated let executor = LockExecutor()
  nonisolated let table: CellTable

  /// What the container makes use of; bits of `Features`. Written with the executor's lock held.
  nonisolated let features = AtomicWord(0)
  /// A seqlock version of the set of keys and of their order: odd while that is being changed. Written with the executor's lock held.
  nonisolated let keysVersion = AtomicWord(0)
  /// Whether the container is open: see there.
  nonisolated let life: Life
  /// A layer's has that of its base, and takes cells for its registrations, even when nothing may be changed in it any more.
  nonisolated let base: Registry?
  // No access to the variables below is checked for exclusivity: each change would pay for the checks.
  /// What is remembered of keys beside what is registered. Guard: the executor's lock.
  @exclusivity(unchecked)  // touched by the registry only, and never inside an access of its own
  var history = KeyHistory()
  /// The keys by what is asked of them. Guard: the executor's lock.
  @exclusivity(unchecked)  // touched by the registry only, and never inside an access of its own
  var keys = KeyIndex()
  /// Which assemblies were applied here. Guard: the executor's lock.
  @exclusivity(unchecked)  // touched by the registry only, and never inside an access of its own
  var applied = AppliedAssemblies()
  /// Types that the batch being applied extends. Guard: the executor's lock.
  @exclusivity(unchecked)  // touched by the registry only, and never inside an access of its own
  private(set) var newlyExtended: Set<AnyKey> = []
  /// What was made aside, while that is put in place. Guard: the executor's lock.
  @exclusivity(unchecked)  // touched by the registry only, and never inside an access of its own
  var shown: Shown?
  /// How many registrations came so far: the rank of the latest one's cell. Guard: the executor's lock.
  @exclusivity(unchecked)  // touched by the registry only, and never inside an access of its own
  private var registered: UInt32 = 0
  /// How many override layers are in front of this container. Written with the executor's lock held; read on a miss. A thread that has a layer in
  /// force comes after the step that counted it.
  nonisolated let layers = AtomicWord(0)
  /// What factories were seen to resolve, once something was learned.
  nonisolated let learnedIfAny = Late<ObservedDependencies>()
  /// Whether changes are taken, and where that was ended. Guard: the executor's lock.
  @exclusivity(unchecked)  // touched by the registry only, and never inside an access of its own
  var end = ChangesEnd()
  // The fields of one byte come last: before others each would take eight.
  nonisolated let duplicates: DuplicatePolicy

  nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }

  @inline(never)  // for size: called from many places
  init(table: CellTable, life: Life, duplicates: DuplicatePolicy, base: Registry? = nil, features: UInt) {
    self.table = table
    self.duplicates = duplicates
    self.life = life
    self.base = base
    self.features.storeReleasing(features)
  }

  // MARK: Changes

  /// Applies one registration; answers the cell that its own replaced.
  func apply(_ registration: Registration) -> Result<OnceCell?, ResolutionError> {
    guard registration.isOrdinary else { return apply([registration]).map(\.first) }
    if end.isFixed, let refusal = refusal(of: registration.key) { return .failure(refusal) }
    if let mistake = registration.mistake { return .failure(mistake) }
    if hasAsyncExtensions, let refusal = asyncExtension(in: [registration]) { return .failure(refusal) }
    if rejectsDuplicates, let existing = ordinary(registration.key), registration.conflicts(with: existing) {
      return .failure(registration.refusal(after: existing))
    }
    if notesKeys { noteKey(of: registration) }
    if isLearnedOf { forgetLearned(of: CollectionOfOne(registration)) }
    return .success(place(registration, given: registration))
  }

  /// Applies registrations: all of them, seen by all threads at once, or none.
  ///
  /// - Parameter removed: the keys of what is taken out in the same step, unless it is in the batch.
  func apply(_ batch: [Registration], removing removed: [AnyKey] = []) -> Result<[OnceCell], ResolutionError> {
    let removedCells = cells(toRemove: removed, with: batch)
    guard let first = batch.first else { return .success(remove(removedCells)) }
    if let refusal = refusal(of: batch, first) { return .failure(refusal) }
    let areOrdinary = batch.allSatisfy(\.isOrdinary)
    let extended = !areOrdinary && batch.contains { $0.extendsType != nil }
    if extended { keepNamesAndForms() }
    let isPutAtOnce = (batch.count > 1 || !removedCells.isEmpty) && !extended
    if !isPutAtOnce { noteKeys(of: batch) }
    for (_, cell) in removedCells { forget(cell.registration.key) }
    forgetLearned(of: batch)
    if !areOrdinary { noteFeatures(of: batch, extended: extended) }
    var removed: [OnceCell]
    if isPutAtOnce {
      removed = setAtOnce(batch, removing: removedCells)
    } else if batch.count == 1, removedCells.isEmpty {
      let extended = extended ? cell(for: first.key)?.registration : nil
      let registration = extended.map(first.merged) ?? first
      removed = place(registration, given: first).map { [$0] } ?? []
    } else {
      removed = setExtended(batch, removing: removedCells)
    }
    if batch.count > 1, !extended { noteReplacements(of: removed) }
    if areOrdinary { return .success(removed) }
    if extended {
      removed += takeUnextended(of: batch)
      newlyExtended = []
    }
    noteSeeded(batch)
    for case let declaration as Declaration in batch { history.note(declaration) }
    return .success(removed)
  }

  /// Puts registrations into the table of which none extends others; answers what they replaced, and what was taken out with it.
  private func setAtOnce(_ batch: [Registration], removing removed: [(word: UInt, cell: OnceCell)]) -> [OnceCell] {
    var cells: [OnceCell] = []
    cells.reserveCapacity(batch.count)
    // A loop: in a closure, Swift would ask for each registration whether the actor's executor runs it.
    for registration in batch { cells.append(newCell(registration, rank: rank(for: registration))) }
    let own = notesKeys ? cells : []
    let replaced = setAll(consume cells, removing: removed)
    noteKeys(of: batch, inPlaceOf: replaced, own: own)
    return replaced
  }

  /// Puts registrations into the table of which some extend others; answers what they replaced, and what was taken out with it.
  private func setExtended(_ batch: [Registration], removing removed: [(word: UInt, cell: OnceCell)]) -> [OnceCell] {
    var kept: [AnyKey: (registration: Registration, rank: UInt32)] = [:]
    for registration in batch {
      let existing = kept[registration.key]?.registration ?? cell(for: registration.key)?.registration
      if let existing { noteReplacement(of: existing, by: registration) }
      kept[registration.key] = (existing.map(registration.merged) ?? registration, rank(for: registration))
    }
    return setAll(kept.values.map { newCell($0.registration, rank: $0.rank) }, removing: removed)
  }

  /// Forgets what is known of a key that is registered no more.
  func forget(_ key: AnyKey) {
    history.forget(key)
    keys.changed.note(key, of: table.count)
    learnedIfAny.existing?.forget(key)
    if keys.named.isKept, cell(for: key) != nil { keys.named.remove(key) }
  }

  /// What an old factory resolved says nothing of the new one, which may run, and be learned of, as soon as it is in the table: so it is forgotten
  /// before, and what was made aside is learned in its place.
  private func forgetLearned(of batch: some Collection<Registration>) {
    guard let learned = shown == nil ? learnedIfAny.existing : learnedIfAny.get({ ObservedDependencies() }) else { return }
    for registration in batch {
      // What is made anew by the same registration needs what it needed.
      if Mutant.learnedStays.isActive { continue }
      if let old = cell(for: registration.key)?.registration, old !== registration { learned.forget(registration.key) }
    }
    if let shown { learned.learn(shown.learned) }
  }

  /// Whether anything may have been learned, or is to be.
  private var isLearnedOf: Bool { shown != nil || learnedIfAny.shared != nil }

  private var rejectsDuplicates: Bool { duplicates == .reject && !Mutant.duplicatesAccepted.isActive }

  /// Why a batch cannot be applied, if it cannot.
  private func refusal(of batch: [Registration], _ first: Registration) -> ResolutionError? {
    if let refusal = refusal(of: first.subject) { return refusal }
    for registration in batch { if let mistake = registration.mistake { return mistake } }
    if hasAsyncExtensions || batch.contains(where: { !$0.isNode && $0.needsTask }), let refusal = asyncExtension(in: batch) {
      return refusal
    }
    guard rejectsDuplicates, shown == nil else { return nil }
    let found = duplicates(in: batch)
    guard let first = found.first else { return nil }
    let isAlone = found.count == 1 || first.refused.extendsType != nil
    return isAlone ? first.refused.refusal(after: first.existing) : .duplicates(found)
  }

  /// Puts a registration in the place that its key has, if it has one; answers the cell that was there.
  ///
  /// - Parameter given: what was registered, which `registration` may be made of.
  private func place(_ registration: Registration, given: Registration) -> OnceCell? {
    let new = newCell(registration, rank: rank(for: registration))
    if Mutant.replaceKeepsInstance.isActive, new.kind.isShared, let old = cell(for: given.key)?.instance { new.fill(old) }
    // The table has it, and only this would take it out: so it is given away, and not counted once more.
    let placed = Unmanaged.passUnretained(new)
    guard let old = set(consume new) else { return nil }
    let isSameSite = given.site == old.registration.site
    if !old.isRepeated || !isSameSite { noteReplacement(of: old.registration, by: given) }
    if isSameSite, given.isNode { placed._withUnsafeGuaranteedRef { $0.noteRepeated() } }
    return old
  }

  /// Remembers what the registrations make use of. Transients that are extended from now on get cells that no hit makes.
  private func noteFeatures(of batch: [Registration], extended: Bool) {
    var noted = features.loadAcquiring()
    if noted & Features.graphs == 0, batch.contains(where: { $0.form.isGraph }) { noted |= Features.graphs }
    let extensions = extended ? batch.filter { $0.extendsType != nil } : []
    if !extensions.isEmpty { noted |= Features.extensions }
    if extensions.contains(where: \.needsTask) { noted |= Features.asyncExtensions }
    features.storeReleasing(noted)
    newlyExtended = Set(extensions.keys)
    for case (let registration, let type?) in extensions.map({ ($0, $0.extendsType) }) where cell(for: registration.key) == nil {
      for cell in cells(making: type, named: registration.key.name) where cell.kind.isPerCall { _ = set(fresh(cell)) }
    }
  }

  private func noteSeeded(_ batch: [Registration]) {
    guard batch.contains(where: \.isSeeded) else { return }
    features.storeReleasing(features.loadAcquiring() | Features.seeds)
    keys.insert(seeded: batch.filter(\.isSeeded).keys) { cell(for: $0)?.registration.isSeeded == true }
  }

  /// The keys of what scopes have to be given, in order; also of what was replaced or removed since.
  var seededKeys: [AnyKey] { keys.seeded.list }

  /// What was replaced by a batch, in order.
  private func noteReplacements(of removed: [OnceCell]) {
    for old in removed.map(\.registration) {
      if let new = cell(for: old.key)?.registration { noteReplacement(of: old, by: new) }
    }
  }

  /// Remembers where a key was registered that is registered again, at the same place or another.
  private func noteReplacement(of old: Registration, by new: Registration) {
    // What is made anew by the same registration stays what it is.
    if shown != nil, old === new { return }
    // An injector at the same place is the same one.
    guard let site = new.siteReplaced(in: old), new.isNode || new.site != site else { return }
    if new.site != site { history.forgetDeclaration(of: old.key) }
    if shown != nil { return history.noteExchange(of: old.key) }
    history.noteReplacement(of: old.key, at: site)
  }

  /// - Parameter rank: the place in the order of registration. The cell's, not the registration's, which other containers may have too.
  private func newCell(_ registration: Registration, rank: UInt32) -> OnceCell {
    if let made = shown?.cells[ObjectIdentifier(registration)] {  // kept by the cell
      made.take(rank: rank)
      return made
    }
    let features = self.features.loadAcquiring()
    let isExtended = features & Features.extensions != 0 && isExtended(registration)
    let isPlain = registration.isExisting ? !isExtended || Mutant.instanceUndecorated.isActive : !isExtended && base == nil
    let new = registration.makeCell(isPlain: isPlain)
    new.take(rank: rank)
    return new
  }

  /// An empty cell in the place of another one.
  func fresh(_ cell: OnceCell) -> OnceCell { newCell(cell.registration, rank: cell.rank) }

  /// The latest. What was made aside is shown in the place in which it was made: that of what it replaces.
  private func rank(for registration: Registration) -> UInt32 {
    let replaced = shown == nil ? nil : cell(for: registration.key)
    return replaced?.rank ?? nextRank()
  }

  /// No less than the number of keys; their number, unless it is small.
  // The table's count is that of another module, so that each access to it is checked.
  var keysAtMost: Int { registered > KeyIndex.few ? table.count : Int(registered) }

  private func nextRank() -> UInt32 {
    registered &+= 1
    return registered
  }

  func set(_ cell: consuming OnceCell) -> OnceCell? {
    let before = beginChangingKeys()
    defer { endChangingKeys(since: before) }
    let word = cell.registration.key.word
    return table.set(cell, for: word) { $0.registration.key == $1.registration.key || Mutant.namesByHash.isActive }
  }

  func setAll(_ cells: consuming [OnceCell], removing removed: [(word: UInt, cell: OnceCell)] = []) -> [OnceCell] {
    let before = beginChangingKeys()
    defer { endChangingKeys(since: before) }
    return table.setAll(cells, removing: removed, word: { $0.registration.key.word }, where: { $0.registration.key == $1.registration.key })
  }

  func unregister(_ key: AnyKey) -> Result<OnceCell?, ResolutionError> {
    if let refusal = refusal(of: key) { return .failure(refusal) }
    forget(key)
    if Mutant.unregistersLate.isActive {
      Mutant.later { self.enter { registry in _ = registry.table.remove(key.word) { $0.registration.key == key } } }
      return .success(cell(for: key))
    }
    return .success(changingKeys { table.remove(key.word) { $0.registration.key == key } })
  }

  func unregisterAll() -> Result<[OnceCell], ResolutionError> {
    // After a shutdown nothing is left here, and the call is still refused.
    if let refusal = refusal(of: table.cells.first?.registration.subject ?? AnyKey(Container.self)) { return .failure(refusal) }
    history.forgetAll()
    keys.changed.noteAll()
    if let learned = learnedIfAny.existing { for cell in table.cells { learned.forget(cell.registration.key) } }
    keys.named.removeAll()
    return .success(changingKeys { table.removeAll() })
  }

  /// Puts an empty cell in the place of the key's, so that a build in flight publishes where no caller looks any more.
  func reset(_ key: AnyKey) -> Result<OnceCell?, ResolutionError> {
    if let refusal = refusal(of: key) { return .failure(refusal) }
    guard let cell = cell(for: key) else { return .success(nil) }
    if Mutant.resetSparesBuild.isActive, cell.isBuilding { return .success(fresh(cell)) }
    if Mutant.resetClearsWordOnly.isActive, cell.kind.isShared {
      let instance = cell.ready.exchange(nil)
      table.awaitReaders()
      withExtendedLifetime(instance) {}
      return .success(fresh(cell))
    }
    return .success(set(fresh(cell)))
  }

  /// - Parameter cached: the table of cached instances, which are forgotten in the same step.
  func resetAll(with cached: InstanceTable) -> Result<[OnceCell], ResolutionError> {
    // After a shutdown nothing is left here, and the call is still refused.
    if let refusal = refusal(of: table.cells.first?.registration.subject ?? AnyKey(Container.self)) { return .failure(refusal) }
    return .success(
      table.exchangeAll(inOneStep: { swap in cached.takeOut(also: swap) { _ in true } }) { $0.kind.isPerCall ? nil : fresh($0) })
  }

  /// Takes cached instances out as one step for every reader; the caller releases them outside the lock.
  func takeOut(from cached: InstanceTable, where isRemoved: (OnceCell) -> Bool) -> [OnceCell] {
    table.replacing { cached.takeOut(where: isRemoved) }
  }

  /// Takes every cached instance out, and lets none be cached any more.
  func close(_ cached: InstanceTable) -> [OnceCell] { table.replacing { cached.close() } }

  /// Puts a registration of the base into a layer, with a cell of its own; answers the cell.
  func adopt(_ registration: Registration) -> OnceCell {
    if let cell = cell(for: registration.key) { return cell }
    keepNamesOfMany()
    let cell = newCell(registration, rank: nextRank())
    _ = set(cell)
    keys.changed.note(registration.key, of: table.count)
    keys.named.insert(registration, isNew: true)
    return cell
  }

  /// Removes every instance and registration; for a container whose last handle was released.
  func close() -> [OnceCell] {
    keys.named.removeAll()
    return changingKeys { table.removeAll() }
  }

  // MARK: Looking

  var registrations: [Registration] { table.cells.registrations }

  /// What is registered of one type, with a name or without, in no particular order.
  func cells(of type: Any.Type) -> [OnceCell] {
    keys.named.keepNames(of: registrations)
    let named = keys.named.keys(of: type).compactMap { cell(for: $0) }
    return cell(for: AnyKey(type)).map { named + [$0] } ?? named
  }

  /// What is registered of one type under a name or, for nil, with any and without; also what is made from arguments.
  func cells(making type: Any.Type, named name: Name?) -> [OnceCell] {
    // Before the first decorator or injector is in the table, it is asked what that would apply to.
    keepNamesAndForms()
    return keys.named.keys(making: type, named: name).compactMap { cell(for: $0) }
  }

  @inline(never)  // for size: called from many places
  func cell(for key: AnyKey) -> OnceCell? {
    table.find(key.word) { $0.registration.key == key }?.takeUnretainedValue()
  }
}
