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
  /// The container's core, which the code that asks keeps.
  private let core: Unmanaged<Core>
  /// The core's table, here so that a hit need not read the container and its core.
  private let table: Unmanaged<CellTable>
  /// The handle's; see `Handle.numbers(for:)`.
  let number: UInt
  /// The address of the cell. Written under the registry's lock, while `version` is `noVersion`.
  private let cell = AtomicWord(0)
  /// The table's version when the cell was found; `noVersion` before that and while the cell is written. Written under the registry's lock.
  private let version = AtomicWord(noVersion)

  /// What no table's version ever is. Not just an odd one: a table has that too while it is changed, and a thread that saw it then must find it nowhere.
  private static let noVersion = UInt.max

  init(_ key: AnyKey, _ name: Name, in core: Core, number: UInt) {
    self.key = key
    self.number = number
    self.name = name
    owner = core.number
    self.core = .passUnretained(core)
    table = .passUnretained(core.table)
  }

  /// Whether the container, and not a layer of it, is `core`.
  @inlinable @inline(__always)
  func belongs(to core: Core) -> Bool { owner == core.number || Mutant.needSkipsLayers.isActive }

  /// Finds the instance or the cell, during a visit of the calling thread.
  ///
  /// Sealed or not, the table of a container of a composition is read with a mark. References that are not counted, each looked at by itself: what is
  /// done with one in a closure of some length becomes a function of its own.
  ///
  /// - Parameters:
  ///   - keyed: what the caller keeps, as it keeps the container's core.
  ///   - skipsLayers: a defect that is planted: it is found although an override layer may be in force.
  @inline(__always)
  static func find(_ keyed: Unmanaged<KeyedCell>, skipsLayers: Bool) -> FoundCell {
    HeldLocks.expectNone()
    let table = keyed._withUnsafeGuaranteedRef { $0.table }
    guard table._withUnsafeGuaranteedRef({ $0.phase.loadSequentiallyConsistent() }) == Phase.open || skipsLayers else { return .none }
    let reader = table._withUnsafeGuaranteedRef { $0.beginVisit() }
    // A removal that this visit does not stop has made the version another one: the mark, the version and what a writer stores and looks at are in
    // the one order that `CellTable` speaks of. A cell that was noted after the two versions were seen is in the table during this visit.
    let version = table._withUnsafeGuaranteedRef { $0.version.loadSequentiallyConsistent() }
    if keyed._withUnsafeGuaranteedRef({ $0.version.loadSequentiallyConsistent() }) == version || Mutant.propertyGoesStale.isActive {
      let cell = keyed._withUnsafeGuaranteedRef { $0.cell.loadSequentiallyConsistent() }
      if let cell = UnsafeRawPointer(bitPattern: cell) { return FoundCell(PinnedCell(.fromOpaque(cell), holding: nil, on: reader)) }
    }
    reader.pointee.endVisit()
    return keyed._withUnsafeGuaranteedRef { $0.search() }
  }

  /// Finds the cell again after the table has changed. Nothing else changes the table meanwhile.
  @inline(never)
  private func search() -> FoundCell {
    let core = core.takeUnretainedValue()  // the caller keeps it
    core.registry.enter(with: self) { registry, keyed in keyed.note(in: registry.table) }
    return core.find(key.type, named: name)
  }

  /// Notes the cell. The caller runs as the registry, the table's writer.
  private func note(in table: CellTable) {
    let current = table.version.loadAcquiring()
    version.storeSequentiallyConsistent(Self.noVersion)
    let found = table.find(key.type, name)
    cell.storeSequentiallyConsistent(UInt(bitPattern: found?.toOpaque()))
    version.storeSequentiallyConsistent(current)
  }
}
