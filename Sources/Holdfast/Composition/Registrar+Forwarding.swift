import OnceKernel

extension Registrar {
  /// Offers the value of one key under another type.
  ///
  /// ```swift
  /// try container.register(DiskStore.self) { _ in DiskStore() }
  ///   .forward((any Reading).self, to: DiskStore.self) { $0 }
  ///   .forward((any Writing).self, to: DiskStore.self) { $0 }
  /// ```
  ///
  /// Each resolve of the forward resolves the target and returns its value; the forward itself keeps nothing. Only the decorators and injectors of
  /// the target run. If the target has an asynchronous factory, resolve the forward with `await`. `validate()` knows that it needs the target.
  ///
  /// The target may have a name, and may be made from run-time arguments, whose types you name. The forward takes the same arguments.
  ///
  /// ```swift
  /// try container.forward((any Reading).self, to: DiskStore.self, targetNamed: "archive") { $0 }
  ///   .forward((any Page).self, to: UserPage.self, taking: User.self) { $0 }
  /// ```
  ///
  /// - `type`: the type under which the value is offered.
  /// - `name`: the name under which it is offered, if any.
  /// - `target`: the registered type.
  /// - `targetName`: the name under which that is registered, if any.
  /// - `arguments`: the types of its arguments, if it takes any.
  /// - `convert`: makes the offered value of the target's value. Mostly it returns what it receives.
  @discardableResult
  public func forward<T, Target, each A>(
    _ type: T.Type, named name: Name? = nil, to target: Target.Type, targetNamed targetName: Name? = nil,
    taking arguments: repeat (each A).Type, fileID: StaticString = #fileID, line: UInt32 = #line,
    by convert: @escaping @Sendable (Target) throws -> T
  ) throws(Failure) -> Self {
    let target = Key<Target>(named: targetName)
    let key = AnyKey(Target.self, named: target.name, taking: repeat each arguments)
    if key == target.erased {
      return try adding(.forward(AnyKey(T.self, named: name), to: target, SourceSite(fileID, line), convert))
    }
    let method: ArgumentRecipe<T, ArgumentPack<repeat each A>>.Method = .forward { r, arguments in
      try convert(r.resolve(Target.self, named: target.nameWithArguments, with: repeat each arguments.values))
    } inTask: { r, arguments in
      let value: Target = try await r.resolve(Target.self, named: target.nameWithArguments, with: repeat each arguments.values)
      return try r.run { try convert(value) }
    }
    let particulars = Particulars(name, SourceSite(fileID, line), .transient, nil)
    return try adding(particulars.registration(of: method, needs: [Dependency(key)]))
  }

  /// Chooses a named registration each time the type is resolved without a name.
  ///
  /// ```swift
  /// try container.forward((any Servicing).self, toName: { r in try r.resolve(Settings.self).mode })   // "data" or "mock"
  /// ```
  ///
  /// If the name is not registered, resolving throws an error that lists the registered names. `validate(roots:)` assumes that it may need each.
  ///
  /// - `type`: the type.
  /// - `name`: answers the name. It runs at each resolve, and may ask its resolver.
  @discardableResult
  public func forward<T>(
    _ type: T.Type, fileID: StaticString = #fileID, line: UInt32 = #line,
    toName name: @escaping @Sendable (_ resolver: FactoryResolver) throws -> Name
  ) throws(Failure) -> Self {
    try adding(
      Recipe(
        AnyKey(T.self), .transient, SourceSite(fileID, line),
        .forward { r in
          try r.resolve(chosen: name(r), as: T.self)
        } inTask: { r in
          let chosen = try r.run { try name(r) }
          return try await r.resolveInTask(chosen: chosen, as: T.self)
        }))
  }
}

extension Key {
  /// The name under which a forward asks for what is made from arguments.
  fileprivate var nameWithArguments: Name? { Mutant.forwardDropsName.isActive ? nil : name }
}

extension Registration {
  /// A forward to what takes no arguments.
  fileprivate static func forward<T, Target>(
    _ key: AnyKey, to target: Key<Target>, _ site: SourceSite, _ convert: @escaping @Sendable (Target) throws -> T
  ) -> Registration {
    Recipe(
      key, .transient, site,
      .forward { r in
        try convert(r.resolve(target))
      } inTask: { r in
        let value: Target = try await r.resolve(target)
        return try r.run { try convert(value) }
      }, dependencies: [Dependency(target.erased)])
  }
}

extension FactoryResolver {
  /// Resolves what a forward chose to stand for.
  fileprivate func resolve<T>(chosen name: Name, as type: T.Type) throws(ResolutionError) -> T {
    requester.learn(Dependency(AnyKey(T.self, named: name), .possible), askedOf: core)
    return try core.resolve(T.self, named: name, for: requester)
  }

  nonisolated(nonsending) fileprivate func resolveInTask<T>(chosen name: Name, as type: T.Type) async throws(ResolutionError) -> T {
    requester.learn(Dependency(AnyKey(T.self, named: name), .possible), askedOf: core)
    return try await core.resolve(T.self, name, for: requester)
  }
}
