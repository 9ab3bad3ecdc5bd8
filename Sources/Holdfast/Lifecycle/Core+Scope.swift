public import OnceKernel

extension Core {
  /// What callers of a scope are compiled to, as in `Core+Hit`.
  @inlinable
  func resolve<T>(_ type: T.Type, for requester: Requester, inside scope: InstanceTable) throws(ResolutionError) -> T {
    try resolve(type, nil, for: requester, inside: scope)
  }

  @inlinable
  func resolve<T>(_ type: T.Type, named name: Name, for requester: Requester, inside scope: InstanceTable) throws(ResolutionError) -> T {
    try resolve(type, name, for: requester, inside: scope)
  }

  @inlinable @inline(__always)
  func resolve<T>(_ type: T.Type, _ name: Name?, for requester: Requester, inside scope: InstanceTable) throws(ResolutionError) -> T {
    try hit(type, name, for: requester, inside: scope) {
      $0
    } orElse: { () throws(ResolutionError) in
      try miss(type, name, for: requester)
    }
  }

  @inlinable @inline(__always)
  func hit<T>(_ type: T.Type, _ name: Name?, for requester: Requester, inside scope: InstanceTable) throws(ResolutionError) -> T? {
    try hit(type, name, for: requester, inside: scope) {
      $0
    } orElse: {
      nil
    }
  }

  /// A hit in a scope: by the scope's lookup cache, if it knows the key and no layer is in force.
  @inlinable @inline(__always)
  func hit<T, Answer>(
    _ type: T.Type, _ name: Name?, for requester: Requester, inside scope: InstanceTable,
    _ answer: (T) -> Answer, orElse miss: () throws(ResolutionError) -> Answer
  ) throws(ResolutionError) -> Answer {
    let phase = table.phase.loadSequentiallyConsistent()
    let pinned = phase == Phase.open || phase == Phase.sealed ? scope.shortcut(to: T.self, name, from: table) : .none
    if let instance = pinned.instance {
      defer { pinned.unpin() }
      return answer(Core.value(instance, as: type))
    }
    pinned.unpin()
    return try hit(type, name, key: T.self, with: NoArguments(), for: requester, inside: scope, answer, orElse: miss)
  }
}
