/// The lifetime of an instance that callers do not share. It may have any type.
///
/// The two scopes are `.transient` and `.graph`.
public protocol UnsharedScope: Sendable {
  /// One of the two lifetimes. Only Holdfast can make one.
  var unshared: UnsharedLifetime { get }
}

/// What an unshared scope stands for; it has no public values, so that no scope of one's own can pretend to be unshared.
public struct UnsharedLifetime: Sendable, Hashable {
  @usableFromInline let lifetime: Lifetime
}

/// The scope of values that each resolve makes anew.
public struct TransientScope: UnsharedScope {
  /// Says that it is transient.
  public var unshared: UnsharedLifetime { UnsharedLifetime(lifetime: .transient) }
}

/// The scope of values that an object graph shares.
public struct GraphScope: UnsharedScope {
  /// Says that it belongs to a graph.
  public var unshared: UnsharedLifetime { UnsharedLifetime(lifetime: .graph) }
}

extension UnsharedScope {
  @usableFromInline package var lifetime: Lifetime { unshared.lifetime }
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
