import OnceKernel

/// A container, an open scope or a `ScopeOpener`: a scope can be opened inside it.
///
/// ```swift
/// func answer(_ request: Request, in parent: some ScopeParent) async throws -> Response {
///   try await parent.withScope(seeds: [.value(request)]) { scope in try await scope.resolve(Handler.self).respond() }
/// }
/// ```
///
/// A scope that is opened inside another one has instances of its own. It also sees the seeds of the outer scope, and the values that are scoped to
/// the outer scope's kind. You cannot write a parent of your own.
public protocol ScopeParent: Sendable, OwnRequester {}

extension Container: ScopeParent {
  /// The number of open scopes, including those of child containers. A scope counts until its disposers have run.
  ///
  /// ```swift
  /// gauge.record(container.openScopes)
  /// ```
  ///
  /// You may read it on any thread. It may change at any moment.
  ///
  /// - Complexity: O(1).
  public var openScopes: Int { core.life.state.count(of: .scope) }
}

extension Scope: ScopeParent {}

extension ScopeParent {
  /// Opens a scope for `operation`, and disposes of the scope's instances at its end, in reverse order of creation.
  ///
  /// ```swift
  /// try await container.withScope { scope in
  ///   try await scope.resolve(Transaction.self).insert(order)
  /// }
  /// ```
  ///
  /// Inside, the scope is the current resolver. An empty scope takes less than half a microsecond. Disposers learn whether `operation` returned or
  /// threw. If a disposer throws, its error is in the report of the container's `shutdown()`.
  ///
  /// `operation` stays on the caller's actor, and may use captured values that are not `Sendable`, as the closure of `TaskLocal.withValue` may. As
  /// there, it leaves the actor if the caller is a `nonisolated(nonsending)` function: Swift then isolates the closure to no actor.
  ///
  /// - `kind`: the kind of the scope, for registrations that are scoped to a kind.
  /// - `operation`: receives the scope, which ends when it returns or throws.
  ///
  /// - Throws: `.notSeeded` before `operation` runs, if the scope needs a seed; otherwise any error that `operation` throws. If `operation` cannot
  ///   throw a `ResolutionError`, it runs, and its first resolve of the missing value throws.
  @inlinable
  public func withScope<Result: ~Copyable, Failure: Error>(
    _ kind: ScopeKind? = nil, isolation: isolated (any Actor)? = #isolation, fileID: StaticString = #fileID, line: UInt32 = #line,
    _ operation: (Scope) async throws(Failure) -> Result
  ) async throws(Failure) -> Result {
    let parent = requester
    return try await parent.core.scope(kind, inside: parent, SourceSite(fileID, line), Failure.self).run(operation)
  }

  /// Opens a scope for a synchronous operation. Disposers may suspend, so they run in a task of their own at its end.
  ///
  /// ```swift
  /// let total = try container.withScope { scope in try scope.resolve(Cart.self).total }
  /// ```
  ///
  /// - `kind`: the kind of the scope, for registrations that are scoped to a kind.
  /// - `operation`: receives the scope, which ends when it returns or throws.
  ///
  /// - Throws: `.notSeeded`, as the asynchronous form; otherwise any error that `operation` throws.
  @inlinable
  public func withScope<Result: ~Copyable, Failure: Error>(
    _ kind: ScopeKind? = nil, fileID: StaticString = #fileID, line: UInt32 = #line, _ operation: (Scope) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    let parent = requester
    return try parent.core.scope(kind, inside: parent, SourceSite(fileID, line), Failure.self).run(operation)
  }

  /// Opens a scope with seeds for `operation`.
  ///
  /// ```swift
  /// try await container.withScope(seeds: [.value(request), .value(logger)]) { scope in
  ///   try await scope.resolve(Handler.self).respond()
  /// }
  /// ```
  ///
  /// A seed that you pass again inside a scope replaces the one of that scope. Otherwise it is like `withScope` without seeds, and
  /// `operation` stays on the caller's actor.
  ///
  /// - `kind`: the kind of the scope, for registrations that are scoped to a kind.
  /// - `seeds`: the values that are given to the scope.
  /// - `operation`: receives the scope, which ends when it returns or throws.
  ///
  /// - Throws: `.notSeeded`, `.invalidSeed` or `.shutDown` before `operation` runs; otherwise any error that `operation` throws.
  @inlinable
  public func withScope<Result: ~Copyable>(
    _ kind: ScopeKind? = nil, seeds: [Seed], isolation: isolated (any Actor)? = #isolation, fileID: StaticString = #fileID,
    line: UInt32 = #line, _ operation: (Scope) async throws -> Result
  ) async throws -> Result {
    let parent = requester
    return try await parent.core.scope(kind, inside: parent, seeds, SourceSite(fileID, line)).run(operation)
  }

  /// Opens a scope with seeds for a synchronous operation.
  ///
  /// ```swift
  /// try container.withScope(seeds: [.value(request)]) { scope in try scope.resolve(Handler.self).respond() }
  /// ```
  ///
  /// - `kind`: the kind of the scope, for registrations that are scoped to a kind.
  /// - `seeds`: the values that are given to the scope.
  /// - `operation`: receives the scope, which ends when it returns or throws.
  ///
  /// - Throws: `.notSeeded`, `.invalidSeed` or `.shutDown` before `operation` runs; otherwise any error that `operation` throws.
  @inlinable
  public func withScope<Result: ~Copyable>(
    _ kind: ScopeKind? = nil, seeds: [Seed], fileID: StaticString = #fileID, line: UInt32 = #line,
    _ operation: (Scope) throws -> Result
  ) throws -> Result {
    let parent = requester
    return try parent.core.scope(kind, inside: parent, seeds, SourceSite(fileID, line)).run(operation)
  }

