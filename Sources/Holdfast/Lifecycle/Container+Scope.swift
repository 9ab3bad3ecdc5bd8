import OnceKernel

extension Container {
  /// Opens a scope for `operation`; at its end the scope's instances are disposed of in reverse order of creation.
  ///
  /// ```swift
  /// try await container.withScope { scope in
  ///   try await scope.resolve(Transaction.self).insert(order)
  /// }
  /// ```
  ///
  /// Inside, the scope is the current resolver. `operation` stays on the caller's actor, and an empty scope costs about a microsecond there.
  /// Disposers are told whether `operation` returned or threw. One that throws is reported by the container's `shutdown()`.
  ///
  /// `kind` is what the scope is, for registrations that are scoped to that.
  ///
  /// - Throws: `.notSeeded` before `operation` runs, if a value has to be given to such scopes; then what `operation` throws. An `operation` that
  ///   throws nothing, or errors of a type of its own only, runs, and learns of it from its first resolve of that value.
  @inlinable
  nonisolated(nonsending) public func withScope<Result: ~Copyable, Failure: Error>(
    _ kind: ScopeKind? = nil, fileID: StaticString = #fileID, line: UInt32 = #line,
    _ operation: nonisolated(nonsending) (Scope) async throws(Failure) -> Result
  ) async throws(Failure) -> Result {
    try await core.scope(kind, inside: nil, RegistrationSite(fileID, line), Failure.self).run(operation)
  }

  /// Opens a scope for a synchronous operation; disposers, which may suspend, run in a task of their own at its end.
  ///
  /// ```swift
  /// let total = try container.withScope { scope in try scope.resolve(Cart.self).total }
  /// ```
  ///
  /// - Throws: `.notSeeded`, as the asynchronous form; then what `operation` throws.
  @inlinable
  public func withScope<Result: ~Copyable, Failure: Error>(
    _ kind: ScopeKind? = nil, fileID: StaticString = #fileID, line: UInt32 = #line, _ operation: (Scope) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    try core.scope(kind, inside: nil, RegistrationSite(fileID, line), Failure.self).run(operation)
  }

  /// Opens a scope that is given values, for `operation`.
  ///
  /// ```swift
  /// try await container.withScope(seeds: [.value(request), .value(logger)]) { scope in
  ///   try await scope.resolve(Handler.self).respond()
  /// }
  /// ```
  ///
  /// Otherwise as `withScope` without seeds, on the caller's actor.
  ///
  /// - Throws: `.notSeeded` or `.invalidSeed`, before `operation` runs; then what that throws.
  @inlinable
  nonisolated(nonsending) public func withScope<Result: ~Copyable>(
    _ kind: ScopeKind? = nil, seeds: [Seed], fileID: StaticString = #fileID, line: UInt32 = #line,
    _ operation: nonisolated(nonsending) (Scope) async throws -> Result
  ) async throws -> Result {
    try await core.scope(kind, inside: nil, seeds, RegistrationSite(fileID, line)).run(operation)
  }

  /// Opens a scope that is given values, for a synchronous operation.
  ///
  /// ```swift
  /// try container.withScope(seeds: [.value(request)]) { scope in try scope.resolve(Handler.self).respond() }
  /// ```
  ///
  /// - Throws: `.notSeeded` or `.invalidSeed`, before `operation` runs; then what that throws.
  @inlinable
  public func withScope<Result: ~Copyable>(
    _ kind: ScopeKind? = nil, seeds: [Seed], fileID: StaticString = #fileID, line: UInt32 = #line,
    _ operation: (Scope) throws -> Result
  ) throws -> Result {
    try core.scope(kind, inside: nil, seeds, RegistrationSite(fileID, line)).run(operation)
  }

  /// Opens a scope that stays open until it is ended: for a response that is streamed after its handler has returned.
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
  /// It lies in no other scope: `Scope.openScope` opens one inside a scope. `end()` and `endAfter` end it. One that is released without that is
  /// ended as `.abandoned`, and reported with the place of this call: as an event where the container is observed, else on standard error.
  /// A shutdown waits for it as for every open scope.
  ///
  /// `kind` is what the scope is, for registrations that are scoped to that; `seeds` are the values that it is given.
  ///
  /// - Throws: `.notSeeded` or `.invalidSeed`; `.shutDown` if the container's end has begun.
  /// - Complexity: linear in the number of seeds.
  public func openScope(
    _ kind: ScopeKind? = nil, seeds: [Seed] = [], fileID: StaticString = #fileID, line: UInt32 = #line
  ) throws(ResolutionError) -> Scope {
    try core.openScope(kind, inside: nil, seeds, RegistrationSite(fileID, line))
  }

  /// How many scopes are open, those of child containers included; a scope counts until its disposers have run.
  ///
  /// ```swift
  /// gauge.record(container.openScopes)
  /// ```
  ///
  /// From any thread; it may have changed when it is looked at.
  ///
  /// - Complexity: O(1).
  public var openScopes: Int { core.life.state.count(of: .scope) }
}

extension Core {
  /// A scope around an operation that is given nothing; the error of one that has to be given something, where the operation's errors include it.
  @inlinable @inline(__always)
  func scope<Failure: Error>(
    _ kind: ScopeKind?, inside enclosing: Scope?, _ site: RegistrationSite, _ type: Failure.Type
  ) throws(Failure) -> Scope {
    if let missing = missingSeed(kind, inside: enclosing, at: site), let error = missing as? Failure { throw error }
    return plainScope(kind, inside: enclosing, site)
  }

  @usableFromInline
  func plainScope(_ kind: ScopeKind?, inside enclosing: Scope?, _ site: RegistrationSite) -> Scope {
    Scope(innermost, kind, inside: enclosing, site)
  }

  /// A scope around an operation that is given values.
  @usableFromInline
  func scope(_ kind: ScopeKind?, inside enclosing: Scope?, _ seeds: [Seed], _ site: RegistrationSite) throws(ResolutionError) -> Scope {
    let core = innermost
    return Scope(core, kind, inside: enclosing, seeds: try core.bind(seeds, kind, inside: enclosing ?? Current.scope, at: site), site)
  }

  func openScope(_ kind: ScopeKind?, inside enclosing: Scope?, _ seeds: [Seed], _ site: RegistrationSite) throws(ResolutionError) -> Scope {
    let core = innermost
    return try Scope(openedByHandIn: core, kind, inside: enclosing, seeds: try core.bind(seeds, kind, inside: enclosing, at: site), site)
  }
}
