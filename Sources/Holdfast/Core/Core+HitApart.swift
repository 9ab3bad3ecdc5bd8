import OnceKernel

// Instances that exist, but are not in the cell that a key leads to: the cached ones, which have a table of their own, the watched ones, which may have
// been released, and those that are kept by arguments. A miss looks at them first; so callers are compiled to nothing more than a hit.

/// What holds a value, a box or the value itself, and what keeps that until `take(as:)`, which is called once.
///
/// ```
///    object       hold
///    a box        lock | 2      the lock of the table of the box's cell, which is held
///    a box        an object     a counted reference to it; it keeps the box, or is the box
///    the value    1             a counted reference to the value, which is only watched
/// ```
@frozen
@usableFromInline
struct HeldInstance {
  @usableFromInline let object: Unmanaged<AnyObject>
  /// No lock and no object lies at an odd multiple of 1 or 2.
  @usableFromInline let hold: UInt

  private init(_ object: Unmanaged<AnyObject>, _ hold: UInt) { (self.object, self.hold) = (object, hold) }

  /// A value that is only watched.
  init(watched object: AnyObject) {
    self.init(.passRetained(object), 1)  // balanced by `take(as:)`
  }

  /// A box in a cell that `keeper` keeps.
  ///
  /// - Parameter keeper: a counted reference to it, which this takes over.
  @inline(__always)
  init(_ box: Unmanaged<AnyObject>, keptBy keeper: Unmanaged<AnyObject>) { self.init(box, UInt(bitPattern: keeper.toOpaque())) }

  /// A box in a cell of a table whose lock is held.
  @inline(__always)
  init(_ box: Unmanaged<AnyObject>, holding lock: Lock) { self.init(box, UInt(bitPattern: lock.raw) | 2) }

  @inlinable @inline(__always)
  func take<T>(as type: T.Type) -> T {
    if hold != 1 {
      defer { leave() }
      return Core.value(object, as: type)
    }
    if T.self is AnyObject.Type {
      var reference = object
      return Self.move(&reference)
    }
    return Self.watched(object.takeRetainedValue(), as: type)
  }

  /// Lets what keeps a box go.
  @usableFromInline @inline(never)
  func leave() {
    let keeper = UnsafeMutableRawPointer(bitPattern: hold & ~2).unsafelyUnwrapped  // not 0, as a lock or an object is there
    if hold & 2 == 0 { Unmanaged<AnyObject>.fromOpaque(keeper).release() } else { Lock(existing: keeper).unlock() }
  }

  /// The reference, as one to a class: to count it once more would take longer than all the rest, as an object that is watched counts elsewhere.
  @inlinable @inline(__always)
  static func move<T>(_ reference: UnsafeMutablePointer<Unmanaged<AnyObject>>) -> T {
    UnsafeMutableRawPointer(reference).assumingMemoryBound(to: T.self).move()  // a `T`, as below
  }

  @usableFromInline @inline(never)
  static func watched<T>(_ object: AnyObject, as type: T.Type) -> T {
    // What is watched is what `Recipe.holdMade` was given as a `T`: a reference, if that is a class, and a cast does not fail.
    T.self is AnyObject.Type ? unsafeBitCast(object, to: type) : object as! T
  }
}

extension Core {
  /// The instance of a cached or a watched registration, or that of an override layer, if there is one; nil also where the request needs more than a
  /// look. Leaves what was found.
  @inline(never)
  func held(in found: FoundCell, _ type: Any.Type, _ name: Name?, for requester: Requester) -> HeldInstance? {
    guard found.object != nil else {
      guard table.phase.loadSequentiallyConsistent() == Phase.layered else { return nil }
      let scope = requester.isHandles ? requester.scope : nil
      return hitInLayer(type, name, inside: scope?.instances).map { HeldInstance(.passUnretained($0), keptBy: .passRetained($0)) }
    }
    let registered = found.cell
    switch registered.form {
    case .weak where isOutsideRuns(requester, on: registered.reader ?? thread):
      return watchedInstance(in: registered).map { HeldInstance(watched: $0) }
    case .cached where isOutsideRuns(requester, on: registered.reader ?? thread): return cachedInstance(behind: registered)
    case .weak, .cached, .singleton, .scoped, .scopedTo, .graph, .transient, nil:
      registered.unpin()
      return nil
    }
  }

