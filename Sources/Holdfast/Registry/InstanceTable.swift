public import OnceKernel

/// Instances that live apart from their registrations: those of one scope, or the cached ones of a container.
///
/// Keyed by the registration itself, so that a replaced registration finds nothing of the old one's here.
@usableFromInline
package final class InstanceTable: @unchecked Sendable {  // unchecked: constants, an atomic word, and what the table's lock guards
  @usableFromInline let table = LockedCellTable(capacity: 8)
  /// Of a scope: the address of its `LookupCache`; 0 until there is one. Written under the table's lock.
  @usableFromInline let lookups = AtomicWord(0)
  /// What few have. Guard: the table's lock.
  @exclusivity(unchecked)  // touched under the lock only, and never inside a call of its own
  private var extras: ScopeExtras?
  /// Of a scope only: what that is; see `Run.Scope`.
  let core: Core?
  /// Of a scope: in which epochs it was counted in its container, and in all that this one asks. Nil for one that is opened when that has begun to
  /// end, by code that is not served any more: it is not counted, and serves no request either.
  let epochs: Epochs?
  /// Of a scope: whether it was given something, or lies in another one.
  let isSurrounded: Bool
  private let hasSurroundings: Bool
  /// Guard: the table's lock, if it has any.
  @exclusivity(unchecked)  // touched under the lock only, and never inside a call of its own
  private var around: ScopeSurroundings?

  init() {
    (core, epochs, isSurrounded, hasSurroundings, around) = (nil, nil, false, false, nil)
  }

  /// A scope's.
  init(of core: Core, epochs: Epochs?, _ surroundings: ScopeSurroundings?) {
    self.core = core
    self.epochs = epochs
    isSurrounded = surroundings?.isSurrounded == true
    hasSurroundings = surroundings != nil
    around = surroundings
  }

  private final class ScopeExtras {
    /// Of a scope that is open: what override layers have in the place of its instances.
    var inLayers: [UInt: Layered] = [:]
    /// Of a scope: the disposals of its instances, and of those of the scopes inside it.
    var disposals = Disposals()
    /// Of a scope: what is left while disposers run for its end.
    var remains: Remains?
    /// Of an object graph: how much was asked for later in it and is not done.
    var holds = 0
    /// Of an object graph: true once it is over but for these.
    var isEnded = false
  }

  /// Guard: the caller holds the table's lock.
  private var madeExtras: ScopeExtras {
    if let extras { return extras }
    let new = ScopeExtras()
    extras = new
    return new
  }

  private struct Layered {
    let layer: Weak<Core>
    let instances: InstanceTable
  }

  /// One that takes nothing, for all that have ended without having needed one.
  static let closed: InstanceTable = {
    let table = InstanceTable()
    _ = table.close()
    return table
  }()

  deinit {
    // No other code has it any more.
    if let extras { leaveLayers(extras.inLayers) }
    LookupCache(address: lookups.loadAcquiring())?.free()
    table.destroy()
  }

  /// The registration's cell, made at the first request; nil after `close()`.
  ///
  /// - Parameter other: the table whose cell becomes this one's too, if there is none here yet.
  func cell(for registration: Registration, sharedWith other: InstanceTable? = nil) -> OnceCell? {
    let shared = other === self ? nil : other?.cell(for: registration)
    return table.findOrInsert(Self.word(of: registration)) { shared ?? registration.makeInstanceCell() }
  }

  /// Puts a cell in the place of that of its registration; answers the old one, for the caller to release outside every lock.
  func exchange(_ cell: OnceCell) -> OnceCell? { table.exchange(cell, for: Self.word(of: cell.registration)) }

  /// The registration's cell, if there is one.
  func existingCell(for registration: Registration) -> OnceCell? {
    table.lock.withLock { table.find(Self.word(of: registration))?.takeUnretainedValue() }
  }

  /// Takes instances out; the caller releases them outside every lock.
  ///
  /// - Parameter also: what is done in the same step; bounded, and it does not call out.
  func takeOut(also: () -> Void = {}, where isRemoved: (OnceCell) -> Bool) -> [OnceCell] {
    table.takeOut {
      forgetShortcuts()
      also()
    } where: {
      isRemoved($0)
    }
  }

  /// Ends an object graph: closes the table when every deferred request in it is done.
  func end() -> [OnceCell] {
    let isHeld = table.lock.withLock {
      guard let extras, extras.holds > 0 else { return false }
      extras.isEnded = true
      return true
    }
    return isHeld ? [] : close()
  }

  /// Keeps an object graph open for something that was asked for later.
  func hold() { table.lock.withLock { madeExtras.holds += 1 } }

  /// Lets it go; closes it if it has ended and nothing else keeps it open.
  func letGo() -> [OnceCell] {
    let isOver = table.lock.withLock {
      let extras = madeExtras
      extras.holds -= 1
      return extras.holds == 0 && extras.isEnded
    }
    return isOver ? close() : []
  }

  /// Takes everything out and refuses whatever comes later.
  @inline(never)  // for size: called from many places
  func close() -> [OnceCell] { close { _ in } }

  /// Ends a scope: takes everything out, with the caches of values by arguments and with the disposals of what it discarded before.
  ///
  /// All in one step: what a cache pushes out is taken from there, or its disposal was noted before. If there are disposals, their disposers are
  /// served what is left from here on.
  func closeScope() -> (holders: [OnceCell], cells: [OnceCell], disposals: [Disposal], remains: Remains?) {
    var (holders, disposals, remains): ([OnceCell], [Disposal], Remains?) = ([], [], nil)
    let cells = close { cells in
      // Mostly none: the cells are not copied.
      if cells.contains(where: { $0.registration.isCache }) {
        holders = cells.filter { $0.registration.isCache }
        cells = cells.expanded
      }
      guard let extras, !extras.disposals.isEmpty else { return }
      disposals = extras.disposals.all
      remains = Remains(holders: holders, of: cells)
      extras.remains = remains
    }
    return (holders, cells, disposals, remains)
  }

  /// - Parameter also: what is done with what is taken out, in the same step; bounded, and it does not call out.
  private func close(also: (inout [OnceCell]) -> Void) -> [OnceCell] {
    var layered: [UInt: Layered] = [:]
    let cells = table.close { cells in
      forgetShortcuts()
      if let extras {
        layered = extras.inLayers
        extras.inLayers = [:]
        for layered in layered.values { cells += layered.instances.close() }
      }
      also(&cells)
    }
    if !layered.isEmpty { leaveLayers(layered) }
    return cells
  }

  /// What `layer` has in the place of a scope's instances; the scope's own, which takes no more, once that has ended.
  func inside(_ layer: Core) -> InstanceTable {
    table.lock.withLock {
      if isClosed { return self }
      let extras = madeExtras
      if let known = extras.inLayers[layer.number] { return known.instances }
      let new = InstanceTable()
      extras.inLayers[layer.number] = Layered(layer: Weak(layer), instances: new)
      return new
    }
  }

  /// Called by a layer that is over: takes out what it has in the place of a scope's instances.
  func leave(layer: UInt) -> InstanceTable? {
    table.lock.withLock { extras?.inLayers.removeValue(forKey: layer) }?.instances
  }

  /// Has layers forget a scope that ends. They are released here, outside the lock.
  private func leaveLayers(_ layered: [UInt: Layered]) {
    // The caller keeps this table, and no layer has its address later: `instances(of:)` removes what it noted too late.
    for layered in layered.values { layered.layer.object?.forgetScope(ObjectIdentifier(self)) }
  }

  /// Of a scope: set while disposers run for its end.
  var remains: Remains? {
    get { table.lock.withLock { extras?.remains } }
    set {
      // Released outside the lock.
      let old = table.lock.withLock {
        let extras = madeExtras
        defer { extras.remains = newValue }
        return extras.remains
      }
      withExtendedLifetime(old) {}
    }
  }

  /// Of a scope: notes a disposal of an instance of its own, or of a scope inside it, until `forget`.
  func note(_ disposal: Disposal) { table.lock.withLock { madeExtras.disposals.insert(disposal) } }

  func forget(_ disposal: Disposal) { table.lock.withLock { extras?.disposals.remove(disposal) } }

  /// Of a scope: the disposals that may use what `disposal` disposes of.
  func using(_ disposal: Disposal) -> [Disposal] { table.lock.withLock { extras?.disposals.using(disposal) } ?? [] }

  private func forgetShortcuts() {
    LookupCache(address: lookups.loadAcquiring())?.clear()
  }

  /// Remembers that a key leads to `cell`, if it still leads to `registered` first. The caller holds this table's lock, and
  /// visits the outer one, unless that is sealed.
  @usableFromInline
  func addShortcut(
    to type: Any.Type, _ name: Name?, _ cell: Unmanaged<OnceCell>, behind registered: Unmanaged<OnceCell>, from outer: CellTable
  ) {
    let known: LookupCache
    if let made = LookupCache(address: lookups.loadAcquiring()) {
      known = made
    } else {
      known = LookupCache()
      lookups.storeReleasing(known.address)
    }
    known.add(Word.of(type, ifAny: name), cell, behind: registered, in: outer) { outer.find(type, name) }
  }

  /// Of a scope: what it was opened as, with and inside of, if there is anything to say.
  var surroundings: ScopeSurroundings? { hasSurroundings ? table.lock.withLock { around } : nil }

  /// Called once, by a scope at its end: it keeps no scope that ended before.
  func shortenSurroundings() {
    guard let shortened = surroundings?.shortened else { return }
    // Released outside the lock, as seeds may be with it.
    let old = replaceSurroundings(by: shortened)
    withExtendedLifetime(old) {}
  }

  /// Called at the end of a scope, and where a chain of ended scopes is taken apart. The caller releases the old ones outside the lock.
  func replaceSurroundings(by new: ScopeSurroundings?) -> ScopeSurroundings? {
    guard hasSurroundings else { return nil }
    return table.lock.withLock {
      defer { around = new }
      return around
    }
  }

  /// True once `close()` was called.
  var isClosed: Bool { table.isClosed }

  /// Of a scope: true from its opening to its end.
  var isOpen: Bool { epochs != nil && !isClosed }

  var cells: [OnceCell] { table.cells }

  /// Its address: even, and not used again while the cell that it leads to keeps the registration alive.
  @inlinable @inline(__always)
  static func word(of registration: AnyObject) -> UInt {
    UInt(bitPattern: ObjectIdentifier(registration))
  }
}

