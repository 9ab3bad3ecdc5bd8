public import OnceKernel

/// The shared objects of definitions that one assembly value has found, so that the next look needs neither a name nor a lock.
///
/// ```
///    type, assembly, name ─► entry ─► object      while the container's table has the version, and its set of keys too, that they had when it was found
/// ```
///
/// A change of the container that takes an object out, or registers an override, makes its version another one; see `CellTable`. The container's tables
/// keep the objects.
struct KnownDefinitions: ~Copyable {
  private struct Entry {
    /// Compared only: types are never freed.
    var type: ObjectIdentifier
    /// Compared only.
    var assembly: ObjectIdentifier
    var function: String
    /// The table's version when the object was found. An odd one is the version of no readable table.
    var version: UInt
    var keysVersion: UInt
    /// Read during a visit to the table, while that has this version.
    var object: Unmanaged<AnyObject>
  }

  /// How many are remembered at most; after that each takes the place of an older one.
  private static let limit = 32

  /// In memory of their own, with room for all; none before the first one.
  private var entries: UnsafeMutablePointer<Entry>?
  private var count = 0
  /// Whose place the next one takes, when there is no room.
  private var next = 0

  var isEmpty: Bool { entries == nil }

  deinit {
    entries?.deinitialize(count: count)
    entries?.deallocate()
  }

  /// - Parameter core: always the same one, which the caller keeps.
  func find(_ type: Any.Type, _ function: String, in assembly: Any.Type, of core: Core) -> KnownObject {
    HeldLocks.expectNone()
    let table = core.table
    let phase = table.phase.loadSequentiallyConsistent()
    guard phase == Phase.open || phase == Phase.sealed, let entry = entry(of: type, function, in: assembly) else { return .none }
    let reader = table.beginVisit()
    // A removal that this visit does not stop has made the version another one, as in `KeyedCell`.
    if entry.pointee.version == table.version.loadSequentiallyConsistent(),
      entry.pointee.keysVersion == core.registry.keysVersion.loadAcquiring(), !Requester.isInsideRun(on: reader)
    {
      return KnownObject(entry.pointee.object, reader)
    }
    reader.pointee.endVisit()
    return .none
  }

  /// Remembers an object that was found between the two versions and a look that saw them.
  mutating func remember(
    _ type: Any.Type, _ function: String, in assembly: Any.Type, _ object: AnyObject, atVersion version: UInt, _ keysVersion: UInt
  ) {
    let new = Entry(
      type: ObjectIdentifier(type), assembly: ObjectIdentifier(assembly), function: function, version: version,
      keysVersion: keysVersion, object: .passUnretained(object))
    if let known = entry(of: type, function, in: assembly) {
      known.pointee = new
      return
    }
    let entries = entries ?? .allocate(capacity: Self.limit)
    self.entries = entries
    if count < Self.limit {
      (entries + count).initialize(to: new)
      count += 1
    } else {
      entries[next] = new
      next = (next + 1) % Self.limit
    }
  }

  /// The entry of a definition, where it lies: a copy would count a reference to its name.
  private func entry(of type: Any.Type, _ function: String, in assembly: Any.Type) -> UnsafeMutablePointer<Entry>? {
    guard var entry = entries else { return nil }
    let (type, assembly, end) = (ObjectIdentifier(type), ObjectIdentifier(assembly), entry + count)
    while entry < end {
      if entry.pointee.type == type, entry.pointee.assembly == assembly, entry.pointee.function == function { return entry }
      entry += 1
    }
    return nil
  }
}

/// A shared object of a definition, kept by a visit of the calling thread until its value is taken; or none.
@frozen
@usableFromInline
package struct KnownObject {
  @usableFromInline let object: Unmanaged<AnyObject>?
  @usableFromInline let reader: UnsafeMutablePointer<ThreadRecord>?

  init(_ object: Unmanaged<AnyObject>, _ reader: UnsafeMutablePointer<ThreadRecord>) {
    self.object = object
    self.reader = reader
  }

  private init() { (object, reader) = (nil, nil) }

  static var none: KnownObject { KnownObject() }

  /// Copies the value out and leaves the table; nil if there is none.
  @inlinable @inline(__always)
  package func take<T>(_ type: T.Type) -> T? {
    guard let object, let reader else { return nil }
    defer { reader.pointee.endVisit() }
    return Core.value(object, as: type)
  }
}
