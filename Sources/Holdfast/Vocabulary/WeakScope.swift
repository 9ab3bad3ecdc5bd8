/// How long an instance lives that the container only watches: its type is a `Sendable` class.
public struct WeakScope: Sendable, Hashable {
  let lifetime: Lifetime

  /// Shared as long as other code holds it, built anew afterwards.
  public static let weak = WeakScope(lifetime: .weak)
}
