/// A type whose instances have to release resources when their container or scope ends.
///
/// ```swift
/// final class Pool: Disposable { func dispose() async throws { try await close() } }
/// ```
///
/// A container calls `dispose()` once for each instance that it built and kept, in reverse order of creation: at `shutdown()`, at the end of the
/// instance's scope, or after the instance was reset, replaced or removed and no scope or build of that moment uses it, nor a kept value. It never calls `dispose()` for transients, graph objects or weak objects.
///
/// The instance that a decorator returned is disposed of first, and then the one that the decorator was given, if these are `Disposable`. A wrapper
/// leaves what it wraps to the container. If the registration has a `dispose:` closure, the container calls that instead, once, with the value that
/// callers got. An object that several registrations hand out belongs to the innermost of them that keeps and disposes of it. Each struct belongs to
/// its own registration.
///
/// The type and `dispose()` may belong to an actor, but the conformance may not, because the container looks for it on any thread. Write `@MainActor
/// final class Session: Disposable`, not `: @MainActor Disposable`. Write `@MainActor` also in a module whose default isolation is the main actor.
public protocol Disposable: SendableMetatype {
  /// Releases the resources of the instance. An error is in the report of the shutdown and does not stop other disposers.
  func dispose() async throws
}
