import Dispatch

/// One call of a factory, and its waiters. Guard of the variables: the lock of `state`, one for the process, as a cycle may cross scopes.
package final class RecordedBuild: @unchecked Sendable {
  /// A place for one value of a scope. Guard of the variables: the lock of `state`.
  final class Cell: @unchecked Sendable {
    let recipe: RecordedRecipe
    fileprivate(set) var value: AnyHeld?
    fileprivate var build: RecordedBuild?
    /// When its value was made.
    fileprivate(set) var order = 0

    init(_ recipe: RecordedRecipe) { self.recipe = recipe }
  }

  private enum Waiter {
    case thread(DispatchSemaphore)
    case task(CheckedContinuation<Void, Never>)
  }

  private struct State {
    var made = 0
    unowned(unsafe) var newest: RecordedBuild?
  }

  /// What a caller does at a cell.
  enum Step {
    case take(AnyHeld)
    case build(RecordedBuild)
    case wait(RecordedBuild)
  }

  package struct Cycle: Error { package let path: [String] }

  /// What a factory threw, with the path from the outermost value that was asked for.
  package struct Failure: Error {
    package let path: [String]
    package let cause: any Error
  }

  let cell: Cell
  /// The build that asked for it.
  private let requester: RecordedBuild?
  private let began = DispatchTime.now()
  private var waitsFor: RecordedBuild?
  private var waiting: [Waiter] = []
  private var outcome: Result<AnyHeld, any Error>?
  /// Neighbours among the builds in flight, which their callers keep.
  private unowned(unsafe) var newer: RecordedBuild?
  private unowned(unsafe) var older: RecordedBuild?

  private static let state = Locked(State())

  private init(_ cell: Cell, for requester: RecordedBuild?) { (self.cell, self.requester) = (cell, requester) }

  static func step(at cell: Cell, for requester: RecordedBuild?) throws -> Step {
    try state.withLock { state in
      if let value = cell.value { return .take(value) }
      guard let build = cell.build else {
        let build = RecordedBuild(cell, for: requester)
        requester?.waitsFor = build
        cell.build = build
        build.older = state.newest
        state.newest?.newer = build
        state.newest = build
        return .build(build)
      }
      // From the build that is asked for through what each one waits for: another caller's build, or one that it runs itself.
      var next: RecordedBuild? = build
      var path: [String] = []
      while let met = next {
        path.append("\(met.cell.recipe.type)")
        if met === requester { throw Cycle(path: path) }
        next = met.waitsFor
      }
      requester?.waitsFor = build
      return .wait(build)
    }
  }

  /// Parks the calling thread until the build is over.
  func result(for requester: RecordedBuild?) throws -> AnyHeld {
    let semaphore = DispatchSemaphore(value: 0)
    if add(.thread(semaphore)) { semaphore.wait() }
    return try settled(for: requester)
  }

  /// Suspends the calling task until the build is over.
  func result(for requester: RecordedBuild?) async throws -> AnyHeld {
    await withCheckedContinuation { continuation in
      if !add(.task(continuation)) { continuation.resume() }
    }
    return try settled(for: requester)
  }

  private func add(_ waiter: Waiter) -> Bool {
    Self.state.withLock { _ in
      if outcome != nil { return false }
      waiting.append(waiter)
      return true
    }
  }

  private func settled(for requester: RecordedBuild?) throws -> AnyHeld {
    let outcome = Self.state.withLock { _ in
      if requester?.waitsFor === self { requester?.waitsFor = nil }
      return self.outcome
    }
    guard let outcome else { preconditionFailure("a build wakes its waiters when it is over") }
    return try outcome.get()
  }

  /// Publishes what its factory made, or threw, and wakes the waiters.
  func end(_ result: Result<AnyHeld, any Error>) throws -> AnyHeld {
    let outcome = result.mapError { $0 is Failure ? $0 : Failure(path: path, cause: $0) }
    let waiting = Self.state.withLock { state in
      self.outcome = outcome
      cell.build = nil
      if requester?.waitsFor === self { requester?.waitsFor = nil }
      if case .success(let value) = outcome {
        state.made += 1
        (cell.value, cell.order) = (value, state.made)
      }
      if let newer { newer.older = older } else { state.newest = older }
      older?.newer = newer
      defer { self.waiting = [] }
      return self.waiting
    }
    for waiter in waiting {
      switch waiter {
      case .thread(let semaphore): semaphore.signal()
      case .task(let continuation): continuation.resume()
      }
    }
    return try outcome.get()
  }

  private var path: [String] { (requester?.path ?? []) + ["\(cell.recipe.type)"] }

  /// The cells that have a value, in order of creation.
  static func inOrder(_ cells: [Cell]) -> [Cell] {
    state.withLock { _ in cells.filter { $0.value != nil }.sorted { $0.order < $1.order } }
  }
}

/// What holds a value of any type.
package class AnyHeld: @unchecked Sendable {}  // unchecked: its only subclass has one constant, which is Sendable

package final class Held<Value: Sendable>: AnyHeld, @unchecked Sendable {  // unchecked: a constant, which is Sendable
  let value: Value

  package init(_ value: Value) { self.value = value }
}
