import OnceKernel

/// Which container property wrappers and `Resolving` types ask.
enum Current {
  /// What a task is bound to. One word, and no Optional around it, as every scope binds one.
  private enum Bound: Sendable {
    case nothing
    /// A scope around the operation that it was opened for.
    case scope(Scope)
    case other(Binding)

    var resolver: (any Resolver & Sendable)? {
      switch self {
      case .nothing: nil
      case .scope(let scope): scope
      case .other(let binding): binding.resolver
      }
    }

    /// The run in which it was bound: inside that one it counts, inside another one that run does. Compared only.
    var run: ObjectIdentifier? {
      switch self {
      case .nothing: nil
      case .scope(let scope): scope.opener?.run
      case .other(let binding): binding.run
      }
    }

    /// The innermost scope that the task is in, whatever was bound since.
    var scope: Scope? {
      switch self {
      case .nothing: nil
      case .scope(let scope): scope
      case .other(let binding): binding.scope
      }
    }

    /// The scopes further out than those that lie around `scope` itself.
    var around: Around? {
      switch self {
      case .nothing: nil
      case .scope(let scope): scope.opener?.around
      case .other(let binding): binding.around
      }
    }
  }

  private final class Binding: Sendable {
    let resolver: any Resolver & Sendable
    let run: ObjectIdentifier?
    let scope: Scope?
    let around: Around?

    init(_ resolver: any Resolver & Sendable, _ run: ObjectIdentifier?, _ scope: Scope?, _ around: Around?) {
      self.resolver = resolver
      self.run = run
      self.scope = scope
      self.around = around
    }
  }

  /// What a scope was opened in, if that was around an operation.
  struct Opener: Sendable {
    /// The innermost scope that the task was in, of whatever container.
    let scope: Scope?
    fileprivate let around: Around?
    fileprivate let run: ObjectIdentifier?
  }

  /// What lies around a scope that was made current elsewhere than where it was opened.
  fileprivate final class Around: Sendable {
    let scope: Scope
    let around: Around?

    init(_ scope: Scope, _ around: Around?) {
      self.scope = scope
      self.around = around
    }
  }

  @TaskLocal private static var bound = Bound.nothing

  /// The innermost scope that the task is in; it may have ended.
  static var scope: Scope? { bound.scope }

  /// What a scope is opened in here.
  static var opener: Opener {
    let bound = bound
    return Opener(scope: bound.scope, around: bound.around, run: Run.innermost.map { ObjectIdentifier($0) })
  }

  /// The scopes that the task is in and that have not ended, innermost first.
  static var openScopes: [Scope] {
    var scopes: [Scope] = []
    let bound = bound
    var (next, around) = (bound.scope, bound.around)
    while let scope = next {
      if scope.isOpen { scopes.append(scope) }
      next = scope.opener?.scope
      if next == nil, let further = around { (next, around) = (further.scope, further.around) }
    }
    return scopes
  }

  private static let fallback = Guarded<Container?>(nil)

  /// The container of the run that asks, with its scope; else what the task is bound to, else the process's default.
  static var resolver: (any Resolver & Sendable)? {
    let bound = bound
    let resolver = bound.resolver
    if let run = Run.innermost, resolver == nil || bound.run != ObjectIdentifier(run) { return CoreResolver(run) }
    if let resolver { return resolver }
    if let core = BuildTask.core { return CoreResolver(core: core) }
    return fallback.withLock { $0 }
  }

  /// The resolver that a wrapper was given or asks, with the error that it has none.
  static func resolver(
    or given: (any Resolver & Sendable)?, for key: AnyKey, at site: RegistrationSite
  ) throws(ResolutionError) -> any Resolver & Sendable {
    guard let resolver = given ?? resolver else { throw .noCurrentContainer(for: key, "at \(site)") }
    return resolver
  }

  /// - Parameter scope: the scope that `body` runs in, if it is a new one.
  static func with<Value: ~Copyable, Failure: Error>(
    _ resolver: any Resolver & Sendable, inside scope: Scope? = nil, _ body: () throws(Failure) -> Value
  ) throws(Failure) -> Value {
    // Kept beside, as `withValue` knows neither typed errors nor values that cannot be copied.
    var result: Result<Value, Failure>?
    $bound.withValue(.other(binding(resolver, inside: scope))) {
      do throws(Failure) { result = .success(try body()) } catch { result = .failure(error) }
    }
    return try result.take()!.get()  // set just above
  }

  static func with<Value: ~Copyable, Failure: Error>(
    _ resolver: any Resolver & Sendable, inside scope: Scope? = nil, isolation: isolated (any Actor)? = #isolation,
    _ body: nonisolated(nonsending) () async throws(Failure) -> Value
  ) async throws(Failure) -> Value {
    var result: Result<Value, Failure>?  // as above
    await $bound.withValue(.other(binding(resolver, inside: scope))) {
      _ = isolation  // captured, so that the closure does not leave the caller's actor
      do throws(Failure) { result = .success(try await body()) } catch { result = .failure(error) }
    }
    return try result.take()!.get()  // set just above
  }

  /// Runs the operation that a scope was opened for here. Not generic: a generic one costs more than the scope itself.
  static func inside(_ scope: Scope, _ body: () -> (any Error)?) -> (any Error)? {
    $bound.withValue(.scope(scope)) { body() }
  }

  /// - Parameter isNew: otherwise it is the last operation in the scope, wherever that was opened.
  static func inside(
    _ scope: Scope, isNew: Bool, isolation: isolated (any Actor)? = #isolation, _ body: nonisolated(nonsending) () async -> (any Error)?
  ) async -> (any Error)? {
    await $bound.withValue(isNew ? .scope(scope) : .other(binding(scope, inside: scope))) {
      _ = isolation  // as above
      return await body()
    }
  }

  private static func binding(_ resolver: any Resolver & Sendable, inside scope: Scope?) -> Binding {
    let (bound, run) = (self.bound, Run.innermost.map { ObjectIdentifier($0) })
    guard let scope, scope.isOpenedByHand, let further = bound.scope else {
      return Binding(resolver, run, scope ?? bound.scope, bound.around)
    }
    return Binding(resolver, run, scope, Around(further, bound.around))
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
