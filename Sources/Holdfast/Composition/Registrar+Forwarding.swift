extension Registrar {
  /// Makes a key stand for another one, of another type: one instance under several types.
  ///
  /// ```swift
  /// try container.register(DiskStore.self) { _ in DiskStore() }
  ///   .forward((any Reading).self, to: DiskStore.self) { $0 }
  ///   .forward((any Writing).self, to: DiskStore.self) { $0 }
  /// ```
  ///
  /// The forward keeps nothing: every resolve goes to the target, whatever its scope, and hands out exactly what that does: decorators and
  /// injectors are the target's, and none runs again. An asynchronous target is awaited. `validate()` knows that the forward needs it.
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
      Recipe(
        AnyKey(type, named: name), .transient, RegistrationSite(fileID, line),
        .forward { r in
          try convert(r.resolve(target))
        } inTask: { r in
          let value: Target = try await r.resolve(target)
          return try r.run { try convert(value) }
        }, dependencies: [DeclaredDependency(target.erased)]))
    return self
  }

  /// Makes a key stand for another one, of another type, with the same run-time arguments.
  ///
  /// ```swift
  /// try container.forward((any Page).self, to: Key(UserPage.self), taking: User.self) { $0 }
  /// ```
  @discardableResult
  @_disfavoredOverload  // without arguments the plain form is meant
  public func forward<T, Target, each A>(
    _ type: T.Type, named name: Name? = nil, to target: Key<Target>, taking arguments: repeat (each A).Type,
    fileID: StaticString = #fileID, line: UInt32 = #line, _ convert: @escaping @Sendable (Target) throws -> T
  ) throws(Failure) -> Self {
    let way: ArgumentRecipe<T, (repeat each A)>.Way = .forward { r, arguments in
      try convert(r.resolve(Target.self, named: target.name, with: repeat each arguments))
    } inTask: { r, arguments in
      let value: Target = try await r.resolve(Target.self, named: target.name, with: repeat each arguments)
      return try r.run { try convert(value) }
    }
    try add(
      ArgumentRecipe(
        AnyKey(type, named: name, taking: repeat each arguments), .transient, RegistrationSite(fileID, line), way, caching: nil,
        dependencies: [DeclaredDependency(AnyKey(Target.self, named: target.name, taking: repeat each arguments))]))
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
      Recipe(
        AnyKey(type), .transient, RegistrationSite(fileID, line),
        .forward { r in
          try r.resolve(T.self, named: name(r))
        } inTask: { r in
          let chosen = try r.run { try name(r) }
          return try await r.resolve(T.self, named: chosen)
        }))
    return self
  }
}
