/// A type whose instances have to release resources when their container or scope ends.
///
/// ```swift
/// final class Pool: Disposable { func dispose() async throws { try await close() } }
/// ```
///
/// A container calls `dispose()` once for each instance that it built and kept, in reverse order of creation: at `shutdown()`, at the end of the
/// instance's scope, or after the instance was reset or replaced. If the registration has a `dispose:` closure, the container calls that instead. It
/// never calls `dispose()` for transients, graph objects or weak objects. If a decorator returned another instance, that one counts.
///
/// The type and `dispose()` may belong to an actor, but the conformance may not, because the container looks for it on any thread. Write `@MainActor
/// final class Session: Disposable`, not `: @MainActor Disposable`. Write `@MainActor` also in a module whose default isolation is the main actor.
public protocol Disposable: SendableMetatype {
  /// Releases the resources of the instance. An error is in the report of the shutdown and does not stop other disposers.
  func dispose() async throws
}
