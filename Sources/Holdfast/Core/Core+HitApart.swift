import OnceKernel

// Instances that exist, but are not in the cell that a key leads to: the cached ones, which have a table of their own, the watched ones, which may have
// been released, and those that are kept by arguments. A miss looks at them first; so callers are compiled to nothing more than a hit.

/// What holds a value: a box, or the value itself.
struct HeldInstance {
  let object: AnyObject
  /// Whether it is the value itself, which is only watched.
  let isWatched: Bool

  @inline(__always)
  func value<T>(as type: T.Type) -> T {
    // Never traps: what is watched is what `Recipe.holdMade` was given as a `T`.
    isWatched ? object as! T : Core.value(object, as: type)
  }
}

extension Core {
  /// The instance of a cached or a watched registration, if there is one; nil also where the request needs more than a look.
  @inline(never)
  private func hitApart(_ type: Any.Type, _ name: Name?, under phase: UInt) -> HeldInstance? {
    let registered = pin(of: type, name, under: phase)
    switch registered.form {
    case .weak: return watchedInstance(in: registered).map { HeldInstance(object: $0, isWatched: true) }
    case .cached: return cachedInstance(behind: registered).map { HeldInstance(object: $0, isWatched: false) }
    case .singleton, .scoped, .scopedTo, .graph, .transient, nil:
      registered.unpin()
      return nil
    }
  }

  /// The instance that is kept for arguments, if there is one; nil also where the request needs more than a look.
  @inline(__always)
  func hitApart<T, Arguments>(_ type: T.Type, _ name: Name?, with arguments: Arguments, for requester: Requester) -> HeldInstance? {
    // First, as nested builds, which share the stack, need no more of it then.
    guard let phase = phaseOfHitsApart(for: requester) else { return nil }
    return Arguments.self == NoArguments.self
      ? hitApart(type, name, under: phase) : hitByArguments(type, name, arguments, under: phase)
  }

  @inline(never)
  private func hitByArguments<T, Arguments>(_ type: T.Type, _ name: Name?, _ arguments: Arguments, under phase: UInt) -> HeldInstance? {
    let registered = pin(of: WithArguments<T, Arguments>.key, name, under: phase)
    let holder: AnyObject?
    switch registered.form {
    case .cached: holder = cachedInstance(behind: registered)
    case .singleton, .weak:
      holder = registered.instance?.takeUnretainedValue()  // the visit keeps it until it is retained
      registered.unpin()
    case .scoped, .scopedTo, .graph, .transient, nil:
      registered.unpin()
      return nil
    }
    // Both types are part of the key that was looked up, and only their recipe fills the cell.
    guard let cache = holder.map({ unsafeDowncast($0, to: ArgumentCache<Arguments>.self) }), let cell = cache.existingCell(for: arguments),
      let instance = cell.instance, let held = cell.registration.held(instance)
    else { return nil }
    return HeldInstance(object: held, isWatched: cell.registration.isWeak)
  }

  /// The phase of the table, if a request may be answered by what exists: one from outside every factory, in no layer, in no scope that was given
  /// something or lies in another one.
  @inline(never)
  func phaseOfHitsApart(for requester: Requester) -> UInt? {
    let phase = table.phase.loadSequentiallyConsistent()
    guard phase == Phase.open || phase == Phase.sealed else { return nil }
    // A run learns what it needs, and a lazy reference keeps what it finds.
    if let run = requester.run, !run.isContainersOwn || run.scope?.isSurrounded == true { return nil }
    return Requester.isInsideRun(on: thread) ? nil : phase
  }

  /// What the table of cached instances has for a registration. It is left before the registration's cell; see `InstanceTable?.pin(behind:of:_:from:)`.
  private func cachedInstance(behind registered: PinnedCell) -> AnyObject? {
    defer { registered.unpin() }
    guard let table = cachedIfAny.existing?.table, let word = registered.word else { return nil }
    CellTable.lingerBehind(registered.reader)
    // The cell keeps it until it is retained.
    return table.lock.withLock { table.find(word)?._withUnsafeGuaranteedRef { $0.ready.load()?.takeUnretainedValue() } }
  }

  /// The object that a registration's cell watches, if that is still there.
  private func watchedInstance(in registered: PinnedCell) -> AnyObject? {
    let cell = registered.cell?.takeUnretainedValue()  // retained here: the lock that guards a watched instance is not taken during a visit
    registered.unpin()
    guard let instance = cell?.instance else { return nil }
    return unsafeDowncast(instance, to: WeakBox.self).object  // what a cell keeps of a weak registration is always such a box
  }
}

extension PinnedCell {
  /// The lifetime that the cell was registered with.
  fileprivate var form: LifetimeKind.Form? {
    // Every cell of a container was made by a registration.
    cell?._withUnsafeGuaranteedRef { unsafeDowncast($0.subject, to: Registration.self).form }
  }
}
