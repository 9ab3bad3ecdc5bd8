public import Holdfast

extension Composed {
  /// Opens a scope that stays open until its `end()`, for a window or a response that is streamed; see `Container.openScope`.
  ///
  /// ```swift
  /// let scope = try app.openScope(Request(user: user, path: "/"))
  /// let audit = try scope(app.audit)
  /// await scope.end()
  /// ```
  ///
  /// - `given`: what the scope is given. Its type is the kind of the scope.
  ///
  /// - Throws: `.invalidSeed` if the composition has no object of that kind; `.shutDown`.
  public func openScope<Kind: ComposedScope>(
    _ given: Kind, fileID: StaticString = #fileID, line: UInt32 = #line
  ) throws(ResolutionError) -> OpenScope<Kind> where Kind.Outer == NoOuterScope {
    OpenScope(scope: try container.openScope(Kind.kind, seeds: [.value(given)], fileID: fileID, line: line))
  }
}

extension OpenScope {
  /// Opens a scope of another kind inside this one, which stays open until its `end()`.
  ///
  /// ```swift
  /// let step = try session.openScope(Step(number: 1))
  /// ```
  ///
  /// - `given`: what the inner scope is given. Its type is the kind of the scope.
  ///
  /// - Throws: `.invalidSeed` if the composition has no object of that kind; `.shutDown`.
  public func openScope<Inner: ComposedScope>(
    _ given: Inner, fileID: StaticString = #fileID, line: UInt32 = #line
  ) throws(ResolutionError) -> OpenScope<Inner> where Inner.Outer == Kind {
    OpenScope<Inner>(scope: try scope.openScope(Inner.kind, seeds: [.value(given)], fileID: fileID, line: line))
  }

  /// Ends a scope that was opened by hand, and disposes of its objects; see `Scope.end`.
  ///
  /// ```swift
  /// await scope.end(.failed(error))
  /// ```
  ///
  /// - `ending`: how it ends, which disposers are told.
  ///
  /// Returns false if it had ended already.
  @discardableResult
  nonisolated(nonsending) public func end(_ ending: Ending = .completed) async -> Bool { await scope.end(ending) }
}

extension ComposedScopeOpener {
  /// Opens a scope that stays open until its `end()`.
  ///
  /// ```swift
  /// let scope = try scopes.openScope(Request(user: user, path: "/"))
  /// let audit = try scope(scopes.app.audit)
  /// ```
  ///
  /// - `given`: what the scope is given. Its type is the kind of the scope.
  ///
  /// - Throws: `.invalidSeed` if the composition has no object of that kind; `.shutDown`.
  public func openScope<Kind: ComposedScope>(
    _ given: Kind, fileID: StaticString = #fileID, line: UInt32 = #line
  ) throws(ResolutionError) -> OpenScope<Kind> where Kind.Outer == NoOuterScope {
    OpenScope(scope: try opener.openScope(Kind.kind, seeds: [.value(given)], fileID: fileID, line: line))
  }

  /// The composition, whose properties an open scope is asked for.
  public var app: Root { root }
}
