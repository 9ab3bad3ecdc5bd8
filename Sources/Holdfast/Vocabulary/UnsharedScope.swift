/// The lifetime of an instance that callers do not share. It may have any type.
///
/// The two scopes are `.transient` and `.graph`. There are no others.
public protocol UnsharedScope: Sendable {
  /// Plumbing: which of the two it is.
  @_documentation(visibility: internal)
  var unshared: UnsharedLifetime { get }
}

/// Plumbing: what an `UnsharedScope` stands for.
@_documentation(visibility: internal)
public struct UnsharedLifetime: Sendable {
  fileprivate let lifetime: Lifetime
}

/// The scope of values that each resolve makes anew.
public struct TransientScope: UnsharedScope {
  @_documentation(visibility: internal)
  public var unshared: UnsharedLifetime { UnsharedLifetime(lifetime: .transient) }
}

/// The scope of values that an object graph shares.
public struct GraphScope: UnsharedScope {
  @_documentation(visibility: internal)
  public var unshared: UnsharedLifetime { UnsharedLifetime(lifetime: .graph) }
}

extension UnsharedScope {
  package var lifetime: Lifetime { unshared.lifetime }
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
  ///
  /// In a factory, its resolver and property wrappers share the graph. What a container, a scope or `Container.currentResolver()` returns may be sent
  /// to another task, so each of their requests has a graph of its own.
  public static var graph: GraphScope { GraphScope() }
}
