public import OnceKernel

/// What a lazy reference remembers: one value for all of its readers.
///
/// A reader that finds none asks as every caller does, with the reference's own `instances` as the place of what each resolve would make anew: the
/// cells there are taken, built and waited for as those of a container. A failure is not remembered.
@usableFromInline
package final class LazyValue<Value: Sendable>: Sendable {
  private enum State {
    case unread
    /// Where the readers make the value.
    case reading(InstanceTable)
  }

  /// The first value that arrived, which is every reader's.
  @usableFromInline let kept = Late<Box<Value>>()
  private let state = Guarded(State.unread)

  package init() {}

  /// The value, if it is known: nothing but a load.
  @inlinable var known: Value? {
    @inline(__always) get { kept.existing?.value }
  }

  /// Reads the value on the calling thread.
  ///
  /// - Parameter resolve: resolves it for a requester that keeps its values in the table.
  package func value(_ resolve: (InstanceTable) throws(ResolutionError) -> Value) throws(ResolutionError) -> Value {
    if let known { return known }
    guard let instances = begin() else { return kept.existing.unsafelyUnwrapped.value }  // it is known by now
    do throws(ResolutionError) {
      return keep(try resolve(instances), madeIn: instances)
    } catch {
      while Mutant.lazyParks.isActive, error.isTooEarly { Mutant.pause() }
      forget(instances, after: error)
      throw error
    }
  }

  /// Reads the value in the calling task.
  nonisolated(nonsending) func value(
    _ resolve: nonisolated(nonsending) (InstanceTable) async throws(ResolutionError) -> Value
  ) async throws(ResolutionError) -> Value {
    if let known { return known }
    guard let instances = begin() else { return kept.existing.unsafelyUnwrapped.value }  // it is known by now
    do throws(ResolutionError) {
      return keep(try await resolve(instances), madeIn: instances)
    } catch {
      forget(instances, after: error)
      throw error
    }
  }

  /// Where a reader makes the value, with the others that read now; nil if it was made meanwhile.
  private func begin() -> InstanceTable? {
    let fresh = InstanceTable()
    return state.withLock { state in
      if case .reading(let instances) = state { return instances }
      // It is kept before its readers' table is forgotten, so that no reader makes it once more.
      if kept.existing != nil { return nil }
      state = .reading(fresh)
      return fresh
    }
  }

  /// After a failure the next reader finds nothing of what the failed ones made. A reader that was refused, or cancelled, says nothing of the build.
  private func forget(_ instances: InstanceTable, after error: ResolutionError) {
    if error.isTooEarly || error.code == .cancelled { return }
    forget(instances)
  }

  /// The caller keeps what is taken out, so that it is released outside the lock.
  private func forget(_ instances: InstanceTable) {
    state.withLock { state in
      if case .reading(let current) = state, current === instances { state = .unread }
    }
  }

  /// The first value that arrives is every reader's.
  private func keep(_ value: Value, madeIn instances: InstanceTable) -> Value {
    if Mutant.lazyLastWins.isActive { return value }
    let kept = kept.get { Box(value) }
    forget(instances)
    return kept.value
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
    return requester.forRun(asking: Dependency(key), in: self).inGraph(of: self).keeping(instances, in: self)
  }
}
