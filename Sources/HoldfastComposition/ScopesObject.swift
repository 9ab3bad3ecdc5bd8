import Holdfast

/// What opens scopes from inside, as a need: `let scopes = Scopes()` in a composition. The factory is given a `ComposedScopeOpener`.
///
/// ```swift
/// struct ServerObjects: Composition {
///   let request = Given<Request>()
///   let audit = Scoped<Request, Audit>(\.request) { Audit(user: $0.user) }
///   let scopes = Scopes()
///   let worker = Shared(\.scopes) { scopes in
///     Worker { job in
///       try await scopes.withScope(Request(user: job.user)) { scope, app in try scope(app.audit).note(job) }
///     }
///   }
/// }
/// ```
public struct ScopesObject<Root: Composition>: SharedSource {
  let requirement: Requirement<ComposedScopeOpener<Root>>

  /// A property of that type; one is enough for all kinds of scopes.
  public init() {
    requirement = Requirement(of: Root.self) { owner, _ in
      let root = owner.pointee
      return Needed(.derived { r in ComposedScopeOpener(opener: try r.resolve(), root: root) })
    }
  }

  @_documentation(visibility: internal)
  public func needed(_ gathering: Gathering) -> Needed<ComposedScopeOpener<Root>> { requirement.needed(gathering) }
}

/// Opens scopes of a composition from inside: for a worker, a queue consumer or an accept loop that opens a scope for each piece of work.
///
/// It belongs to the composition, or to the overrides, that made the object it was given to, and keeps neither alive. After the composition was
/// released, and once its shutdown has begun, what is asked for in its scopes throws `.shutDown`. You may use it on any thread and in any task.
public struct ComposedScopeOpener<Root: Composition>: Sendable {
  let opener: ScopeOpener
  let root: Root

  /// Runs `operation` in a new scope, and disposes of the scope's objects before it returns.
  ///
  /// ```swift
  /// try await scopes.withScope(Request(user: user)) { scope, app in try scope(app.audit).note("opened") }
  /// ```
  ///
  /// - `given`: what the scope is given. Its type is the kind of the scope.
  /// - `operation`: the work of the scope, on the caller's actor. It receives the scope and the composition, whose properties it asks the scope for.
  ///
  /// - Throws: what `operation` throws; `.invalidSeed` if the composition has no object of that kind.
  public func withScope<Kind: ComposedScope, Result: ~Copyable>(
    _ given: Kind, isolation: isolated (any Actor)? = #isolation, fileID: StaticString = #fileID, line: UInt32 = #line,
    operation: (_ scope: OpenScope<Kind>, _ app: Root) async throws -> Result
  ) async throws -> Result where Kind.Outer == NoOuterScope {
    try await opener.withScope(Kind.kind, seeds: [.value(given)], fileID: fileID, line: line) { scope in
      _ = isolation  // captured, so that the closure does not leave the caller's actor
      return try await operation(OpenScope(scope: scope), root)
    }
  }
}
