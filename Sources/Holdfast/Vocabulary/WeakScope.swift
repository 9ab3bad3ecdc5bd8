/// The lifetime of an instance that the container does not own. Its type must be a `Sendable` class.
public struct WeakScope: Sendable, Hashable {
  let lifetime: Lifetime

  /// One object as long as other code holds it. After that the next resolve builds a new one.
  public static let weak = WeakScope(lifetime: .weak)
}
