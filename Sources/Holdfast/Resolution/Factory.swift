import OnceKernel

/// Makes values from run-time arguments. Inject it instead of the container.
///
/// ```swift
/// final class FriendList {
///   let makeDetails: Factory<UserDetails, User>
///   func select(_ user: User) throws { show(try makeDetails(user)) }
/// }
/// try container.register(FriendList.self, scope: .transient) { r in FriendList(makeDetails: r.factory(taking: User.self)) }
/// ```
///
/// A factory builds nothing until you call it. It does not keep its container alive.
public struct Factory<Value, each Argument>: Sendable {
  private let run: ReferenceRun

  init(_ core: Core, _ name: Name?, for requester: Requester) {
    run = ReferenceRun(in: core, to: Key<Value>(named: name), for: requester)
  }

  /// Resolves the value for these arguments on the calling thread, as `resolve(with:)` does.
  ///
  /// In an `async` function the compiler picks the asynchronous form; `resolveNow` is this one there.
  public func callAsFunction(_ arguments: repeat each Argument) throws(ResolutionError) -> Value {
    try run.core.resolve(Value.self, run.name, with: ArgumentPack<repeat each Argument>((repeat each arguments)), for: run.outermost)
  }

  /// Resolves synchronously, in `async` functions and autoclosures, where the compiler picks the asynchronous call.
  ///
  /// ```swift
  /// let details = cached ?? (try makeDetails.resolveNow(user))   // in an async function
  /// ```
  ///
  /// Blocks while another thread or task builds the value.
  public func resolveNow(_ arguments: repeat each Argument) throws(ResolutionError) -> Value {
    try callAsFunction(repeat each arguments)
  }

  /// Resolves the value for these arguments, suspending while another caller builds it.
  nonisolated(nonsending) public func callAsFunction(
    _ arguments: repeat each Argument
  ) async throws(ResolutionError) -> Value {
    try await run.core.resolve(Value.self, run.name, with: ArgumentPack<repeat each Argument>((repeat each arguments)), for: run.outermost)
  }
}
