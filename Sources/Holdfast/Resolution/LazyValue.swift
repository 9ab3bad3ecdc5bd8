import OnceKernel

/// What a lazy reference remembers: one value for all of its readers.
///
/// Where every resolve makes another value, the first reader makes it, with no lock held, and the others wait for that reader as for a build. A
/// failure is not remembered.
final class LazyValue<Value: Sendable>: Sendable {
  private enum State {
    case unread
    /// Where readers wait for the one that makes the value.
    case making(OnceCell)
    case value(Value)
  }

  /// What a reader does that finds no value.
  private enum Reading {
    case make(at: OnceCell, Core)
    /// The value is shared anyway, or nothing is known of it.
    case resolve
  }

  /// The reader that made the value was cancelled: the others make it anew.
  private struct MakerCancelled: Error {}

  private let state = Guarded(State.unread)

  /// The value, if it was read before.
  var remembered: Value? {
    state.withLock { if case .value(let value) = $0 { value } else { nil } }
  }

  /// Makes the value or waits for it, on the calling thread.
  ///
  /// - Parameter cores: where `key` is asked for.
  func value(
    of key: AnyKey, in cores: [Core], _ resolve: () throws(ResolutionError) -> Value
  ) throws(ResolutionError) -> Value {
    let build = CurrentBuild.onThisThread ?? BuildTask.current
    guard case .make(let cell, let core) = reading(of: key, in: cores, for: build, waits: false) else { return keep(try resolve()) }
    while true {
      let entry = cell.enter(for: build, depth: depth(inside: build), mode: .blocking, buildsAsynchronously: false)
      if case .build(let attempt) = entry {
        let reader = Requester.reading(by: attempt)
        let made: Result<Value, ResolutionError>
        do throws(ResolutionError) {
          defer { withExtendedLifetime(reader) {} }
          made = .success(
            try CurrentBuild.run(
              attempt, on: Threads.current, context: reader.context, depth: reader.depth, failing: Core.failureOfRun(), resolve))
        } catch {
          made = .failure(error)
        }
        let isHeld = try end(attempt, cell, made, in: core)
        if attempt.hasPostponed { core.workOff(attempt) }
        let value = try made.get()
        while isHeld, let entry = cell.rejoin(attempt, for: build, mode: .blocking) {
          guard let waiter = try core.waiter(in: entry, cell.registration) else { break }
          if try box(after: waiter.park(), cell, in: core) != nil { break }
        }
        return keep(value)
      }
      if let box = box(in: entry) { return keep(box) }
      guard let waiter = try core.waiter(in: entry, cell.registration) else { continue }
      if case .wait = entry { LongWaitWatch.noteWait() }
      if let box = try box(after: waiter.park(), cell, in: core) { return keep(box) }
    }
  }

  /// Makes the value or waits for it, in the calling task.
  nonisolated(nonsending) func value(
    of key: AnyKey, in cores: [Core], _ resolve: nonisolated(nonsending) () async throws(ResolutionError) -> Value
  ) async throws(ResolutionError) -> Value {
    let build = BuildTask.current
    guard case .make(let cell, let core) = reading(of: key, in: cores, for: build, waits: true) else { return keep(try await resolve()) }
    while true {
      // A thread may wait for it: where the factory is asynchronous, threads do not come here.
      let entry = cell.enter(for: build, depth: depth(inside: build), mode: .suspending, buildsAsynchronously: false)
      if case .build(let attempt) = entry {
        let reader = Requester.reading(by: attempt)
        let made: Result<Value, ResolutionError>
        do {
          made = .success(try await BuildTask.run(attempt, reader) { try await resolve() })
        } catch {
          made = .failure(core.joined(error, cell.registration))
        }
        let isHeld = try end(attempt, cell, made, in: core)
        if attempt.hasPostponed { await core.workOff(attempt, isOwnTask: false) }
        let value = try made.get()
        while isHeld, let entry = cell.rejoin(attempt, for: build, mode: .suspending) {
          guard let waiter = try core.waiter(in: entry, cell.registration) else { break }
          if try box(after: await waiter.suspend(), cell, in: core) != nil { break }
        }
        return keep(value)
      }
      if let box = box(in: entry) { return keep(box) }
      guard let waiter = try core.waiter(in: entry, cell.registration) else { continue }
      if case .wait(_, let attempt) = entry {
        LongWaitWatch.noteWait()
        core.reportCircle(of: waiter, on: attempt, for: build)
      }
      if let box = try box(after: await waiter.suspend(), cell, in: core) { return keep(box) }
    }
  }

