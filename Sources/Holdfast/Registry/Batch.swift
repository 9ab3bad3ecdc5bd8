import OnceKernel

/// Collects registrations that a container applies together. All threads see all of them at the same moment, or none.
///
/// ```swift
/// let container = try Container { batch in
///   batch.register(Clock.self) { _ in Clock() }
///   batch.register((any Store).self) { r in try DiskStore(clock: r.resolve()) }
/// }
/// ```
public final class Batch: Registrar, Sendable {
  private let collected = Guarded(BatchContents())

  init() {}

  /// What `fill` puts into it.
  convenience init<Failure: Error>(_ fill: (Batch) throws(Failure) -> Void) throws(Failure) {
    self.init()
    try fill(self)
  }

  /// Adds one registration to the batch. Call `register` and similar functions instead; they call this one.
  @_documentation(visibility: internal)
  public func add(_ registration: Registration) {
    collected.withLock { $0.registrations.append(registration) }
  }

  /// Adds default registrations: they apply only if none of their keys is registered by then, in the container or where it asks.
  ///
  /// ```swift
  /// struct SearchModule: Assembly {
  ///   func register(in batch: Batch) { batch.registerIfAbsent { $0.register(Logger.self) { _ in PrintLogger() } } }
  /// }
  /// ```
  ///
  /// They apply after all other registrations of the same `apply`, `registerAll` or initializer, in order. An ordinary registration replaces a
  /// default at any time, and is no duplicate. You may call it on any thread.
  ///
  /// - `register`: registers the defaults with the batch that it receives.
  @discardableResult
  public func registerIfAbsent(_ register: (Batch) -> Void) -> Batch {
    let contents = Batch(register).contents
    collected.withLock { collected in
      collected.defaults.append(contents.registrations)
      collected.defaults += contents.defaults
      collected.removed += contents.removed
    }
    return self
  }

  /// Removes a registration and its instance when the batch is applied. What the batch itself registers under the key stays.
  ///
  /// ```swift
  /// try await container.replace { batch in
  ///   batch.unregister(OldPool.self)
  ///   batch.register((any Store).self) { r in NewStore(pool: try r.resolve()) }
  /// }
  /// ```
  ///
  /// Nothing happens if the container has no such registration itself. In a batch of overrides it removes nothing of the container that they
  /// override. You may call it on any thread.
  @discardableResult
  public func unregister<T, each A>(_ type: T.Type, named name: Name? = nil, taking arguments: repeat (each A).Type) -> Batch {
    collected.withLock { $0.removed.append(AnyKey(T.self, named: name, taking: repeat each arguments)) }
    return self
  }

  /// Removes a contribution to a collection, and its instance, when the batch is applied. What the batch itself contributes under the identity stays.
  ///
  /// ```swift
  /// try await container.replace { batch in
  ///   batch.unregister((any Plugin).self, id: "search")
  ///   batch.contribute((any Plugin).self, id: "find") { _ in FindPlugin() }
  /// }
  /// ```
  ///
  /// Nothing happens if the container has no such contribution itself. In a batch of overrides it removes nothing of the container that they
  /// override. You may call it on any thread.
  ///
  /// - Parameters:
  ///   - type: The type of the collection's elements.
  ///   - name: The name of the collection, if the value was contributed under one.
  ///   - id: The identity that it was contributed under.
  @discardableResult
  public func unregister<T>(_ type: T.Type, named name: Name? = nil, id: Name) -> Batch {
    collected.withLock { $0.removed.append(AnyKey(T.self, named: .contribution(to: name, id: id))) }
    return self
  }

  /// What was collected.
  var contents: BatchContents { collected.withLock { $0 } }

  /// What was collected, for a caller that keeps the batch itself: the batch keeps nothing alive any more.
  func taken() -> BatchContents {
    collected.withLock { collected in
      defer { collected = BatchContents() }
      return collected
    }
  }
}

/// What is applied in one step, in order.
struct BatchContents: Sendable {
  var registrations: [Registration] = []
  /// Groups that apply after `registrations`: each as a whole, or not at all.
  var defaults: [[Registration]] = []
  /// The keys of what is removed, unless it is among `registrations`.
  var removed: [AnyKey] = []

  /// The keys under which it removes something, also that of what an Optional wraps.
  ///
  /// - Parameter given: what it registers.
  func keysRemoved(besides given: [Registration]) -> Set<AnyKey> {
    Set(removed + removed.map(\.unwrapped)).subtracting(given.keys)
  }
}
