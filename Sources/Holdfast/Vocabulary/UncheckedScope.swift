/// A shared scope for a type that is not `Sendable`: the code that names it vouches that sharing the type is safe.
public struct UncheckedScope: Sendable, Hashable {
  let lifetime: Lifetime

  /// Shares instances although the compiler cannot see that they may be shared.
  public static func unchecked(_ scope: SharedScope) -> UncheckedScope {
    UncheckedScope(lifetime: scope.lifetime)
  }
}
