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
  private let run: ReferenceRun
  @usableFromInline let lazy = LazyValue<Value>()

  init(_ core: Core, _ key: Key<Value>, for requester: Requester) {
    run = ReferenceRun(in: core, to: key, for: requester)
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
      try run.core.resolveLazily(Value.self, run.name, in: instances, for: run.outermost)
    }
  }

  @usableFromInline
  nonisolated(nonsending) func read() async throws(ResolutionError) -> Value {
    try await lazy.value { instances async throws(ResolutionError) in
      try await run.core.resolveLazily(Value.self, run.name, in: instances, for: run.outermost)
    }
  }
}
