/// How long an instance lives that is not shared: its type may be anything.
///
/// The scopes are `.transient` and `.graph`; there is no way to make another one.
public protocol UnsharedScope: Sendable {
  /// Which of the two it is. Only Holdfast can make one.
  var unshared: UnsharedLifetime { get }
}

/// What an unshared scope stands for; it has no public values, so that no scope of one's own can pretend to be unshared.
public struct UnsharedLifetime: Sendable, Hashable {
  @usableFromInline let lifetime: Lifetime
}

/// The scope of what is built anew at every resolve.
public struct TransientScope: UnsharedScope {
  /// Says that it is transient.
  public var unshared: UnsharedLifetime { UnsharedLifetime(lifetime: .transient) }
}

/// The scope of what an object graph shares.
public struct GraphScope: UnsharedScope {
  /// Says that it belongs to a graph.
  public var unshared: UnsharedLifetime { UnsharedLifetime(lifetime: .graph) }
}

extension UnsharedScope {
  @usableFromInline var lifetime: Lifetime { unshared.lifetime }
}

extension UnsharedScope where Self == TransientScope {
  /// Built anew at every resolve.
  public static var transient: TransientScope { TransientScope() }
}

extension UnsharedScope where Self == GraphScope {
  /// One for each object graph: everything that is resolved for one outermost request shares it, and nothing else does.
  ///
  /// Objects of a graph may refer to each other in circles through injectors. The graph ends when the outermost request returns or throws; a
  /// shared value's factory has a graph of its own.
  public static var graph: GraphScope { GraphScope() }
}
