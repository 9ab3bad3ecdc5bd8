/// Opens scopes of a container from inside: inject it into a worker, a queue consumer or an accept loop that opens a scope for each piece of work.
///
/// ```swift
/// final class Mailer: Sendable {
///   let scopes: ScopeOpener
///   func run(_ jobs: some AsyncSequence<Job, any Error>) async throws {
///     for try await job in jobs {
///       try await scopes.withScope { scope in try await scope.resolve(Sender.self).send(job) }
///     }
///   }
/// }
/// try container.register(Mailer.self, .wired(Mailer.init))   // or Mailer(scopes: try r.resolve())
/// ```
///
/// Resolve it, or take it as a wired parameter; it needs no registration. It belongs to the container, or to the overrides, that built its holder, and
/// keeps no container alive. After the container was released, and once its shutdown has begun, what is resolved in its scopes throws `.shutDown`,
/// except in disposers. You may use it on any thread and in any task. Only `resolve` is missing: what a worker needs beside, it takes itself.
public struct ScopeOpener: Sendable {
  private let core: Core

  init(_ core: Core) {
    self.core = core.innermost.lasting
  }

  /// Opens a scope for `operation`, and disposes of the scope's instances at its end, as `withScope` of a container does.
  ///
  /// ```swift
  /// try await scopes.withScope { scope in try await scope.resolve(Sender.self).send(job) }
  /// ```
  ///
  /// - `kind`: the kind of the scope, for registrations that are scoped to a kind.
  /// - `operation`: receives the scope, which ends when it returns or throws. It stays on the caller's actor.
  ///
  /// - Throws: `.notSeeded` before `operation` runs, if the scope needs a seed; otherwise any error that `operation` throws.
  public func withScope<Result: ~Copyable, Failure: Error>(
    _ kind: ScopeKind? = nil, isolation: isolated (any Actor)? = #isolation, fileID: StaticString = #fileID, line: UInt32 = #line,
    _ operation: (Scope) async throws(Failure) -> Result
  ) async throws(Failure) -> Result {
    try await core.scope(kind, inside: nil, SourceSite(fileID, line), Failure.self).run(operation)
  }

  /// Opens a scope for a synchronous operation. Disposers may suspend, so they run in a task of their own at its end.
  ///
  /// ```swift
  /// try scopes.withScope { scope in try scope.resolve(Receipt.self).print() }
  /// ```
  ///
  /// - `kind`: the kind of the scope, for registrations that are scoped to a kind.
  /// - `operation`: receives the scope, which ends when it returns or throws.
  ///
  /// - Throws: `.notSeeded`, as the asynchronous form; otherwise any error that `operation` throws.
  public func withScope<Result: ~Copyable, Failure: Error>(
    _ kind: ScopeKind? = nil, fileID: StaticString = #fileID, line: UInt32 = #line, _ operation: (Scope) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    try core.scope(kind, inside: nil, SourceSite(fileID, line), Failure.self).run(operation)
  }

  /// Opens a scope with seeds for `operation`.
  ///
  /// ```swift
  /// try await scopes.withScope(seeds: [.value(job)]) { scope in try await scope.resolve(Sender.self).send() }
  /// ```
  ///
  /// - `kind`: the kind of the scope, for registrations that are scoped to a kind.
  /// - `seeds`: the values that are given to the scope.
  /// - `operation`: receives the scope, which ends when it returns or throws. It stays on the caller's actor.
  ///
  /// - Throws: `.notSeeded`, `.invalidSeed` or `.shutDown` before `operation` runs; otherwise any error that `operation` throws.
  public func withScope<Result: ~Copyable>(
    _ kind: ScopeKind? = nil, seeds: [Seed], isolation: isolated (any Actor)? = #isolation, fileID: StaticString = #fileID,
    line: UInt32 = #line, _ operation: (Scope) async throws -> Result
  ) async throws -> Result {
    try await core.scope(kind, inside: nil, seeds, SourceSite(fileID, line)).run(operation)
  }

  /// Opens a scope with seeds for a synchronous operation.
  ///
  /// ```swift
  /// try scopes.withScope(seeds: [.value(job)]) { scope in try scope.resolve(Receipt.self).print() }
  /// ```
  ///
  /// - `kind`: the kind of the scope, for registrations that are scoped to a kind.
  /// - `seeds`: the values that are given to the scope.
  /// - `operation`: receives the scope, which ends when it returns or throws.
  ///
  /// - Throws: `.notSeeded`, `.invalidSeed` or `.shutDown` before `operation` runs; otherwise any error that `operation` throws.
  public func withScope<Result: ~Copyable>(
    _ kind: ScopeKind? = nil, seeds: [Seed], fileID: StaticString = #fileID, line: UInt32 = #line,
    _ operation: (Scope) throws -> Result
  ) throws -> Result {
    try core.scope(kind, inside: nil, seeds, SourceSite(fileID, line)).run(operation)
  }

  /// Opens a scope that stays open until you end it, as `openScope` of a container does.
  ///
  /// ```swift
  /// let scope = try scopes.openScope(seeds: [.value(connection)])
  /// ```
  ///
  /// `kind` is the kind of the scope. `seeds` are the values that the scope is given.
  ///
  /// - Throws: `.notSeeded` or `.invalidSeed`; `.shutDown` once the container's shutdown has begun.
  public func openScope(
    _ kind: ScopeKind? = nil, seeds: [Seed] = [], fileID: StaticString = #fileID, line: UInt32 = #line
  ) throws(ResolutionError) -> Scope {
    try core.openScope(kind, inside: nil, seeds, SourceSite(fileID, line))
  }
}

extension ScopeOpener: MadeReference {
  static func target(_ name: Name?) -> Dependency? { nil }
  static func made(by resolver: FactoryResolver, _ name: Name?) -> Self { Self(resolver.core) }
}
