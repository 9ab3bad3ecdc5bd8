import OnceKernel

/// Resolves a value at the first use and keeps it. Inject it for expensive or rarely needed dependencies, or to break a cycle.
///
/// ```swift
/// try container.register(Report.self) { r in Report(printer: r.lazy(Printer.self)) }
/// … try printer.value().print(page)
/// ```
///
/// Several threads and tasks may share it: all get the same value, and the factory of a transient runs once, except if the main actor reads a
/// main-actor transient synchronously while a task waits for it. After a failure the next call tries again.
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

  /// The value. Blocks while another thread or task builds it.
  public func value() throws(ResolutionError) -> Value {
    if let value = lazy.remembered { return value }
    return try lazy.value(of: AnyKey(Value.self, named: name), in: [core]) { () throws(ResolutionError) in
      try core.resolve(Value.self, name, for: requester)
    }
  }

  /// The value. Suspends while another thread or task builds it.
  nonisolated(nonsending) public func value() async throws(ResolutionError) -> Value {
    if let value = lazy.remembered { return value }
    return try await lazy.value(of: AnyKey(Value.self, named: name), in: [core]) { () async throws(ResolutionError) in
      try await core.resolve(Value.self, name, for: requester)
    }
  }
}
