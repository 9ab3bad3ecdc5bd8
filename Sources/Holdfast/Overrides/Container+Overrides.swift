import OnceKernel

extension Container {
  /// Runs `operation` with overrides of this container's registrations, which no other task sees.
  ///
  /// ```swift
  /// try container.withOverrides({ $0.register((any Clock).self, instance: StoppedClock()) }) {
  ///   let greeter = try container.resolve(Greeter.self)
  ///   #expect(greeter.greeting == "Good morning")
  /// }
  /// ```
  ///
  /// The overrides form a layer. It is in force in the current task and its child tasks, for everything that they resolve and for all dependencies.
  /// Inside the layer the container builds every shared value anew, and its own values do not change. A detached task does not inherit the layer;
  /// see `OverrideLayers`. While a layer exists in any task, each resolve from this container reads one task-local value.
  ///
  /// A `Provider`, `Lazy`, `Factory` or `DefinitionAssembly` that is made inside belongs to the layer, and throws `.shutDown` after its end. Changes
  /// inside, such as `register` or `reset`, change only the layer. A layer takes a registration from the container when it first uses the key. If you
  /// cannot use a closure, make a container from the overrides: `Container(overriding:_:)`.
  ///
  /// - `overrides`: registers the overrides with the batch that it receives.
  /// - `operation`: the code for which the overrides are in force.
  ///
  /// - Throws: `ResolutionError` before `operation` runs, if the container refuses the overrides; otherwise any error that `operation` throws. If
  ///   `operation` cannot throw a `ResolutionError`, it runs, and each resolve from the container inside it throws.
  public func withOverrides<Result: ~Copyable, Failure: Error>(
    _ overrides: (Batch) -> Void, fileID: StaticString = #fileID, line: UInt32 = #line, operation: () throws(Failure) -> Result
  ) throws(Failure) -> Result {
    try withLayer(of: Batch(overrides), SourceSite(fileID, line), operation)
  }

  /// Runs `operation` with overrides from a closure that may throw. If the closure throws, `operation` does not run.
  ///
  /// ```swift
  /// try container.withOverrides({ $0.register(Settings.self, instance: try Settings(contentsOf: file)) }) {
  ///   let greeter = try container.resolve(Greeter.self)
  ///   #expect(greeter.greeting == "Hello")
  /// }
  /// ```
  ///
  /// - `overrides`: registers the overrides with the batch that it receives.
  /// - `operation`: the code for which the overrides are in force.
  ///
  /// - Throws: any error that `overrides` throws; `ResolutionError` before `operation` runs, if the container refuses the overrides; any error that
  ///   `operation` throws.
  public func withOverrides<Result: ~Copyable>(
    _ overrides: (Batch) throws -> Void, fileID: StaticString = #fileID, line: UInt32 = #line, operation: () throws -> Result
  ) throws -> Result {
    try withLayer(of: try Batch(overrides), SourceSite(fileID, line), operation)
  }

  /// Runs an asynchronous `operation` with overrides of this container's registrations, which no other task sees.
  ///
  /// ```swift
  /// try await container.withOverrides({ $0.register((any Store).self, instance: SampleStore()) }) {
  ///   let report = try await container.resolve(Report.self)
  ///   #expect(report.pages == 2)
  /// }
  /// ```
  ///
  /// `operation` stays on the caller's actor, as that of `withScope` does. Before this returns, it disposes of the instances that were built in the
  /// layer.
  ///
  /// - `overrides`: registers the overrides with the batch that it receives.
  /// - `operation`: the code for which the overrides are in force, with its child tasks.
  ///
  /// - Throws: `ResolutionError` before `operation` runs, if the container refuses the overrides; otherwise any error that `operation` throws. If
  ///   `operation` cannot throw a `ResolutionError`, it runs, and each resolve from the container inside it throws.
  public func withOverrides<Result: ~Copyable, Failure: Error>(
    _ overrides: (Batch) -> Void, isolation: isolated (any Actor)? = #isolation, fileID: StaticString = #fileID, line: UInt32 = #line,
    operation: () async throws(Failure) -> Result
  ) async throws(Failure) -> Result {
    try await withLayer(of: Batch(overrides), onLive: nil, SourceSite(fileID, line), operation)
  }

