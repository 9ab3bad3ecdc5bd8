import OnceKernel

extension Container: Registrar {
  /// What registering throws: it takes effect at once, and can be refused at once.
  public typealias Failure = ResolutionError

  /// Where a change goes: the innermost override layer in force here, so that nothing of it reaches the container, or else the container.
  private var target: Core { core.innermost }

  /// Plumbing: takes one registration, at once. `register` and its like end here; call those.
  public func add(_ registration: Registration) throws(ResolutionError) {
    try target.apply([registration])
  }

  /// Applies the registrations that `register` adds to the batch: all of them, seen by all threads at once, or none.
  ///
  /// - Throws: one `ResolutionError` that lists every duplicate, if the container rejects them; whatever `register` throws.
  @discardableResult
  public func registerAll(_ register: (Batch) throws -> Void) throws -> Container {
    let batch = Batch()
    try register(batch)
    let registrations = batch.registrations
    try target.apply(registrations)
    return self
  }

  /// Applies the registrations only if none of their keys is registered yet; answers whether it did.
  ///
  /// ```swift
  /// let accepted = try container.registerIfAbsent { $0.register(Logger.self) { _ in Logger() } }
  /// ```
  @discardableResult
  public func registerIfAbsent(_ register: (Batch) -> Void) throws(ResolutionError) -> Bool {
    let batch = Batch()
    register(batch)
    let (registrations, target) = (batch.registrations, target)
    // What stands behind a layer is registered too, although its own registry does not know.
    if target.base != nil, registrations.contains(where: { target.isRegistered($0.key) }) { return false }
    do {
      try target.apply(registrations, onlyIfAbsent: true)
      return true
    } catch {
      if error.code == .duplicate || error.code == .duplicateInjector { return false }
      throw error
    }
  }

  /// Forgets a registration and its instance; answers whether there was one. Builds in flight finish for those who wait for them already.
  ///
  /// Inside an override layer only what the layer registered is forgotten, so that what it stood in front of shows again.
  @discardableResult
  public func unregister<T>(_ type: T.Type, named name: Name? = nil) throws(ResolutionError) -> Bool {
    try target.unregister(AnyKey(type, named: name))
  }

  /// Forgets the instance and keeps the registration; answers whether it is registered.
  ///
  /// An instance whose factory started before the reset is never handed to a resolve that starts after it returned.
  @discardableResult
  public func reset<T>(_ type: T.Type, named name: Name? = nil) throws(ResolutionError) -> Bool {
    try target.reset(AnyKey(type, named: name))
  }

  /// Forgets every registration, injector and decorator, and every instance, as one step. Inside an override layer, those of the layer.
  public func unregisterAll() throws(ResolutionError) {
    try target.unregisterAll()
  }

  /// Forgets every instance, as one step, and keeps the registrations.
  public func resetAll() throws(ResolutionError) {
    try target.resetAll()
  }

  /// Forgets the instances of a cache group and keeps the registrations; also after the container was sealed.
  public func reset(group: CacheGroup) {
    target.resetCached { $0.lifetime == .cached(group) }
  }

  /// Ends the time of change: afterwards registrations and shared values stay as they are, and resolving one takes no lock.
  ///
  /// Seal what lives as long as the process: values are kept for readers without a lock until the last of those is gone, so a singleton that
  /// holds a provider or a lazy reference of its own sealed container keeps both alive for good.
  ///
  /// Values that were not built yet are still built at their first resolve. Changing anything throws `.sealed`, with the place of this call.
  public func seal(fileID: StaticString = #fileID, line: UInt32 = #line) {
    let site = RegistrationSite(fileID, line)
    if Mutant.sealOvertakesChanges.isActive {
      core.table.phase.storeInTotalOrder(Phase.sealed)
      Mutant.pause()
    }
    if Mutant.sealWritesBack.isActive {
      let cells = core.registry.enter { $0.table.cells }
      Mutant.pause()
      core.registry.enter { $0.writeBack(cells) }
    }
    core.registry.enter { $0.seal(site) }
  }

  /// What is registered here, in order of registration, with the overrides in force; not what a parent has.
  public var keys: [AnyKey] { target.registrations.filter(\.isNode).map(\.key) }

  /// What is registered here and in the containers that this one asks: theirs first, without what is shadowed here.
  public func keys(includingParent: Bool) -> [AnyKey] {
    let own = keys
    guard includingParent, let parent = core.parent as? Container else { return own }
    let shadowing = Set(own)
    return parent.keys(includingParent: true).filter { !shadowing.contains($0) } + own
  }
}
