public import OnceKernel

extension Core {
  /// What callers of a scope are compiled to, as in `Core+FastPath`.
  @inlinable
  func resolve<T>(_ type: T.Type, for requester: Requester, inside scope: InstanceTable) throws(ResolutionError) -> T {
    try resolve(type, nil, for: requester, inside: scope)
  }

  @inlinable
  func resolve<T>(_ type: T.Type, named name: Name, for requester: Requester, inside scope: InstanceTable) throws(ResolutionError) -> T {
    try resolve(type, name, for: requester, inside: scope)
  }

  /// The value, by a shortcut to the scope's instance if there is one.
  @inlinable @inline(__always)
  func resolve<T>(_ type: T.Type, _ name: Name?, for requester: Requester, inside scope: InstanceTable) throws(ResolutionError) -> T {
    let place = shortcut(to: type, name, in: scope)
    if let instance = place.instance {
      defer { place.leave() }
      return Core.value(instance, as: type)
    }
    place.leave()
    return try resolve(type, name, for: requester, in: scope)
  }

  /// The same, if it can be had without waiting.
  @inlinable @inline(__always)
  func fastPath<T>(_ type: T.Type, _ name: Name?, for requester: Requester, inside scope: InstanceTable) throws(ResolutionError) -> T? {
    let place = shortcut(to: type, name, in: scope)
    if let instance = place.instance {
      defer { place.leave() }
      return Core.value(instance, as: type)
    }
    place.leave()
    return try fastPath(type, name, for: requester, in: scope)
  }

  /// Goes to a key's place in a scope of this container, if the short way is known and no layer is in force.
  @inlinable @inline(__always)
  func shortcut(to type: Any.Type, _ name: Name?, in scope: InstanceTable) -> Place {
    let phase = table.phase.loadInTotalOrder()
    return phase == Phase.open || phase == Phase.sealed ? scope.shortcut(to: type, name, from: table) : .none
  }
}