  /// Runs an asynchronous `operation` with overrides from a closure that may throw. If the closure throws, `operation` does not run.
  ///
  /// ```swift
  /// try await container.withOverrides({ $0.register(Settings.self, instance: try Settings(contentsOf: file)) }) {
  ///   let report = try await container.resolve(Report.self)
  ///   #expect(report.pages == 2)
  /// }
  /// ```
  ///
  /// - `overrides`: registers the overrides with the batch that it receives.
  /// - `operation`: the code for which the overrides are in force, with its child tasks.
  ///
  /// - Throws: any error that `overrides` throws; `ResolutionError` before `operation` runs, if the container refuses the overrides; any error that
  ///   `operation` throws.
  public func withOverrides<Result: ~Copyable>(
    _ overrides: (Batch) throws -> Void, isolation: isolated (any Actor)? = #isolation, fileID: StaticString = #fileID,
    line: UInt32 = #line, operation: () async throws -> Result
  ) async throws -> Result {
    try await withLayer(of: try Batch(overrides), onLive: nil, SourceSite(fileID, line), operation)
  }

  /// Runs `operation` with overrides, and tells of what they leave out.
  ///
  /// - `onLive`: told of every registration that is used and not overridden.
  /// - `onUnknown`: told beforehand of every override of a key that the container does not have, with the keys that come nearest.
  package func withOverrides<Result: ~Copyable>(
    _ overrides: (Batch) throws -> Void, onLive: (@Sendable (AnyKey) -> Void)?, onUnknown: ((AnyKey, [String]) -> Void)? = nil,
    isolation: isolated (any Actor)? = #isolation, fileID: StaticString, line: UInt32, operation: () async throws -> Result
  ) async throws -> Result {
    try await withLayer(of: try Batch(overrides), onLive: onLive, onUnknown: onUnknown, SourceSite(fileID, line), operation)
  }

  private func withLayer<Result: ~Copyable, Failure: Error>(
    of overrides: Batch, _ site: SourceSite, _ operation: () throws(Failure) -> Result
  ) throws(Failure) -> Result {
    let layers = try makeLayer(of: overrides, onLive: nil, site, Failure.self)
    defer { layers.endSynchronously() }
    return try layers.run(operation)
  }

  private func withLayer<Result: ~Copyable, Failure: Error>(
    of overrides: Batch, onLive: (@Sendable (AnyKey) -> Void)?, onUnknown: ((AnyKey, [String]) -> Void)? = nil, _ site: SourceSite,
    isolation: isolated (any Actor)? = #isolation, _ operation: () async throws(Failure) -> Result
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
    of overrides: Batch, onLive: (@Sendable (AnyKey) -> Void)?, onUnknown: ((AnyKey, [String]) -> Void)? = nil, _ site: SourceSite,
    _ type: Failure.Type
  ) throws(Failure) -> OverrideBinding {
    let base = core.innermost
    let layers = OverrideBinding(inFrontOf: core, onLive: onLive, site)
    // The batch lives as long as the operation, and what is replaced there must not.
    let contents = overrides.taken()
    let applied: Applied
    do throws(ResolutionError) {
      applied = try layers.layer.apply(contents, isTold: false)
    } catch {
      if let error = error as? Failure { throw error }
      layers.layer.link?.failure = error
      layers.endSynchronously()
      return layers
    }
    if let onUnknown {
      for registration in applied.registrations where registration.isNode && !base.hasUse(for: registration.key) {
        onUnknown(registration.key, NearMiss.of(registration.key, among: base.registrations))
      }
    }
    return layers
  }
}

