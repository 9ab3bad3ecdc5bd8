/// How long an instance lives that all callers share: its type is `Sendable`.
public struct SharedScope: Sendable, Hashable {
  @usableFromInline let lifetime: Lifetime

  @inlinable
  init(lifetime: Lifetime) {
    self.lifetime = lifetime
  }

  /// Built at the first resolve, once, and kept until it is reset, replaced or the container goes. The default.
  @inlinable  // a constant in the caller, where nearly every registration takes it by default
  public static var singleton: SharedScope { SharedScope(lifetime: .singleton) }

  /// One for each scope, torn down at its end. Asked for outside a scope, or by the factory of something that lives longer, it is an error.
  @inlinable
  public static var scoped: SharedScope { SharedScope(lifetime: .scoped) }

  /// One for each scope of a kind: who asks in a scope inside it gets the same one.
  ///
  /// ```swift
  /// try container.register(Cart.self, scope: .scoped(to: .session)) { _ in Cart() }
  /// ```
  public static func scoped(to kind: ScopeKind) -> SharedScope {
    SharedScope(lifetime: .scopedTo(kind))
  }

  /// As `.weak`, for a protocol: shared as long as other code holds it, built anew afterwards. A factory that makes no class instance throws
  /// `.wrongType`. It takes no disposer, as the container only watches the object.
  public static var weakObject: SharedScope { SharedScope(lifetime: .weak) }

  /// As a singleton, but forgotten together with its group by `reset(group:)`, also after the container was sealed.
  public static func cached(_ group: CacheGroup) -> SharedScope {
    SharedScope(lifetime: .cached(group))
  }
}
