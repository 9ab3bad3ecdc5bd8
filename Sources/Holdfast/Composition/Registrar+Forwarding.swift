extension Registrar {
  /// Makes a key stand for another one, of another type: one instance under several types.
  ///
  /// ```swift
  /// try container.register(DiskStore.self) { _ in DiskStore() }
  ///   .forward((any Reading).self, to: DiskStore.self) { $0 }
  ///   .forward((any Writing).self, to: DiskStore.self) { $0 }
  /// ```
  ///
  /// The forward keeps nothing: every resolve goes to the target, whatever its scope. `validate()` knows that it needs the target.
  @discardableResult
  public func forward<T, Target>(
    _ type: T.Type, named name: Name? = nil, to target: Target.Type, fileID: StaticString = #fileID, line: UInt32 = #line,
    _ convert: @escaping @Sendable (Target) throws -> T
  ) throws(Failure) -> Self {
    try forward(type, named: name, to: Key(target), fileID: fileID, line: line, convert)
  }

  /// Makes a key stand for another one, of another type, that may have a name.
  ///
  /// ```swift
  /// try container.forward((any Reading).self, to: Key(DiskStore.self, named: "archive")) { $0 }
  /// ```
  @discardableResult
  public func forward<T, Target>(
    _ type: T.Type, named name: Name? = nil, to target: Key<Target>, fileID: StaticString = #fileID, line: UInt32 = #line,
    _ convert: @escaping @Sendable (Target) throws -> T
  ) throws(Failure) -> Self {
    try add(
      WiredRecipe<T>(AnyKey(type, named: name), .transient, RegistrationSite(fileID, line), [DeclaredDependency(target.erased)]) { r in
        try convert(r.resolve(target))
      })
    return self
  }

  /// Makes the unnamed key stand for a named one that is chosen at every resolve.
  ///
  /// ```swift
  /// try container.forward((any Servicing).self, toName: { r in try r.resolve(Settings.self).mode })   // "data" or "mock"
  /// ```
  ///
  /// A name that is not registered is an error that lists those that are. For `validate(roots:)` it may need each of them.
  @discardableResult
  public func forward<T>(
    _ type: T.Type, fileID: StaticString = #fileID, line: UInt32 = #line,
    toName name: @escaping @Sendable (_ resolver: Resolution) throws -> Name
  ) throws(Failure) -> Self {
    try add(
      NamingRecipe(AnyKey(type), .transient, RegistrationSite(fileID, line)) { r in
        try r.resolve(T.self, named: name(r))
      })
    return self
  }
}