extension InstanceTable {
  /// A key's cell in this table, if the lookup cache knows it and its container's table has had no removal since.
  @inlinable @inline(__always)
  func shortcut(to type: Any.Type, _ name: Name?, from outer: CellTable) -> PinnedCell {
    let word = Word.of(type, ifAny: name)
    guard let known = LookupCache(address: lookups.loadAcquiring()), known.mayKnow(word) else { return .none }
    let lock = table.lock
    lock.lock()
    // If the version is still the same, the key still leads to this cell.
    guard let cell = known.cell(word, atVersion: outer.version.loadSequentiallyConsistent()),
      name == nil || cell._withUnsafeGuaranteedRef({ $0.registration.key.type == type && $0.registration.key.name == name })
    else {
      known.forget(word)
      lock.unlock()
      return .none
    }
    return PinnedCell(cell, holding: lock, on: nil)
  }
}

extension InstanceTable {
  /// Goes from a registration's cell to the cell that its instance has in this table; nil, with nothing held, if there is no instance.
  ///
  /// The caller leaves the registration's cell last: it keeps the registration alive, so that no other object has its address, which is compared and
  /// not followed, until this table cannot change any more. What the table has under it then is the registration's own.
  @inline(__always)
  func pin(behind registered: PinnedCell, of type: Any.Type, _ name: Name?, from outer: CellTable) -> PinnedCell? {
    guard let first = registered.cell, let word = registered.word else { return nil }
    CellTable.lingerBehind(registered.reader)
    let lock = table.lock
    lock.lock()
    let pinned = PinnedCell(table.find(word), holding: lock, on: nil)
    guard pinned.instance != nil, let cell = pinned.cell else {
      lock.unlock()
      return nil
    }
    addShortcut(to: type, name, cell, behind: first, from: outer)
    return pinned
  }
}
