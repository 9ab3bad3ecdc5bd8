/// How long an instance lives that everybody shares: its type is `Sendable`.
public struct SharedScope: Sendable, Hashable {
  @usableFromInline let lifetime: Lifetime

  @inlinable
  init(lifetime: Lifetime) {
    self.lifetime = lifetime
  }

  /// Built at the first resolve, once, and kept until it is reset, replaced or the container goes. The default.
  @inlinable  // a constant in the caller, where nearly every registration takes it by default
  public static var singleton: SharedScope { SharedScope(lifetime: .singleton) }

  /// One for each `withScope`, torn down at its end. Asked for outside a scope, or by the factory of something that lives longer, it is an error.
  @inlinable
  public static var scoped: SharedScope { SharedScope(lifetime: .scoped) }

  /// As a singleton, but forgotten together with its group by `reset(group:)`, also after the container was sealed.
  public static func cached(_ group: CacheGroup) -> SharedScope {
    SharedScope(lifetime: .cached(group))
  }
}