extension Core {
  /// Whether an override of `key` has something to take the place of, or to add to.
  fileprivate func hasUse(for key: AnyKey) -> Bool {
    if contains(key) { return true }
    if key.isContribution || key.name?.isOverriding == true { return true }
    // An array stands for every registration of its elements, and a reference for what it refers to.
    guard let needed = key.target?.key else { return false }
    if registrations.contains(where: { $0.key.type == needed.type }) { return true }
    return (parent as? Container)?.core.hasUse(for: key) ?? false
  }
}

/// The override layers of a task, to put in force in another task that does not inherit them.
///
/// ```swift
/// let layers = OverrideLayers.current
/// Task.detached { await layers.apply { await work() } }
/// ```
public struct OverrideLayers: Sendable {
  private let layers: OverrideBinding?

  /// The layers of the calling task.
  public static var current: OverrideLayers { OverrideLayers(layers: OverrideBinding.all) }

  /// Runs a synchronous `body` with these layers in force, as in a block of a Dispatch queue.
  ///
  /// ```swift
  /// let layers = OverrideLayers.current
  /// queue.async { layers.apply { refresh(from: container) } }
  /// ```
  ///
  /// - `body`: the code for which the layers are in force, with the child tasks that it makes.
  ///
  /// - Throws: what `body` throws.
  public func apply<Result: ~Copyable, Failure: Error>(_ body: () throws(Failure) -> Result) throws(Failure) -> Result {
    guard let layers else { return try body() }
    return try layers.run(body)
  }

  /// Runs `body` with these layers in force, on the caller's actor, as `withScope` does.
  ///
  /// ```swift
  /// let layers = OverrideLayers.current
  /// queue.async { Task { try await layers.apply { try await report(from: container) } } }
  /// ```
  ///
  /// - `body`: the code for which the layers are in force, with its child tasks.
  ///
  /// - Throws: what `body` throws.
  public func apply<Result: ~Copyable, Failure: Error>(
    isolation: isolated (any Actor)? = #isolation, _ body: () async throws(Failure) -> Result
  ) async throws(Failure) -> Result {
    guard let layers else { return try await body() }
    return try await layers.run(body)
  }
}

extension Container {
  /// Makes a container with the registrations of another one and with overrides of some, for a preview or the `setUp` of a test.
  ///
  /// ```swift
  /// let preview = try Container(overriding: app) { $0.register((any Store).self, instance: SampleStore()) }
  /// let model = try preview.resolve(ProfileModel.self)
  /// ```
  ///
  /// It builds every shared value anew, and all of them use the overrides. The values of `base` do not change. You can use it on any thread, in any
  /// task and in callbacks. While one of its factories runs, a request to `base` in that factory goes to this container. An object that asks `base`
  /// later gets the values of `base`.
  ///
  /// `shutdown()` disposes of the values that this container built, and not of those of `base`. After `base` is shut down, resolving here throws
  /// `.shutDown`. It keeps `base` alive, and takes a registration from it when it first uses the key. If you make it inside `withOverrides`, it also
  /// has those overrides and ends with them.
  ///
  /// - `base`: the container whose registrations the new one has.
  /// - `overrides`: registers the overrides with the batch that it receives.
  ///
  /// - Throws: `ResolutionError` if the container refuses the overrides; any error that `overrides` throws.
  @inline(never)  // inlined, its release of the container makes the optimizer of Swift 6.3.1 crash in loops of asynchronous functions
  public convenience init(
    overriding base: Container, fileID: StaticString = #fileID, line: UInt32 = #line, _ overrides: (Batch) throws -> Void
  ) throws {
    let batch = try Batch(overrides)
    let layers = OverrideBinding(inFrontOf: base.core, isContainer: true, SourceSite(fileID, line))
    try layers.layer.apply(batch.contents, isTold: false)
    self.init(layers, keeping: base)
  }
}
