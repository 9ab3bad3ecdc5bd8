import OnceKernel

/// Resolves a value at the first use and keeps it. Inject it for expensive or rarely needed dependencies, or to break a cycle.
///
/// ```swift
/// try container.register(Report.self) { r in Report(printer: r.lazy(Printer.self)) }
/// … try printer.value().print(page)
/// ```
///
/// Several threads and tasks may share it: all get the same value, and the factory of a transient runs once. An asynchronous one runs in a task of
/// its own, as that of a shared value does. A call waits, and fails, as `resolve` does. After a failure the next call tries again.
public final class Lazy<Value: Sendable>: Sendable {
  private let core: Core
  private let name: Name?
  /// The requester of the scope that it came from, or of none.
  private let requester: Requester
  @usableFromInline let lazy = LazyValue<Value>()

  init(_ core: Core, _ key: Key<Value>, for requester: Requester) {
    let core = core.innermost.lasting
    self.core = core
    name = key.name
    self.requester = requester.outlivingBuild(in: core, asking: Value.self)
  }

  /// The value. Blocks while another thread or task builds it.
  @inlinable
  public func value() throws(ResolutionError) -> Value {
    if let known = lazy.known { return known }
    return try read()
  }

  /// The value. Suspends while another thread or task builds it.
  @inlinable
  nonisolated(nonsending) public func value() async throws(ResolutionError) -> Value {
    if let known = lazy.known { return known }
    return try await read()
  }

  @usableFromInline
  func read() throws(ResolutionError) -> Value {
    try lazy.value { instances throws(ResolutionError) in
      try core.resolveLazily(Value.self, name, in: instances, for: requester)
    }
  }

  @usableFromInline
  nonisolated(nonsending) func read() async throws(ResolutionError) -> Value {
    try await lazy.value { instances async throws(ResolutionError) in
      try await core.resolveLazily(Value.self, name, in: instances, for: requester)
    }
  }
}