  /// The instance that is kept for arguments, if there is one; nil also where the request needs more than a look. Leaves what was found.
  ///
  /// - Parameter arguments: where they are. They are of the types of the key that was looked for.
  @usableFromInline @inline(never)
  func held(in found: FoundCell, madeFrom arguments: UnsafeRawPointer, for requester: Requester) -> HeldInstance? {
    guard let holder = holder(in: found, for: requester) else { return nil }
    defer { holder.release() }
    guard isAnsweredByLook(requester) else { return nil }
    // The types are part of the key that was looked for, and only their recipe fills the cell.
    switch holder._withUnsafeGuaranteedRef({ unsafeDowncast($0, to: ArgumentCache.self).existing(for: arguments) }) {
    case .box(let box, let keeper): return HeldInstance(box, keptBy: keeper)
    case .watched(let object): return HeldInstance(watched: object)
    case nil: return nil
    }
  }

  /// What holds the values by their arguments, with a counted reference to it. Leaves what was found.
  @inline(__always)
  private func holder(in found: FoundCell, for requester: Requester) -> Unmanaged<AnyObject>? {
    if let instance = found.instance {
      defer { found.leave() }
      return instance.retain()  // the visit keeps it until then
    }
    let registered = found.cell
    switch registered.form {
    case .cached:
      guard let held = cachedInstance(behind: registered) else { return nil }
      defer { held.leave() }
      return held.object.retain()  // its table, whose lock is held, keeps it until then
    case .scoped: return scopedInstance(behind: registered, for: requester).map { .passRetained($0) }
    case .singleton, .weak, .scopedTo, .graph, .transient, nil:
      registered.unpin()
      return nil
    }
  }

  /// Whether a request may be answered by what exists: one from outside every factory, in no layer, and in no scope that was given something or lies
  /// in another one.
  @inline(never)
  func isAnsweredByLook(_ requester: Requester) -> Bool {
    let phase = table.phase.loadSequentiallyConsistent()
    return (phase == Phase.open || phase == Phase.sealed) && isOutsideRuns(requester, on: thread)
  }

  /// Whether a request comes from outside every factory, and from no scope that was given something or lies in another one.
  ///
  /// - Parameter record: the calling thread's.
  @inline(__always)
  private func isOutsideRuns(_ requester: Requester, on record: UnsafeMutablePointer<ThreadRecord>) -> Bool {
    if Mutant.existingUnlearned.isActive { return true }
    // A run learns what it needs, and a lazy reference keeps what it finds.
    if let run = requester.run, !run.isContainersOwn || run.scope?.isSurrounded == true { return false }
    return !Requester.isInsideRun(on: record)
  }

  /// What the table of cached instances has for a registration, with that table's lock held. The registration's cell is left after the lock was taken;
  /// see `InstanceTable.pin(behind:of:_:from:)`.
  private func cachedInstance(behind registered: PinnedCell) -> HeldInstance? {
    defer { registered.unpin() }
    guard let table = cachedIfAny.shared?._withUnsafeGuaranteedRef({ $0.table }), let word = registered.word else { return nil }
    CellTable.lingerBehind(registered.reader)
    table.lock.lock()
    guard let box = table.find(word)?._withUnsafeGuaranteedRef({ $0.ready.load() }) else {
      table.lock.unlock()
      return nil
    }
    return HeldInstance(box, holding: table.lock)
  }

  /// What the scope that asks has for a registration.
  private func scopedInstance(behind registered: PinnedCell, for requester: Requester) -> AnyObject? {
    // Retained here: it keeps the registration, by whose address the scope knows the instance.
    let cell = registered.cell?.takeUnretainedValue()
    registered.unpin()
    return cell.flatMap { requester.scope?.instances.existingCell(for: $0.registration)?.instance }
  }

  /// The object that a registration's cell watches, if that is still there.
  private func watchedInstance(in registered: PinnedCell) -> AnyObject? {
    // Also in a sealed table, which loses no cells: what a cell watches expires there as everywhere. Then the instance is loaded in the order that
    // `CellTable` speaks of: a thread that had it expire has taken it out before it looks at the marks.
    let reader = registered.reader ?? table.beginVisit()
    // Retained during the visit, and asked for its object outside: a class may count its references in code of its own.
    let instance = registered.cell?._withUnsafeGuaranteedRef { $0.watched.loadSequentiallyConsistent()?.takeUnretainedValue() }
    reader.pointee.endVisit()
    return instance.flatMap { unsafeDowncast($0, to: WeakBox.self).object }  // what a watched cell shows is always such a box
  }
}

extension PinnedCell {
  /// The lifetime that the cell was registered with.
  var form: LifetimeKind.Form? {
    cell?._withUnsafeGuaranteedRef { $0.withRegistration(\.form) }
  }
}
