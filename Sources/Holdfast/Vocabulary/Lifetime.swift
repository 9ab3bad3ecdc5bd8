/// All scopes in one list, for looking at a registration.
public enum Lifetime: Sendable, Hashable, CustomStringConvertible {
  case singleton, scoped, weak, graph, transient
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
