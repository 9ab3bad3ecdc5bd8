extension Container {
  /// Resolves a key whose type is known only at run time.
  ///
  /// ```swift
  /// let value = try container.resolve(AnyKey(screenClass), as: Screen.self)
  /// ```
  ///
  /// - Throws: `.wrongType`, which names both types, if the value is not a `T`; otherwise as `resolve`.
  public func resolve<T>(_ key: AnyKey, as type: T.Type) throws(ResolutionError) -> sending T {
    let value = try core.resolveErased(key, for: requester)
    guard let typed = value as? T else {
      throw .wrongType(key, wanted: T.self, found: Swift.type(of: value), site: core.cell(for: key)?.registration.site)
    }
    return sent(typed)
  }

  /// A resolver of this container that cannot register, for code that may only resolve.
  public var resolver: any Resolver & Sendable { CoreResolver(requester: requester, core: core) }
}

extension Core {
  func resolveErased(_ key: AnyKey, for requester: Requester) throws(ResolutionError) -> Any {
    let key = key.unwrapped
    if let layer = OverrideBinding.current(of: self) { return try layer.resolveErased(key, for: requester) }
    if let layers = OverrideBinding.missing(for: self) {
      return try layers.run { () throws(ResolutionError) in try resolveErased(key, for: requester) }
    }
    let requester = requester.forRun(asking: key, in: self)
    try checkPhase(key, for: requester)
    if let cell = cell(for: key), cell.registration.isResolvable {
      return try cell.registration.resolveErased(cell, in: self, for: requester)
    }
    for core in parentCores where core.contains(key) { return try core.resolveErased(key, for: requester) }
    throw notRegistered(key)
  }
}
