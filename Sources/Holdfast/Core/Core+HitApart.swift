import OnceKernel

// Instances that exist, but are not in the cell that a key leads to: the cached ones, which have a table of their own, the watched ones, which may have
// been released, and those that are kept by arguments. A miss looks at them first; so callers are compiled to nothing more than a hit.

/// What holds a value, a box or the value itself, with a counted reference to it that `take(as:)` takes over.
@frozen
@usableFromInline
struct HeldInstance {
  @usableFromInline let object: Unmanaged<AnyObject>
  /// Whether it is the value itself, which is only watched.
  @usableFromInline let isWatched: Bool

  init(_ object: AnyObject, isWatched: Bool) {
    self.object = .passRetained(object)  // balanced by `take(as:)`, which is called once
    self.isWatched = isWatched
  }

  @inlinable @inline(__always)
  func take<T>(as type: T.Type) -> T {
    if !isWatched { return Core.value(object.takeRetainedValue(), as: type) }
    if T.self is AnyObject.Type {
      var reference = object
      return Self.move(&reference)
    }
    return Self.watched(object.takeRetainedValue(), as: type)
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
      return hitInLayer(type, name, inside: scope?.instances).map { HeldInstance($0, isWatched: false) }
    }
    let registered = found.cell
    switch registered.form {
    case .weak where isAnsweredByLook(requester): return watchedInstance(in: registered).map { HeldInstance($0, isWatched: true) }
    case .cached where isAnsweredByLook(requester):
      return cachedInstance(behind: registered).map { HeldInstance($0, isWatched: false) }
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
    guard let holder = holder(in: found, for: requester), isAnsweredByLook(requester) else { return nil }
    // The types are part of the key that was looked for, and only their recipe fills the cell.
    guard let existing = unsafeDowncast(holder, to: ArgumentCache.self).existing(for: arguments) else { return nil }
    return HeldInstance(existing.held, isWatched: existing.isWatched)
  }

  /// What holds the values by their arguments. Leaves what was found.
  @inline(__always)
  private func holder(in found: FoundCell, for requester: Requester) -> AnyObject? {
    if let instance = found.instance {
      defer { found.leave() }
      return instance.takeUnretainedValue()  // the visit keeps it until it is retained
    }
    let registered = found.cell
    switch registered.form {
    case .cached: return cachedInstance(behind: registered)
    case .scoped: return scopedInstance(behind: registered, for: requester)
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
    guard phase == Phase.open || phase == Phase.sealed else { return false }
    if Mutant.existingUnlearned.isActive { return true }
    // A run learns what it needs, and a lazy reference keeps what it finds.
    if let run = requester.run, !run.isContainersOwn || run.scope?.isSurrounded == true { return false }
    return !Requester.isInsideRun(on: thread)
  }

  /// What the table of cached instances has for a registration. It is left before the registration's cell; see `InstanceTable?.pin(behind:of:_:from:)`.
  private func cachedInstance(behind registered: PinnedCell) -> AnyObject? {
    defer { registered.unpin() }
    guard let table = cachedIfAny.existing?.table, let word = registered.word else { return nil }
    CellTable.lingerBehind(registered.reader)
    // The cell keeps it until it is retained.
    return table.lock.withLock { table.find(word)?._withUnsafeGuaranteedRef { $0.ready.load()?.takeUnretainedValue() } }
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
    // Every cell of a container was made by a registration.
    cell?._withUnsafeGuaranteedRef { unsafeDowncast($0.subject, to: Registration.self).form }
  }
}
