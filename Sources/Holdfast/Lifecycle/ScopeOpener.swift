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
public struct ScopeOpener: ScopeParent {
  /// Plumbing: it opens a scope as its container does.
  @_documentation(visibility: internal)
  public let requester: Requester
  @_documentation(visibility: internal)
  public static var isOwn: Own<ScopeOpener> { Own() }

  init(_ core: Core) {
    requester = Run(core.innermost.lasting, isContainersOwn: true).outermost
  }
}

extension ScopeOpener: MadeReference {
  static func target(_ name: Name?) -> Dependency? { nil }
  static func made(by resolver: FactoryResolver, _ name: Name?) -> Self { Self(resolver.core) }
}
