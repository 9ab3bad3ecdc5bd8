import OnceKernel

/// Makes values from run-time arguments: injected instead of the container, or of the product's own dependencies.
///
/// ```swift
/// final class FriendList {
///   let makeDetails: Factory<UserDetails, User>
///   func select(_ user: User) throws { show(try makeDetails(user)) }
/// }
/// try container.register(FriendList.self, scope: .transient) { r in FriendList(makeDetails: r.factory(taking: User.self)) }
/// ```
///
/// Holding it builds nothing. It resolves in its container, of which it does not extend the life.
public struct Factory<Value, each Argument>: Sendable {
  private let core: Core
  private let name: Name?
  /// On whose behalf: a scope's, or none.
  private let requester: Requester

  init(_ core: Core, _ name: Name?, for requester: Requester) {
    let core = core.innermost
    self.core = core
    self.name = name
    self.requester = requester.outlivingBuild(in: core)
  }

  /// Resolves the value for these arguments, synchronously: as `resolve(with:)`, on the calling thread.
  ///
  /// In a closure of one expression the compiler goes by the function around it: inside an async one, a synchronous closure says
  /// `factory.callAsFunction(…)`.
  public func callAsFunction(_ arguments: repeat each Argument) throws(ResolutionError) -> Value {
    try core.resolve(Value.self, name, with: (repeat each arguments), for: requester)
  }

  /// Resolves the value for these arguments, suspending while another caller builds it.
  nonisolated(nonsending) public func callAsFunction(
    _ arguments: repeat each Argument
  ) async throws(ResolutionError) -> Value {
    try await core.resolve(Value.self, name, with: (repeat each arguments), for: requester)
  }
}