  /// Opens a scope that stays open until you end it, for a response that is streamed after its handler has returned.
  ///
  /// ```swift
  /// let scope = try container.openScope(seeds: [.value(request)])
  /// return Response(body: .init { writer in
  ///   try await scope.endAfter {
  ///     for try await row in try await scope.resolve(Export.self).rows { try await writer.write(row) }
  ///   }
  /// })
  /// ```
  ///
  /// A container opens it inside no other scope, a scope opens it inside itself. If that scope ends first, the new one stays open, but it can no
  /// longer resolve values that live in the outer one. `end()` and `endAfter` end it. If you release it without ending it, it ends as `.abandoned`,
  /// and the container reports the place of this call: as an event if it has an observer, otherwise on standard error. A shutdown waits for it as
  /// for every open scope.
  ///
  /// `kind` is the kind of the scope, for registrations that are scoped to a kind. `seeds` are the values that the scope is given.
  ///
  /// - Throws: `.notSeeded` or `.invalidSeed`; `.shutDown` if the container's shutdown has begun, and the scope that opens it has ended.
  /// - Complexity: Quadratic in the number of seeds, as each is compared with the others.
  public func openScope(
    _ kind: ScopeKind? = nil, seeds: [Seed] = [], fileID: StaticString = #fileID, line: UInt32 = #line
  ) throws(ResolutionError) -> Scope {
    let parent = requester
    return try parent.core.openScope(kind, inside: parent, seeds, SourceSite(fileID, line))
  }
}

extension ScopeParent where Self: ContainerResolver {
  /// Makes this the current resolver of the calling task and its child tasks while an asynchronous `operation` runs. `@Injected` and
  /// `currentResolver()` ask it.
  ///
  /// ```swift
  /// Task.detached {
  ///   try await scope.withCurrent { try await report() }   // asks the request's scope
  /// }
  /// ```
  ///
  /// `operation` stays on the caller's actor, as that of `withScope` does. A scope is not ended.
  ///
  /// - `operation`: the code for which this is the current resolver.
  ///
  /// - Throws: what `operation` throws.
  public func withCurrent<Result: ~Copyable, Failure: Error>(
    isolation: isolated (any Actor)? = #isolation, _ operation: () async throws(Failure) -> Result
  ) async throws(Failure) -> Result {
    try await Current.with(self, operation)
  }

  /// Makes this the current resolver while a synchronous `operation` runs.
  ///
  /// ```swift
  /// let page = scope.withCurrent { Page() }   // its `@Injected` properties ask the scope
  /// ```
  ///
  /// - `operation`: the code for which this is the current resolver.
  ///
  /// - Throws: what `operation` throws.
  public func withCurrent<Result: ~Copyable, Failure: Error>(_ operation: () throws(Failure) -> Result) throws(Failure) -> Result {
    try Current.with(self, operation)
  }
}

extension Core {
  /// A scope around an operation that is given nothing; the error of one that has to be given something, where the operation's errors include it.
  @inlinable @inline(__always)
  func scope<Failure: Error>(
    _ kind: ScopeKind?, inside enclosing: Requester, _ site: SourceSite, _ type: Failure.Type
  ) throws(Failure) -> Scope {
    if let missing = missingSeed(kind, inside: enclosing, at: site), let error = missing as? Failure { throw error }
    return plainScope(kind, inside: enclosing, site)
  }

  @usableFromInline
  func plainScope(_ kind: ScopeKind?, inside enclosing: Requester, _ site: SourceSite) -> Scope {
    // Most scopes are such ones, and need nothing else to be looked at.
    if kind == nil, enclosing.scope == nil, !isLayered, Current.isNothing, !Requester.isInsideRun(on: thread) {
      return Scope(bareIn: self, site)
    }
    return surroundedScope(kind, inside: enclosing, site)
  }

  @inline(never)
  private func surroundedScope(_ kind: ScopeKind?, inside enclosing: Requester, _ site: SourceSite) -> Scope {
    Scope(innermost.lasting, kind, inside: enclosing, site)
  }

  /// A scope around an operation that is given values.
  @usableFromInline
  func scope(_ kind: ScopeKind?, inside enclosing: Requester, _ seeds: [Seed], _ site: SourceSite) throws(ResolutionError) -> Scope {
    let core = innermost.lasting
    return Scope(
      core, kind, inside: enclosing, seeds: try core.bind(seeds, kind, inside: enclosing.scope ?? Current.scope, at: site), site)
  }

  func openScope(_ kind: ScopeKind?, inside enclosing: Requester, _ seeds: [Seed], _ site: SourceSite) throws(ResolutionError) -> Scope {
    let core = innermost.lasting
    return try Scope(
      openedByHandIn: core, kind, inside: enclosing, seeds: try core.bind(seeds, kind, inside: enclosing.scope, at: site), site)
  }
}
