public import Holdfast

/// The registrations of a container and their dependencies, as a value.
///
/// ```swift
/// let graph = container.graph()
/// print(graph.text)                                        // a tree for people
/// try graph.dependencies(of: AnyKey(Checkout.self)).mermaid.write(…)   // the part below one key, as a picture
/// ```
///
/// Edges are declared (by wiring or `declare`) or observed (a factory, a decorator or an injector asked for it when it ran). A registration may have
/// both.
public struct DependencyGraph: Sendable {
  /// One registration.
  public struct Node: Sendable, Hashable {
    /// How long the instances of a registration live.
    public struct Lifetime: Sendable, Hashable, CustomStringConvertible {
      package let value: Holdfast.LifetimeKind

      /// One instance for the container.
      public static let singleton = Lifetime(value: .singleton)
      /// One instance for each scope.
      public static let scoped = Lifetime(value: .scoped)
      /// One instance as long as other code holds it.
      public static let weak = Lifetime(value: .weak)
      /// One instance for each object graph.
      public static let graph = Lifetime(value: .graph)
      /// A new instance for each resolve.
      public static let transient = Lifetime(value: .transient)

      /// One instance for each scope of a kind.
      public static func scoped(to kind: ScopeKind) -> Lifetime { Lifetime(value: .scopedTo(kind)) }

      /// One instance for the container, until its group is reset.
      public static func cached(_ group: CacheGroup) -> Lifetime { Lifetime(value: .cached(group)) }

      public var description: String { value.description }
    }

    /// The registered key.
    public let key: AnyKey
    /// How long its instances live.
    public let lifetime: Lifetime
    /// Where it was registered.
    public let site: SourceSite
    /// The assembly that registered it, if one did.
    public let assembly: String?
    /// Whether its factory is asynchronous, or runs on the main actor.
    public let isAsynchronous: Bool
    /// Whether its factory runs on the main actor.
    public let isOnMainActor: Bool
    /// Whether the container had an instance when the graph was taken. It has none while a factory makes one, and it keeps none of a transient.
    public let hasInstance: Bool
    /// How long its latest build took, including its dependencies. Known only if a timeline or an observer existed during the build.
    public let buildTime: Duration?
    /// Whether all that it needs is among the edges: it was declared, or its factory is wired, or a build has run its factory; and a build has run
    /// its decorators and its injector, if it has any. What is made for a caller of the container itself and kept nowhere, a transient, is not
    /// observed.
    public let areNeedsKnown: Bool
  }

  /// One registration needs another.
  public struct Edge: Sendable, Hashable {
    /// The key that needs the other one.
    public let from: AnyKey
    /// The key that is needed.
    public let to: AnyKey
    /// The form in which it is needed.
    public let kind: DeclaredDependency.Kind
    /// Whether wiring or `declare` says so. Otherwise a factory, a decorator or an injector asked for it when it ran.
    public let isDeclared: Bool
  }

  /// The registrations, in order.
  public let nodes: [Node]
  /// The dependencies, in order of registration.
  public let edges: [Edge]

  // MARK: Parts

  /// The key and everything it needs, directly or not.
  public func dependencies(of root: AnyKey) -> DependencyGraph { reachable(from: root, along: { ($0.from, $0.to) }) }

  /// The key and everything that needs it, directly or not.
  public func dependents(of key: AnyKey) -> DependencyGraph { reachable(from: key, along: { ($0.to, $0.from) }) }

  /// The registrations of one assembly, and the edges between them.
  public func assembly(_ name: String) -> DependencyGraph {
    keeping(Set(nodes.filter { $0.assembly == name }.map(\.key)))
  }

  private func reachable(from key: AnyKey, along step: (Edge) -> (AnyKey, AnyKey)) -> DependencyGraph {
    var next: [AnyKey: [AnyKey]] = [:]
    for edge in edges {
      let (from, to) = step(edge)
      next[from, default: []].append(to)
    }
    var seen: Set<AnyKey> = [key]
    var open = [key]
    while let key = open.popLast() {
      for other in next[key] ?? [] where seen.insert(other).inserted { open.append(other) }
    }
    return keeping(seen)
  }

  private func keeping(_ keys: Set<AnyKey>) -> DependencyGraph {
    DependencyGraph(
      nodes: nodes.filter { keys.contains($0.key) }, edges: edges.filter { keys.contains($0.from) && keys.contains($0.to) })
  }
}
