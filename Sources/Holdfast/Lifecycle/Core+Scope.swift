public import OnceKernel

extension Core {
  /// What callers of a scope are compiled to, as those of a name in `Core+Hit`.
  @inlinable @inline(__always)
  func resolve<T>(_ type: T.Type, for requester: Requester, inside scope: InstanceTable) throws(ResolutionError) -> T {
    try resolve(type, nil, for: requester, inside: scope)
  }

  @inlinable @inline(__always)
  func resolve<T>(_ type: T.Type, named name: Name, for requester: Requester, inside scope: InstanceTable) throws(ResolutionError) -> T {
    try resolve(type, name, for: requester, inside: scope)
  }

  @inlinable @inline(__always)
  func resolve<T>(_ type: T.Type, _ name: Name?, for requester: Requester, inside scope: InstanceTable) throws(ResolutionError) -> T {
    let found = look(for: T.self, name, in: scope)
    if found.isInstance {
      defer { found.leaveAny() }
      return found.value(as: type)
    }
    if found.isTransient { return try makeOutOfLine(type, at: found, for: requester) }
    return try finish(found, type, name, for: requester)
  }

  @inlinable @inline(__always)
  func hit<T>(_ type: T.Type, _ name: Name?, for requester: Requester, inside scope: InstanceTable) throws(ResolutionError) -> T? {
    let found = find(T.self, name, inside: scope)
    if found.isInstance {
      defer { found.leaveAny() }
      return found.value(as: type)
    }
    return try finishIfHit(found, type, name, for: requester)
  }

  @usableFromInline @inline(never)
  func find(_ type: Any.Type, _ name: Name?, inside scope: InstanceTable) -> FoundCell { look(for: type, name, in: scope) }

  /// By the scope's lookup cache, if it knows the key and no layer is in force.
  @inlinable @inline(__always)
  func look(for type: Any.Type, _ name: Name?, in scope: InstanceTable) -> FoundCell {
    HeldLocks.expectNone()
    let phase = table.phase.loadSequentiallyConsistent()
    guard phase == Phase.open || phase == Phase.sealed else { return .none }
    let known = scope.shortcut(to: type, name, from: table)
    if known.instance != nil { return FoundCell(known) }
    known.unpin()
    return lookBehind(type, name, in: scope, under: phase)
  }

  @usableFromInline @inline(never)
  func lookBehind(_ type: Any.Type, _ name: Name?, in scope: InstanceTable, under phase: UInt) -> FoundCell {
    let registered = pin(of: type, name, under: phase)
    if registered.instance != nil || registered.form?.isScoped != true { return FoundCell(registered) }
    // Where the scope has no instance, the miss goes on from the registered cell.
    guard let pinned = scope.pin(behind: registered, of: type, name, from: table) else { return FoundCell(registered) }
    registered.unpin()
    return FoundCell(pinned)
  }
}
