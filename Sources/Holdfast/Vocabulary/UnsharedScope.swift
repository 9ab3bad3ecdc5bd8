/// The lifetime of an instance that callers do not share. It may have any type.
///
/// The two scopes are `.transient` and `.graph`.
public protocol UnsharedScope: Sendable {}

/// The scope of values that each resolve makes anew.
public struct TransientScope: UnsharedScope {}

/// The scope of values that an object graph shares.
public struct GraphScope: UnsharedScope {}

extension UnsharedScope {
  // A scope of an app's own cannot say that it is shared: it is a graph's.
  @usableFromInline package var lifetime: Lifetime { Self.self == TransientScope.self ? .transient : .graph }
}

extension UnsharedScope where Self == TransientScope {
  /// A new instance for each resolve.
  public static var transient: TransientScope { TransientScope() }
}

extension UnsharedScope where Self == GraphScope {
  /// One instance for each object graph. All values that one outermost resolve builds share it.
  ///
  /// Objects of a graph may refer to each other through injectors. The graph ends when the outermost resolve returns or throws. The factory of a
  /// shared value has a graph of its own.
  public static var graph: GraphScope { GraphScope() }
}
