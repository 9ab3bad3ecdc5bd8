/// The lifetime of an instance that callers share. Its type must be `Sendable`.
public struct SharedScope: Sendable, Hashable {
  @usableFromInline package let lifetime: Lifetime

  @inlinable
  init(lifetime: Lifetime) {
    self.lifetime = lifetime
  }

  /// One instance for the container, built at the first resolve. The container keeps it until it is reset or replaced, or the container ends. This is
  /// the default.
  @inlinable  // a constant in the caller, where nearly every registration takes it by default
  public static var singleton: SharedScope { SharedScope(lifetime: .singleton) }

  /// One instance for each scope, disposed of when the scope ends. Resolving it outside a scope, or in the factory of a longer-lived value, throws.
  @inlinable
  public static var scoped: SharedScope { SharedScope(lifetime: .scoped) }

  /// One instance for each scope of a kind. Callers in a scope inside it get the same instance.
  ///
  /// ```swift
  /// try container.register(Cart.self, scope: .scoped(to: .session)) { _ in Cart() }
  /// ```
  public static func scoped(to kind: ScopeKind) -> SharedScope {
    SharedScope(lifetime: .scopedTo(kind))
  }

  /// One object as long as other code holds it, for a protocol type. As `.weak` for classes. If the factory makes a value that is not a class
  /// instance, resolving throws `.wrongType`. A disposer is not possible, because the container does not own the object.
  public static var weakObject: SharedScope { SharedScope(lifetime: .weak) }

  /// One instance for the container, until `reset(group:)` removes the instances of its group. This works after `seal()` too.
  public static func cached(_ group: CacheGroup) -> SharedScope {
    SharedScope(lifetime: .cached(group))
  }
}

/// The lifetime of an instance that the container does not own. Its type must be a `Sendable` class.
public struct WeakScope: Sendable, Hashable {
  let lifetime: Lifetime

  /// One object as long as other code holds it. After that the next resolve builds a new one.
  public static let weak = WeakScope(lifetime: .weak)
}

/// A shared scope for a type that is not `Sendable`. You guarantee that sharing the type is safe.
public struct UncheckedScope: Sendable, Hashable {
  let lifetime: Lifetime

  /// Shares instances although the compiler cannot check that this is safe.
  public static func unchecked(_ scope: SharedScope) -> UncheckedScope {
    UncheckedScope(lifetime: scope.lifetime)
  }
}
