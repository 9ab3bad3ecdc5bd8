import OnceKernel

/// What a lazy reference remembers: one value for all of its readers.
///
/// A reader that finds none asks as every caller does, with the reference's own `instances` as the place of what each resolve would make anew: the
/// cells there are taken, built and waited for as those of a container. A failure is not remembered.
final class LazyValue<Value: Sendable>: Sendable {
  private enum State {
    case unread
    /// Where the readers make the value.
    case reading(InstanceTable)
    case value(Value)
  }

  /// What a reader finds.
  private enum Reading {
    case value(Value)
    /// Nothing: it makes the value there, with the others that read now.
    case make(in: InstanceTable)
  }

  private let state = Guarded(State.unread)

  /// Reads the value on the calling thread.
  ///
  /// - Parameter resolve: resolves it for a requester that keeps its values in the table.
  func value(_ resolve: (InstanceTable) throws(ResolutionError) -> Value) throws(ResolutionError) -> Value {
    switch begin() {
    case .value(let value): return value
    case .make(let instances):
      do throws(ResolutionError) {
        return keep(try resolve(instances))
      } catch {
        while Mutant.lazyParks.isActive, error.code == .asyncOnly || error.code == .mainActorOnly { Mutant.pause() }
        forget(instances, after: error)
        throw error
      }
    }
  }

  /// Reads the value in the calling task.
  nonisolated(nonsending) func value(
    _ resolve: nonisolated(nonsending) (InstanceTable) async throws(ResolutionError) -> Value
  ) async throws(ResolutionError) -> Value {
    switch begin() {
    case .value(let value): return value
    case .make(let instances):
      do throws(ResolutionError) {
        return keep(try await resolve(instances))
      } catch {
        forget(instances, after: error)
        throw error
      }
    }
  }

  private func begin() -> Reading {
    if let known { return known }
    let fresh = InstanceTable()
    return state.withLock { state in
      switch state {
      case .value(let value): return .value(value)
      case .reading(let instances): return .make(in: instances)
      case .unread:
        state = .reading(fresh)
        return .make(in: fresh)
      }
    }
  }

  private var known: Reading? {
    state.withLock { state in
      switch state {
      case .value(let value): .value(value)
      case .reading(let instances): .make(in: instances)
      case .unread: nil
      }
    }
  }

  /// After a failure the next reader finds nothing of what the failed ones made. A reader that was refused, or cancelled, says nothing of the build.
  private func forget(_ instances: InstanceTable, after error: ResolutionError) {
    if error.code == .asyncOnly || error.code == .mainActorOnly || error.code == .cancelled { return }
    state.withLock { state in
      if case .reading(let current) = state, current === instances { state = .unread }
    }
  }

  /// The first value that arrives is every reader's.
  private func keep(_ value: Value) -> Value {
    // What it takes the place of is released outside the lock.
    let (kept, replaced) = state.withLock { state -> (Value, State) in
      let replaced = state
      if case .value(let first) = state, !Mutant.lazyLastWins.isActive { return (first, replaced) }
      state = .value(value)
      return (value, replaced)
    }
    withExtendedLifetime(replaced) {}
    return kept
  }
}

extension Core {
  /// Resolves what a lazy reference leads to, on this thread; what each resolve makes anew is made in `instances`.
  func resolveLazily<T>(_ type: T.Type, _ name: Name?, in instances: InstanceTable, for requester: Requester) throws(ResolutionError) -> T {
    try miss(type, name, for: keeping(instances, AnyKey(T.self, named: name), requester))
  }

  nonisolated(nonsending) func resolveLazily<T>(
    _ type: T.Type, _ name: Name?, in instances: InstanceTable, for requester: Requester
  ) async throws(ResolutionError) -> T {
    try await miss(type, name, for: keeping(instances, AnyKey(T.self, named: name), requester))
  }

  private func keeping(_ instances: InstanceTable, _ key: AnyKey, _ requester: Requester) -> Requester {
    if Mutant.lazyLastWins.isActive { return requester }
    return requester.forRun(asking: Dependency(key), in: self).keeping(instances, in: self)
  }
}
