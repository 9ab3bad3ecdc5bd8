import OnceKernel

/// Something that a run asked for later, until it is there and its closure has run.
class DeferredRequest: @unchecked Sendable {  // unchecked: constants; one thread or task at a time runs it
  let core: Core
  let requester: Requester
  /// The override layers that were in force.
  private let layers: OverrideBinding?
  /// Whether it was asked on the main actor, where the closure runs then.
  fileprivate let isOnMainActor: Bool
  private let graph: InstanceTable?

  fileprivate init(_ resolution: FactoryResolver) {
    core = resolution.core
    requester = resolution.requester.inGraph(of: core).forDeferred(in: core)
    layers = OverrideBinding.all
    isOnMainActor = MainThread.isCurrent
    graph = requester.graph
    graph?.hold()
  }

  deinit {
    if let graph { core.release(graph.letGo()) }
  }

  /// Resolves the value on this thread and runs the closure.
  final func run(for owner: Attempt) throws {
    if let layers, layers !== OverrideBinding.all { return try layers.run { try resolveAndRun(for: owner) } }
    try resolveAndRun(for: owner)
  }

  /// Resolves the value in a task, which suspends while it waits, and runs the closure.
  ///
  /// - Parameter isOwnTask: it is the build's own task; any other is a caller's, in which synchronous values are resolved synchronously, so that
  ///   threads may wait for it.
  nonisolated(nonsending) final func run(for owner: Attempt, isOwnTask: Bool) async throws {
    if let layers, layers !== OverrideBinding.all {
      return try await layers.run { () async throws in try await resolveAndRun(for: owner, isOwnTask: isOwnTask) }
    }
    try await resolveAndRun(for: owner, isOwnTask: isOwnTask)
  }

  fileprivate func resolveAndRun(for owner: Attempt?) throws {
    preconditionFailure("only one for a type is made")
  }

  nonisolated(nonsending) fileprivate func resolveAndRun(for owner: Attempt, isOwnTask: Bool) async throws {
    preconditionFailure("only one for a type is made")
  }
}

/// A deferred request for a value of one type.
final class DeferredValue<Value>: DeferredRequest, @unchecked Sendable {  // unchecked: constants; one thread or task at a time runs it
  private let name: Name?
  private let body: (Value) throws -> Void

  init(_ resolution: FactoryResolver, _ name: Name?, _ body: @escaping (Value) throws -> Void) {
    self.name = name
    self.body = body
    super.init(resolution)
  }

  /// Resolves the value and runs the closure at once: nothing is being built that it could have to wait for.
  func runNow() {
    do { try resolveAndRun(for: nil) } catch {
      Run.fail(with: error as? ResolutionError ?? .closureFailed(AnyKey(Value.self, named: name), error))
    }
  }

  override fileprivate func resolveAndRun(for owner: Attempt?) throws {
    try run(with: try resolve(), for: owner)
  }

  override nonisolated(nonsending) fileprivate func resolveAndRun(for owner: Attempt, isOwnTask: Bool) async throws {
    let value = try await resolve(for: owner, isOwnTask: isOwnTask)
    guard isOnMainActor, !MainThread.isCurrent else { return try run(with: value, for: owner) }
    // unsafe: this task waits until the main actor is through with it.
    nonisolated(unsafe) let given = value
    try await MainActor.run { try run(with: given, for: owner) }
  }

  private func resolve() throws(ResolutionError) -> Value { try core.resolve(Value.self, name, for: requester) }

  nonisolated(nonsending) private func resolve(for owner: Attempt, isOwnTask: Bool) async throws(ResolutionError) -> Value {
    guard !isOwnTask else { return try await core.resolve(Value.self, name, for: requester) }
    do throws(ResolutionError) {
      return try resolve()
    } catch {
      guard error.isTooEarly else { throw error }
    }
    owner.setAwaitsTask(true)
    defer { owner.setAwaitsTask(false) }
    return try await core.resolve(Value.self, name, for: requester)
  }

  private func run(with value: Value, for owner: Attempt?) throws {
    guard let owner else { return try body(value) }
    // It may have failed with something that it needs.
    if owner.isDecided { return }
    defer { withExtendedLifetime(requester) {} }
    try CurrentBuild.run(
      owner, on: Threads.current, context: requester.context, depth: requester.depth, failing: Core.failureOfRun()
    ) { try body(value) }
  }
}

extension Core {
  /// Does what was deferred until the outermost build on this thread had run its injectors.
  func runDeferred(_ root: Attempt) {
    while let (owner, work) = root.nextDeferred() {
      let later = unsafeDowncast(work, to: DeferredRequest.self)  // nothing else is deferred
      do {
        try later.run(for: owner)
        owner.finishDeferred()
      } catch {
        later.core.deferredFailed(owner, error)
      }
    }
  }

  /// Does in a task what was deferred; see `DeferredRequest.run`. Answers the first error of a closure of the root's own.
  @discardableResult
  nonisolated(nonsending) func runDeferred(_ root: Attempt, isOwnTask: Bool) async -> (any Error)? {
    var first: (any Error)?
    while let (owner, work) = root.nextDeferred() {
      let later = unsafeDowncast(work, to: DeferredRequest.self)  // nothing else is deferred
      do {
        try await later.run(for: owner, isOwnTask: isOwnTask)
        owner.finishDeferred()
      } catch {
        if owner === root { first = first ?? error }
        later.core.deferredFailed(owner, error)
      }
    }
    return first
  }

  private func deferredFailed(_ owner: Attempt, _ error: any Error) {
    // Its factory has returned, and is not the code that asked.
    let (own, known) = (owner.registration, error as? ResolutionError)
    let failure = known.map { $0.needed(by: own.key, at: own.site) } ?? failure(error, of: own)
    owner.fail(failure)
    observers.tell(.failed(failure), owner.registration)
  }
}
