import OnceKernel

extension Container {
  /// Runs `operation` with other registrations in front of this container's, which no other task sees.
  ///
  /// ```swift
  /// try container.withOverrides({ $0.register((any Clock).self, instance: StoppedClock()) }) {
  ///   #expect(try container.resolve(Greeter.self).greeting == "Good morning")
  /// }
  /// ```
  ///
  /// Code that resolves from this container in the current task and its child tasks sees the overrides, and so does everything that is built
  /// for it, however deep: inside, every shared value is built anew and belongs to the layer, so nothing of it reaches the container. A
  /// detached task does not inherit the layer; see `OverrideLayers`. While any layer exists, each resolve from this container costs a
  /// task-local read.
  ///
  /// A provider, lazy reference, factory or assembly that is made inside belongs to the layer, and throws `.shutDown` when the layer is over.
  /// Changes that are made inside, by `register` or `reset` for instance, are made in the layer. It sees each registration of the container as it
  /// was when the layer first used it. Where no closure fits, make a container of the overrides: `Container(overriding:_:)`.
  ///
  /// - Throws: the `ResolutionError` of overrides that cannot be applied, before `operation` runs; then what that throws. An `operation` that throws
  ///   nothing, or errors of a type of its own only, runs, and learns of such overrides from its first resolve.
  public func withOverrides<Result: ~Copyable, Failure: Error>(
    _ overrides: (Batch) -> Void, fileID: StaticString = #fileID, line: UInt32 = #line, operation: () throws(Failure) -> Result
  ) throws(Failure) -> Result {
    try withLayer(of: Batch(overrides), RegistrationSite(fileID, line), operation)
  }

  /// Runs `operation` with overrides that may throw while they are put together. Nothing runs if they do.
  public func withOverrides<Result: ~Copyable>(
    _ overrides: (Batch) throws -> Void, fileID: StaticString = #fileID, line: UInt32 = #line, operation: () throws -> Result
  ) throws -> Result {
    try withLayer(of: try Batch(overrides), RegistrationSite(fileID, line), operation)
  }

  /// Runs an asynchronous `operation` with other registrations in front of this container's, seen by no other code.
  ///
  /// It stays on the caller's actor. What was built in the layer is disposed of before this returns.
  ///
  /// - Throws: as the synchronous form.
  nonisolated(nonsending) public func withOverrides<Result: ~Copyable, Failure: Error>(
    _ overrides: (Batch) -> Void, fileID: StaticString = #fileID, line: UInt32 = #line,
    operation: nonisolated(nonsending) () async throws(Failure) -> Result
  ) async throws(Failure) -> Result {
    try await withLayer(of: Batch(overrides), onLive: nil, RegistrationSite(fileID, line), operation)
  }

  /// Runs an asynchronous `operation`, on the caller's actor, with overrides that may throw while they are put together. Nothing runs if they do.
  nonisolated(nonsending) public func withOverrides<Result: ~Copyable>(
    _ overrides: (Batch) throws -> Void, fileID: StaticString = #fileID, line: UInt32 = #line,
    operation: nonisolated(nonsending) () async throws -> Result
  ) async throws -> Result {
    try await withLayer(of: try Batch(overrides), onLive: nil, RegistrationSite(fileID, line), operation)
  }

  /// As above; `onLive` is told of every registration that is not overridden and yet comes to be used, and `onUnknown`, beforehand, of every
  /// override of what the container does not have, with what comes near it.
  nonisolated(nonsending) package func withOverrides<Result: ~Copyable>(
    _ overrides: (Batch) throws -> Void, onLive: (@Sendable (AnyKey) -> Void)?, onUnknown: ((AnyKey, [String]) -> Void)? = nil,
    fileID: StaticString, line: UInt32, operation: nonisolated(nonsending) () async throws -> Result
  ) async throws -> Result {
    try await withLayer(of: try Batch(overrides), onLive: onLive, onUnknown: onUnknown, RegistrationSite(fileID, line), operation)
  }

  private func withLayer<Result: ~Copyable, Failure: Error>(
    of overrides: Batch, _ site: RegistrationSite, _ operation: () throws(Failure) -> Result
  ) throws(Failure) -> Result {
    let layers = try makeLayer(of: overrides, onLive: nil, site, Failure.self)
    defer { layers.endSynchronously() }
    return try layers.run(operation)
  }

  nonisolated(nonsending) private func withLayer<Result: ~Copyable, Failure: Error>(
    of overrides: Batch, onLive: (@Sendable (AnyKey) -> Void)?, onUnknown: ((AnyKey, [String]) -> Void)? = nil, _ site: RegistrationSite,
    _ operation: nonisolated(nonsending) () async throws(Failure) -> Result
  ) async throws(Failure) -> Result {
    let layers = try makeLayer(of: overrides, onLive: onLive, onUnknown: onUnknown, site, Failure.self)
    do throws(Failure) {
      let result = try await layers.run(operation)
      await layers.end()
      return result
    } catch {
      await layers.end()
      throw error
    }
  }

  /// The layer; one that is over, and says why, if the overrides cannot be applied and that is no error of this type.
  private func makeLayer<Failure: Error>(
    of overrides: Batch, onLive: (@Sendable (AnyKey) -> Void)?, onUnknown: ((AnyKey, [String]) -> Void)? = nil, _ site: RegistrationSite,
    _ type: Failure.Type
  ) throws(Failure) -> Layers {
    let base = core.innermost
    let layers = Layers(inFrontOf: core, onLive: onLive, site)
    // The batch lives as long as the operation, and what is replaced there must not.
    let registrations = overrides.taken()
    do throws(ResolutionError) {
      try layers.apply(registrations)
    } catch {
      if let error = error as? Failure { throw error }
      layers.layer.link?.failure = error
      layers.endSynchronously()
      return layers
    }
    if let onUnknown {
      for registration in registrations where registration.isNode && !base.hasUse(for: registration.key) {
        onUnknown(registration.key, NearMiss.of(registration.key, among: base.registrations))
      }
    }
    return layers
  }
}

extension Layers {
  /// Puts the overrides into the layer, before it is in force.
  func apply(_ registrations: [Registration]) throws(ResolutionError) {
    layer.adoptExtensions(of: registrations)
    try layer.change { $0.apply(registrations) }
  }
}

extension Core {
  /// Whether an override of `key` has something to take the place of, or to add to.
  fileprivate func hasUse(for key: AnyKey) -> Bool {
    if contains(key) { return true }
    if key.name?.isContribution == true { return true }
    // An array stands for every registration of its elements, and a reference for what it refers to.
    guard let needed = (key.type as? any WiredParameter.Type)?.dependency(key.name).key else { return false }
    if registrations.contains(where: { $0.key.type == needed.type }) { return true }
    return (parent as? Container)?.core.hasUse(for: key) ?? false
  }
}
