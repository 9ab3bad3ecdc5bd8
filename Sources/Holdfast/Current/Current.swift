import OnceKernel

/// Which container property wrappers and `Resolving` types ask.
enum Current {
  /// What a task is bound to. One word, and no Optional around it, as every scope binds one.
  private enum Bound: Sendable {
    case nothing
    /// A scope around the operation that it was opened for.
    case scope(Scope)
    /// A resolver, where it was bound, and the scopes that a scope would be opened in there.
    indirect case other(any Resolver & Sendable, Place?, Opener)

    var resolver: (any Resolver & Sendable)? {
      switch self {
      case .nothing: nil
      case .scope(let scope): scope
      case .other(let resolver, _, _): resolver
      }
    }

    /// Where it was bound; nil outside every run.
    var place: Place? {
      switch self {
      case .nothing: nil
      case .scope(let scope): scope.place
      case .other(_, let place, _): place
      }
    }

    /// The scopes that the task is in, whatever was bound since; some may have ended.
    var opener: Opener {
      switch self {
      case .nothing: .none
      case .scope(let scope): Opener(scope: scope.requester.scope, around: scope.requester.scope?.surroundings?.around ?? [])
      case .other(_, _, let opener): opener
      }
    }
  }

  /// The open scopes that a scope was opened in, of whatever container, if that was around an operation.
  struct Opener: Sendable {
    /// The innermost one.
    let scope: Run.Scope?
    /// Outer scopes that were current where `scope` was made current, if it was opened elsewhere.
    let around: [Run.Scope]

    /// Of a scope that is opened by hand.
    static let none = Opener(scope: nil, around: [])

    var isEmpty: Bool { scope == nil && around.isEmpty }

    /// Whether none of them has ended.
    var isOpen: Bool { scope?.isOpen != false && around.allSatisfy(\.isOpen) }

    /// The opener without the scopes that have ended meanwhile.
    var shortened: Opener {
      if Mutant.keepsEndedScopes.isActive { return self }
      return Opener(scope: scope?.nearestOpener, around: around.compactMap(\.nearestOpener))
    }
  }

  /// The code of a run that bound something for an operation: in this code the binding counts, in that of another run the run does.
  final class Place: Sendable {
    private let code: Code?
    /// The asynchronous run whose task, or a task that descends from it, binds.
    private let around: TaskRun?
    /// Compared only while the operation runs: it is part of that task's code.
    private let task: RunningTask
    /// 1 once the operation has returned: what it left behind is in no run.
    private let over = AtomicWord(0)

    /// Which code of which run asks. Transients share a run, so what is on the thread tells them apart.
    private typealias Code = (run: Run, onThread: Run?, depth: Int)

    private init(_ code: Code?, inside around: TaskRun?) {
      (self.code, self.around) = (code, around)
      task = .here
    }

    /// Nil outside every run, and every task that descends from one.
    static var here: Place? {
      let (asking, around) = (asking, TaskRun.around)
      return asking == nil && around == nil ? nil : Place(asking, inside: around)
    }

    /// Nil outside every run.
    private static var asking: Code? {
      guard let run = Requester.innermost?.run else { return nil }
      let record = Threads.current
      let (onThread, depth) = Run.innermost(on: record)
      // An asynchronous factory may have begun on the thread of another task's run.
      guard let onThread, CurrentBuild.isOfTaskHere(record) else { return (run, nil, 0) }
      return (run, onThread, depth)
    }

    /// Whether the code that asks is that of the operation, and not of a run that began in it.
    var isHere: Bool {
      if over.loadAcquiring() == 1 { return Mutant.bindingOutlivesRun.isActive }
      guard let code, let now = Place.asking else { return false }
      return now.run === code.run && now.onThread === code.onThread && now.depth == code.depth && task == .here
    }

    /// Whether it was bound inside the asynchronous run from which the calling task descends: it counts in that one's child tasks.
    static func isInside(_ place: Place?, _ around: TaskRun) -> Bool { place?.around === around }

    func end() { over.storeReleasing(1) }
  }

  @TaskLocal private static var bound = Bound.nothing

  /// Whether the task is bound to nothing.
  static var isNothing: Bool {
    if case .nothing = bound { true } else { false }
  }

  /// The innermost scope that the task is in; it may have ended.
  static var scope: Run.Scope? { bound.opener.scope }

