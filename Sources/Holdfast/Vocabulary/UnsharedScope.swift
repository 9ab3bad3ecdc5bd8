/// How long an instance lives that nobody shares: its type may be anything.
public protocol UnsharedScope: Sendable {
  var lifetime: Lifetime { get }
}

/// The scope of what is built anew at every resolve.
public struct TransientScope: UnsharedScope {
  public var lifetime: Lifetime { .transient }
}

/// The scope of what an object graph shares.
public struct GraphScope: UnsharedScope {
  public var lifetime: Lifetime { .graph }
}

extension UnsharedScope where Self == TransientScope {
  /// Built anew at every resolve.
  public static var transient: TransientScope { TransientScope() }
}

extension UnsharedScope where Self == GraphScope {
  /// One for each object graph: everything that is resolved for one outermost request shares it, and nobody else does.
  ///
  /// Objects of a graph may refer to each other in circles through injectors. The graph ends when the outermost request returns or throws; a
  /// shared value's factory has a graph of its own.
  public static var graph: GraphScope { GraphScope() }
}
