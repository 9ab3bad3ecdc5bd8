import OnceKernel

/// The result of `warmUp()` for one key.
public struct WarmUpStep: Sendable {
  /// The key that was resolved.
  public let key: AnyKey
  /// How long the resolve took, including waits for other builds.
  public let duration: Duration
  /// The error, if the key could not be resolved.
  public let error: ResolutionError?
  /// How many keys are done, this one included.
  public let completed: Int
  /// How many keys there are.
  public let total: Int
}

extension WarmUpStep {
  fileprivate var isTooEarly: Bool { error?.isTooEarly == true }
}

/// Which values `warmUp` builds.
///
/// ```swift
/// try await container.warmUp()                                         // .all
/// try await container.warmUp(.eager)
/// try await container.warmUp([AnyKey(Pool.self), AnyKey(Cache.self)])  // or .keys(list)
/// ```
public struct WarmUpSelection: Sendable, ExpressibleByArrayLiteral {
  fileprivate enum Choice {
    case all, eager
    case keys([AnyKey])
  }

  fileprivate let choice: Choice

  /// All singletons and cached values of the container that take no arguments.
  public static let all = WarmUpSelection(choice: .all)
  /// The singletons of the container that are registered as `.eagerSingleton`, and what they need.
  public static let eager = WarmUpSelection(choice: .eager)

  /// What is registered under these keys, in the container or a parent.
  public static func keys(_ keys: [AnyKey]) -> WarmUpSelection { WarmUpSelection(choice: .keys(keys)) }

  private init(choice: Choice) { self.choice = choice }

  /// What is registered under these keys.
  public init(arrayLiteral keys: AnyKey...) { choice = .keys(keys) }
}

extension Container {
  /// Builds shared values before they are needed, several at a time. After that you can resolve asynchronous values synchronously.
  ///
  /// ```swift
  /// try await container.warmUp { step in print("\(step.completed)/\(step.total) \(step.key) \(step.duration)") }
  /// try await container.warmUp(.eager)  // only what is registered as .eagerSingleton
  /// ```
  ///
  /// You may call it inside an asynchronous factory. There a key whose value needs the one that the factory makes fails with `.cycle`.
  ///
  /// - Parameters:
  ///   - selection: What to build. By default all singletons and cached values of this container that take no arguments. Keys are built where they are
  ///     registered: here or in a parent.
  ///   - width: How many builds may run at the same time; by default twice the number of cores.
  ///   - progress: A closure that is called after each key, one call at a time. The error of a failed key is in its step.
  /// - Returns: A step for each key, the slowest first.
  /// - Throws: The first `ResolutionError`, after all keys have been tried.
  @discardableResult
  public func warmUp(
    _ selection: WarmUpSelection = .all, width: Int? = nil, progress: (@Sendable (WarmUpStep) -> Void)? = nil
  ) async throws(ResolutionError) -> [WarmUpStep] {
    try await core.inLayers { core async throws(ResolutionError) in
      try await core.warmUp(selection, width: width ?? 2 * Machine.cores, progress)
    }
  }
}

extension Core {
  fileprivate func warmUp(
    _ selection: WarmUpSelection, width: Int, _ progress: (@Sendable (WarmUpStep) -> Void)?
  ) async throws(ResolutionError) -> [WarmUpStep] {
    var pending = try keys(of: selection)
    let total = pending.count
    var steps: [WarmUpStep] = []
    func note(_ outcome: WarmUpStep) {
      let step = WarmUpStep(
        key: outcome.key, duration: outcome.duration, error: outcome.error, completed: steps.count + 1, total: total)
      steps.append(step)
      progress?(step)
    }
    while !pending.isEmpty {
      let done = await warmUp(pending, width: max(1, width)) { outcome in
        // A synchronous factory that came before the value it needs, which only a task or the main actor builds, has its turn again.
        if !outcome.isTooEarly { note(outcome) }
      }
      let early = done.filter(\.isTooEarly)
      if early.count == pending.count || Mutant.warmUpInOrder.isActive {
        early.forEach(note)
        break
      }
      pending = early.map(\.key)
    }
    if let error = steps.lazy.compactMap(\.error).first { throw error }
    return steps.sorted { $0.duration > $1.duration }
  }

  private func keys(of selection: WarmUpSelection) throws(ResolutionError) -> [AnyKey] {
    switch selection.choice {
    case .all: return registrations.filter(\.isWarmedUp).keys
    case .eager: return registrations.filter(\.isEager).keys
    case .keys(let keys):
      try checkWarmUp(of: keys)
      return keys
    }
  }

  private func checkWarmUp(of keys: [AnyKey]) throws(ResolutionError) {
    for key in keys {
      let plain = key.unwrapped
      // What takes arguments is registered under another type, and is made from none here.
      if plain.valueType != plain.type { throw refusal(of: key, for: .anonymous) }
      // Once an end has begun, the request of each key says so.
      if !isEnding, !contains(plain) { throw notRegistered(key) }
    }
  }

  /// Builds some keys concurrently, no more than `width` at the same time.
  fileprivate func warmUp(
    _ keys: [AnyKey], width: Int, _ report: (WarmUpStep) -> Void
  ) async -> [WarmUpStep] {
    let requester = awaitingRequester
    return await withTaskGroup(of: WarmUpStep.self) { group in
      var next = keys.makeIterator()
      var done: [WarmUpStep] = []
      for _ in 0..<width {
        if let key = next.next() { group.addTask { await self.warmUp(key, for: requester) } }
      }
      while let step = await group.next() {
        report(step)
        done.append(step)
        if let key = next.next() { group.addTask { await self.warmUp(key, for: requester) } }
      }
      return done
    }
  }

  /// The requester for tasks that the caller awaits. If the caller's code belongs to a build, they ask for it, so that a wait for it is a cycle.
  ///
  /// They share neither its scope nor its graph, and what they ask for is no need of it.
  private var awaitingRequester: Requester {
    guard let build = Requester.anonymous.build(on: nil), !Mutant.warmUpAsksForNone.isActive else { return .anonymous }
    return Requester(run: Run(self, attempt: build), depth: build.depth + 1)
  }

  private func warmUp(_ key: AnyKey, for requester: Requester) async -> WarmUpStep {
    let start = ProcessClock.now
    var failure: ResolutionError?
    do throws(ResolutionError) {
      let key = key.unwrapped
      try await build(key.type, key.name, for: requester)
    } catch {
      failure = error
    }
    return WarmUpStep(key: key, duration: start.duration(to: ProcessClock.now), error: failure, completed: 0, total: 0)
  }

  private func build<Value>(_ type: Value.Type, _ name: Name?, for requester: Requester) async throws(ResolutionError) {
    _ = try await miss(type, name, for: requester)
  }
}