  /// The innermost scope that the task is in, which may have ended, and what a scope is opened in here.
  static var here: (scope: Run.Scope?, opener: Opener) {
    let bound = bound
    if case .nothing = bound { return (nil, .none) }
    let opener = bound.opener
    return (opener.scope, opener.shortened)
  }

  /// The scopes that the task is in and that have not ended, innermost first.
  static var openScopes: [Run.Scope] {
    var scopes: [Run.Scope] = []
    let opener = bound.opener
    for inner in (opener.scope.map { [$0] } ?? []) + opener.around {
      var next = inner.nearestOpener
      while let scope = next {
        scopes.append(scope)
        next = scope.surroundings?.opener.scope?.nearestOpener
      }
    }
    return scopes
  }

  private static let fallback = Guarded<Container?>(nil)

  /// The container of the run that asks, with its scope; else what the task is bound to, else the process's default.
  static var resolver: (any Resolver & Sendable)? {
    let bound = bound
    let resolver = bound.resolver
    if let run = Requester.innermost?.run, bound.place?.isHere != true { return SendableResolver(leftOf: run) }
    if let around = TaskRun.around, resolver == nil || !Place.isInside(bound.place, around) { return SendableResolver(core: around.core) }
    return resolver ?? fallback.withLock { $0 }
  }

  /// The resolver that a wrapper was given or asks, with the error that it has none.
  static func resolver(
    or given: (any Resolver & Sendable)?, for key: AnyKey, at site: SourceSite
  ) throws(ResolutionError) -> any Resolver & Sendable {
    guard let resolver = given ?? resolver else { throw .noCurrentContainer(for: key, "at \(site)") }
    return resolver
  }

  static func with<Value: ~Copyable, Failure: Error>(
    _ resolver: any Resolver & Sendable, _ body: () throws(Failure) -> Value
  ) throws(Failure) -> Value {
    // Kept beside, as `withValue` knows neither typed errors nor values that cannot be copied.
    var result: Result<Value, Failure>?
    let bound = binding(resolver)
    defer { bound.place?.end() }
    $bound.withValue(bound) {
      do throws(Failure) { result = .success(try body()) } catch { result = .failure(error) }
    }
    return try result.take()!.get()  // set just above
  }

  static func with<Value: ~Copyable, Failure: Error>(
    _ resolver: any Resolver & Sendable, isolation: isolated (any Actor)? = #isolation,
    _ body: () async throws(Failure) -> Value
  ) async throws(Failure) -> Value {
    var result: Result<Value, Failure>?  // kept beside, as `withValue` knows neither typed errors nor noncopyable values
    let bound = binding(resolver)
    defer { bound.place?.end() }
    await $bound.withValue(bound) {
      _ = isolation  // captured, so that the closure does not leave the caller's actor
      do throws(Failure) { result = .success(try await body()) } catch { result = .failure(error) }
    }
    return try result.take()!.get()  // set just above
  }

  /// Runs the operation that a scope was opened for here. Not generic: a generic one costs more than the scope itself.
  static func inside(_ scope: Scope, _ body: () -> (any Error)?) -> (any Error)? {
    defer { scope.place?.end() }
    return $bound.withValue(.scope(scope)) { body() }
  }

  /// - Parameter isNew: otherwise it is the last operation in the scope, wherever that was opened.
  static func inside(
    _ scope: Scope, isNew: Bool, isolation: isolated (any Actor)? = #isolation, _ body: () async -> (any Error)?
  ) async -> (any Error)? {
    let bound = isNew ? .scope(scope) : binding(scope)
    defer { bound.place?.end() }
    return await $bound.withValue(bound) {
      _ = isolation  // captured, so that the closure does not leave the caller's actor
      return await body()
    }
  }

  private static func binding(_ resolver: any Resolver & Sendable) -> Bound {
    let (place, (outer, opener)) = (Place.here, here)
    guard let scope = resolver as? Scope else { return .other(resolver, place, Opener(scope: outer, around: opener.around)) }
    let further = scope.isOpenedByHand ? opener.scope.map { [$0] } ?? [] : []
    return .other(resolver, place, Opener(scope: scope.requester.scope, around: further + opener.around))
  }

  /// Answers false when there is a default already.
  static func makeDefault(_ container: Container) -> Bool {
    fallback.withLock {
      guard $0 == nil else { return $0 === container }
      $0 = container
      return true
    }
  }
}
