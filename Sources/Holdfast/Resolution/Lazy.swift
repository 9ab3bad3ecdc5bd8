import OnceKernel

/// Resolves a value at the first use and remembers it: for dependencies that are dear or seldom needed, or to break a cycle.
///
/// ```swift
/// try container.register(Report.self) { r in Report(printer: r.lazy(Printer.self)) }
/// … try printer.value().print(page)
/// ```
///
/// Any number of threads and tasks may share it: all get the same value, and the factory of a transient runs
/// once. A failure is not remembered.
public final class Lazy<Value: Sendable>: Sendable {
  private let core: Core
  private let name: Name?
  /// On whose behalf: a scope's, or none.
  private let requester: Requester
  private let lazy = LazyValue<Value>()

  init(_ core: Core, _ key: Key<Value>, for requester: Requester) {
    let core = core.innermost
    self.core = core
    name = key.name
    self.requester = requester.outlivingBuild(in: core)
  }

  /// The value, built at the first call; blocks while another thread or task builds it. Throws `ResolutionError`.
  public func value() throws(ResolutionError) -> Value {
    if let value = lazy.remembered { return value }
    return try lazy.value(of: AnyKey(Value.self, named: name), in: [core]) { () throws(ResolutionError) in
      try core.resolve(Value.self, name, for: requester)
    }
  }

  /// The value, built at the first call; suspends while another thread or task builds it. Throws `ResolutionError`.
  nonisolated(nonsending) public func value() async throws(ResolutionError) -> Value {
    if let value = lazy.remembered { return value }
    return try await lazy.value(of: AnyKey(Value.self, named: name), in: [core]) { () async throws(ResolutionError) in
      try await core.resolve(Value.self, name, for: requester)
    }
  }
}
