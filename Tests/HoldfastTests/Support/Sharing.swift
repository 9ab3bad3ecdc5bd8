import Holdfast

/// A lifetime that callers share, before it is said of which type: an argument of a test, or of a helper that registers several types.
enum Sharing: Sendable, Hashable {
  case singleton
  case scoped
  case scopedTo(ScopeKind)
  case cached(CacheGroup)

  static func scoped(to kind: ScopeKind) -> Sharing { .scopedTo(kind) }

  /// The lifetime of a type, and of what it is made from.
  func lifetime<Value: Sendable, each A: Hashable & Sendable>(
    capacity: Int? = nil, dispose: (@Sendable (Value) async throws -> Void)? = nil
  ) -> Lifetime<Value, repeat each A> {
    switch self {
    case .singleton: .singleton(capacity: capacity, dispose: dispose)
    case .scoped: .scoped(capacity: capacity, dispose: dispose)
    case .scopedTo(let kind): .scoped(to: kind, capacity: capacity, dispose: dispose)
    case .cached(let group): .cached(group, capacity: capacity, dispose: dispose)
    }
  }

  /// The lifetime of a type whose disposer is told how it ends.
  func lifetime<Value: Sendable>(dispose: @escaping @Sendable (Value, Ending) async throws -> Void) -> Lifetime<Value> {
    switch self {
    case .singleton: .singleton(dispose: dispose)
    case .scoped: .scoped(dispose: dispose)
    case .scopedTo(let kind): .scoped(to: kind, dispose: dispose)
    case .cached(let group): .cached(group, dispose: dispose)
    }
  }
}
