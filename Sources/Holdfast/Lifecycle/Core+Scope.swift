import OnceKernel

extension Core {
  /// What callers of a scope are compiled to, as in `Core+Hit`.
  @inlinable
  func resolve<T>(_ type: T.Type, for requester: Requester, inside scope: InstanceTable) throws(ResolutionError) -> T {
    let found = find(T.self, inside: scope)
    if let instance = found.instance {
      defer { found.leaveAny() }
      return Core.value(instance, as: type)
    }
    return try finish(found, type, for: requester)
  }

  @inlinable
  func resolve<T>(_ type: T.Type, named name: Name, for requester: Requester, inside scope: InstanceTable) throws(ResolutionError) -> T {
    let found = find(T.self, name, inside: scope)
    if let instance = found.instance {
      defer { found.leaveAny() }
      return Core.value(instance, as: type)
    }
    return try finish(found, type, name, for: requester)
  }

  @inlinable @inline(__always)
  func resolve<T>(_ type: T.Type, _ name: Name?, for requester: Requester, inside scope: InstanceTable) throws(ResolutionError) -> T {
    guard let name else { return try resolve(type, for: requester, inside: scope) }
    return try resolve(type, named: name, for: requester, inside: scope)
  }

  @inlinable @inline(__always)
  func hit<T>(_ type: T.Type, _ name: Name?, for requester: Requester, inside scope: InstanceTable) throws(ResolutionError) -> T? {
    let found = find(T.self, name, inside: scope)
    if let instance = found.instance {
      defer { found.leaveAny() }
      return Core.value(instance, as: type)
    }
    return try finishIfHit(found, type, name, for: requester)
  }

  @usableFromInline @inline(never)
  func find(_ type: Any.Type, inside scope: InstanceTable) -> Found { look(for: type, nil, in: scope) }

  @usableFromInline @inline(never)
  func find(_ type: Any.Type, _ name: Name?, inside scope: InstanceTable) -> Found { look(for: type, name, in: scope) }

  /// By the scope's lookup cache, if it knows the key and no layer is in force.
  @inline(__always)
  private func look(for type: Any.Type, _ name: Name?, in scope: InstanceTable) -> Found {
    HeldLocks.expectNone()
    let phase = table.phase.loadSequentiallyConsistent()
    guard phase == Phase.open || phase == Phase.sealed else { return .none }
    let known = scope.shortcut(to: type, name, from: table)
    if known.instance != nil { return Found(known) }
    known.unpin()
    let registered = pin(of: type, name, under: phase)
    if registered.instance != nil || registered.form?.isScoped != true { return Found(registered) }
    return Found(Optional(scope).pin(behind: registered, of: type, name, from: table))
  }
}
