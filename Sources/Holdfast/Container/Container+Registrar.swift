import OnceKernel

extension Container: Registrar {
  /// The error that registering throws. A container accepts or refuses a registration at once.
  public typealias Failure = ResolutionError

  /// Where a change goes: the innermost override layer in force here, so that nothing of it reaches the container, or else the container.
  ///
  /// Where values are built aside, nothing but the replacement itself registers: what a factory changes there is changed in the container.
  private var target: Core { core.innermost.lasting }

  /// Accepts one registration at once. Call `register` and similar functions instead; they call this one.
  @_documentation(visibility: internal)
  public func add(_ registration: Registration) throws(ResolutionError) {
    // Without a layer the core needs no reference of its own.
    if core.isLayered { try target.apply(registration) } else { try core.apply(registration) }
  }

  /// Applies the registrations that `register` adds to the batch. All threads see all of them at the same moment, or none.
  ///
  /// ```swift
  /// try container.registerAll { batch in
  ///   batch.register((any Store).self) { _ in CloudStore() }
  ///   batch.register(Backup.self) { r in Backup(store: try r.resolve()) }
  /// }
  /// ```
  ///
  /// - Parameter register: registers values with the batch that it receives.
  /// - Throws: One `ResolutionError` that lists all duplicates, if the container rejects duplicates; any error that `register` throws.
  @discardableResult
  public func registerAll(_ register: (Batch) throws -> Void) throws -> Container {
    let batch = Batch()
    try register(batch)
    try target.apply(batch.contents)
    return self
  }

  /// Applies the registrations only if none of their keys is registered yet, here or in a parent. Returns whether it applied them.
  ///
  /// ```swift
  /// let accepted = try container.registerIfAbsent { $0.register(Logger.self) { _ in Logger() } }
  /// ```
  ///
  /// It looks where a resolve would look, but asks no resolver of your own. An ordinary registration replaces such a default at any time, and is no
  /// duplicate. `Batch` has the same function, for defaults that apply after everything else.
  ///
  /// - Parameter register: registers the defaults with the batch that it receives.
  @discardableResult
  public func registerIfAbsent(_ register: (Batch) -> Void) throws(ResolutionError) -> Bool {
    try target.apply(Batch().registerIfAbsent(register).contents).accepted.first == 0
  }

  /// Removes a registration and its instance. Returns whether there was one.
  ///
  /// A build in progress goes on for the callers that already wait for it. Inside an override layer this removes only a registration of the layer,
  /// and the registration behind it is used again. Of a registration with run-time arguments, name their types; all its values go with it.
  @discardableResult
  public func unregister<T, each A>(
    _ type: T.Type, named name: Name? = nil, taking arguments: repeat (each A).Type
  ) throws(ResolutionError) -> Bool {
    let target = target
    return try target.change(AnyKey(T.self, named: name, taking: repeat each arguments), target.unregister)
  }

  /// Removes a contribution to a collection, and its instance. Returns whether there was one with this identity.
  ///
  /// ```swift
  /// try container.contribute((any Plugin).self, named: "mail", id: "search") { _ in SearchPlugin() }
  /// try container.unregister((any Plugin).self, named: "mail", id: "search")
  /// ```
  ///
  /// The other contributions stay. An array that a caller has got before keeps its values. A build in progress goes on for the callers that already
  /// wait for it. Inside an override layer this removes only a contribution of the layer, and the one behind it is used again; in a child it removes
  /// nothing of the parent. You may call it on any thread.
  ///
  /// - Parameters:
  ///   - type: The type of the collection's elements.
  ///   - name: The name of the collection, if the value was contributed under one.
  ///   - id: The identity that it was contributed under. A contribution without one cannot be removed alone.
  @discardableResult
  public func unregister<T>(_ type: T.Type, named name: Name? = nil, id: Name) throws(ResolutionError) -> Bool {
    let target = target
    return try target.change(AnyKey(T.self, named: .contribution(to: name, id: id)), target.unregister)
  }

  /// Removes the container's instance and keeps the registration. Returns whether the key is registered. Open scopes keep their instances.
  ///
  /// The instance is disposed of when no scope and no build that is under way now uses it, nor a kept value: see <doc:ChangingARunningProgram>.
  ///
  /// A resolve that starts after `reset` has returned never gets an instance whose factory started before the reset. Of a registration
  /// with run-time arguments, name their types; this removes the values of all arguments.
  @discardableResult
  public func reset<T, each A>(
    _ type: T.Type, named name: Name? = nil, taking arguments: repeat (each A).Type
  ) throws(ResolutionError) -> Bool {
    let target = target
    return try target.change(AnyKey(T.self, named: name, taking: repeat each arguments), target.reset)
  }

  /// Removes all registrations, injectors, decorators and instances in one step. Inside an override layer it removes those of the layer. Open scopes
  /// keep their instances until they end, but cannot be asked for them any more.
  public func unregisterAll() throws(ResolutionError) {
    try target.unregisterAll()
  }

  /// Removes all of the container's instances in one step and keeps the registrations. Open scopes keep their instances.
  public func resetAll() throws(ResolutionError) {
    try target.resetAll()
  }

  /// Removes the instances of a cache group and keeps the registrations. This works after `seal()` too.
  public func reset(group: CacheGroup) {
    target.resetCached { $0.lifetime.group == group }
  }

  /// Fixes the registrations and singletons of the container, so that reading a singleton becomes faster.
  ///
  /// After that, a change throws `.sealed` with the place of this call; only `.cached` values can still be reset. Values that were not built yet are
  /// built at their first resolve, as before.
  ///
  /// Seal only containers that live as long as the process. If a singleton of a sealed container holds a provider, a lazy reference or a factory of
  /// that container, neither is ever released. The container of a composition (`HoldfastComposition`) is an exception: reading it does not become
  /// faster, and it is released as if it were not sealed.
  public func seal(fileID: StaticString = #fileID, line: UInt32 = #line) {
    let site = SourceSite(fileID, line)
    if Mutant.sealOvertakesChanges.isActive {
      core.table.phase.storeSequentiallyConsistent(Phase.sealed)
      Mutant.pause()
    }
    if Mutant.sealWritesBack.isActive {
      let cells = core.registry.enter { $0.table.cells }
      Mutant.pause()
      core.registry.enter { $0.writeBack(cells) }
    }
    core.registry.enter { $0.seal(site) }
  }

  /// The registered keys in the order of registration, including the overrides in force.
  ///
  /// - Parameter includingParent: whether the keys of the parents come first. A key that a parent and this container have is listed once.
  public func keys(includingParent: Bool = false) -> [AnyKey] {
    let own = target.registrations.filter(\.isNode).keys
    guard includingParent, let parent = core.parent as? Container else { return own }
    let shadowing = Set(own)
    return parent.keys(includingParent: true).filter { !shadowing.contains($0) } + own
  }
}
