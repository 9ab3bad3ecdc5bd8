/// All scopes in one list, for looking at a registration.
public enum Lifetime: Sendable, Hashable, CustomStringConvertible {
  /// One for the container.
  case singleton
  /// One for each `withScope`.
  case scoped
  /// One as long as somebody else holds it.
  case weak
  /// One for each object graph.
  case graph
  /// One for each resolve.
  case transient
  /// One for the container, until its group is reset.
  case cached(CacheGroup)

  public var description: String {
    switch self {
    case .singleton: "singleton"
    case .scoped: "scoped"
    case .weak: "weak"
    case .graph: "graph"
    case .transient: "transient"
    case .cached(let group): "cached(\(group.name))"
    }
  }
}
