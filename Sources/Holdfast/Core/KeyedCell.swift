public import OnceKernel

/// A key of a container and the cell that was found under it, so that a hit looks nothing up.
///
/// ```
///    key ─► container's table ─► cell      a probe, and for a name a comparison
///    keyed cell ───────────────► cell      while the table has the version that it had when the cell was found
/// ```
///
/// It does not keep its container alive. Only code that does, such as a factory of that container, may ask it.
@usableFromInline
package final class KeyedCell: @unchecked Sendable {  // unchecked: atomics, and what is written in init only
  package let key: AnyKey
  @usableFromInline let name: Name
  /// The number of the container's core. Not its address: the need of a factory may outlast the container, and another one come to lie there.
  @usableFromInline let owner: UInt
  /// The handle's; see `Handle.numbers(for:)`.
  let number: UInt
  /// The address of the cell. Written under the registry's lock, while `version` is odd.
  private let cell = AtomicWord(0)
  /// The table's version when the cell was found. It is odd, as the version of no readable table, before that and while the cell is written.
  /// Written under the registry's lock.
  private let version = AtomicWord(1)

  init(_ key: AnyKey, _ name: Name, in core: Core, number: UInt) {
    self.key = key
    self.number = number
    self.name = name
    owner = core.number
  }

  /// Whether the container, and not a layer of it, is `core`.
  @inlinable @inline(__always)
  func belongs(to core: Core) -> Bool { owner == core.number || Mutant.needSkipsLayers.isActive }

  /// Finds the cell, during a visit of the calling thread; none if only a search finds it.
  ///
  /// Sealed or not, the table of a container of a composition is read with a mark. Not inlined: a client has a call of this for each use of a property.
  ///
  /// - Parameter core: the container's.
  @usableFromInline
  func pin(in core: Core) -> PinnedCell {
    HeldLocks.expectNone()
    let table = core.table
    guard table.phase.loadSequentiallyConsistent() == Phase.open || Mutant.propertySkipsLayers.isActive else { return .none }
    let reader = table.beginVisit()
    // A removal that this visit does not stop has made the version another one: the mark, the version and what a writer stores and looks at are in
    // the one order that `CellTable` speaks of.
    if let cell = found(at: table.version.loadSequentiallyConsistent()) { return PinnedCell(cell, holding: nil, on: reader) }
    reader.pointee.endVisit()
    find(in: core)
    return .none
  }

  /// Finds the instance of what callers share, during a visit of the calling thread; nil if there is none yet, or if only a search finds it.
  @inline(__always)
  func visit(in core: Core) -> InstanceVisit? {
    let pinned = pin(in: core)
    if let visit = InstanceVisit(of: pinned) { return visit }
    pinned.unpin()
    return nil
  }

  /// The cell, if it was found when the table had this version. All loads are sequentially consistent, so that one between two equal versions is of
  /// that version.
  @inline(__always)
  private func found(at version: UInt) -> Unmanaged<OnceCell>? {
    if Mutant.propertyGoesStale.isActive { return UnsafeRawPointer(bitPattern: cell.loadAcquiring()).map { .fromOpaque($0) } }
    guard self.version.loadSequentiallyConsistent() == version else { return nil }
    let address = cell.loadSequentiallyConsistent()
    guard self.version.loadSequentiallyConsistent() == version, let cell = UnsafeRawPointer(bitPattern: address) else { return nil }
    return Unmanaged.fromOpaque(cell)  // of a cell in the table: no cell was removed since it was found there
  }

  /// Finds the cell again after the table has changed. Nothing else changes the table meanwhile.
  func find(in core: Core) {
    core.registry.enter(with: self) { registry, keyed in keyed.find(in: registry.table) }
  }

  /// Finds the cell. The caller runs as the registry, the table's writer.
  private func find(in table: CellTable) {
    let current = table.version.loadAcquiring()
    version.storeSequentiallyConsistent(1)
    let found = table.find(key.type, name)
    cell.storeSequentiallyConsistent(UInt(bitPattern: found?.toOpaque()))
    version.storeSequentiallyConsistent(current)
  }
}

/// A shared instance that a thread reads, and the visit of the table that keeps it there.
@frozen
@usableFromInline
struct InstanceVisit {
  @usableFromInline let instance: Unmanaged<AnyObject>
  /// The calling thread's.
  @usableFromInline let reader: UnsafeMutablePointer<ThreadRecord>

  /// - Parameter pinned: what a handle found; it goes on if there is no instance.
  @inlinable @inline(__always)
  init?(of pinned: PinnedCell) {
    // A handle always reads with a mark.
    guard let instance = pinned.instance, let reader = pinned.reader else { return nil }
    (self.instance, self.reader) = (instance, reader)
  }

  /// Ends the visit; answers the value.
  @inlinable @inline(__always)
  func end<T>(_ type: T.Type) -> T {
    defer { reader.pointee.endVisit() }
    return Core.value(instance, as: type)
  }
}
