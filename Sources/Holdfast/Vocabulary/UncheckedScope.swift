/// A shared scope for a type that is not `Sendable`. You guarantee that sharing the type is safe.
public struct UncheckedScope: Sendable, Hashable {
  let lifetime: Lifetime

  /// Shares instances although the compiler cannot check that this is safe.
  public static func unchecked(_ scope: SharedScope) -> UncheckedScope {
    UncheckedScope(lifetime: scope.lifetime)
  }
}