  /// Ends the build of the value; answers whether it is held until what it needs is published.
  private func end(
    _ attempt: Attempt, _ cell: OnceCell, _ made: Result<Value, ResolutionError>, in core: Core
  ) throws(ResolutionError) -> Bool {
    switch made {
    case .success(let value):
      if case .held = cell.finish(attempt, Box(value)) { return true }
    case .failure(let error):
      // That the reader that made it was cancelled is nothing to the others.
      attempt.fail(withUnsafeCurrentTask { $0?.isCancelled } == true ? MakerCancelled() : error)
    }
    return false
  }

  /// - Parameters:
  ///   - build: the build that reads. One that is constructed reads for itself: what it makes may refer to it.
  ///   - waits: whether the reader can wait for what is built asynchronously.
  private func reading(of key: AnyKey, in cores: [Core], for build: Attempt?, waits: Bool) -> Reading {
    if Mutant.lazyLastWins.isActive { return .resolve }
    if build?.isConstructed == true { return .resolve }
    guard let (registration, core) = cores.registered(key.unwrapped) else { return .resolve }
    switch registration.form {
    case .singleton, .weak, .scoped, .scopedTo, .cached: return .resolve
    case .transient, .graph: if registration.runsAsynchronously, !waits { return .resolve }
    }
    let fresh = OnceCell(.shared, subject: registration)
    let cell = state.withLock { state in
      if case .making(let cell) = state { return cell }
      if case .unread = state { state = .making(fresh) }
      return fresh
    }
    if let value = remembered { cell.fill(Box(value)) }
    return .make(at: cell, core)
  }

  private func depth(inside build: Attempt?) -> Int { build.map { $0.depth + 1 } ?? 0 }

  private func box(in entry: OnceCell.Entry) -> AnyObject? {
    switch entry {
    case .ready(let box), .early(let box): box
    case .build, .wait, .cycle, .mustSuspend, .failed, .overtaken: nil
    }
  }

  /// What a waiter got; nil: it asks again.
  private func box(after outcome: Waiter.Outcome, _ cell: OnceCell, in core: Core) throws(ResolutionError) -> AnyObject? {
    switch outcome {
    case .ready(let box): return box
    case .failed(let error):
      if error is MakerCancelled { return nil }
      throw core.joined(error, cell.registration)
    case .overtaken(let error): throw core.own(error, cell.registration)
    case .cancelled: throw .cancelled(cell.registration.key, site: cell.registration.site)
    case .retry: return nil
    }
  }

  private func keep(_ box: AnyObject) -> Value {
    keep(unsafeDowncast(box, to: Box<Value>.self).value)  // made above
  }

  /// The first value that arrives is every reader's.
  private func keep(_ value: Value) -> Value {
    state.withLock { state in
      if Mutant.lazyLastWins.isActive { state = .unread }
      if case .value(let first) = state { return first }
      state = .value(value)
      return value
    }
  }
}

extension Requester {
  /// What a lazy reference's value is made with here, which is a build of its own.
  fileprivate static func reading(by attempt: Attempt) -> Requester {
    let innermost = Requester.innermost
    return Requester(run: innermost?.run?.copy(for: attempt), depth: innermost?.depth ?? 0)
  }
}
