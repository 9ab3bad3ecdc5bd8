public import OnceKernel

/// Resolves a value each time you call it. Inject it instead of the container, or to break a cycle.
///
/// ```swift
/// final class Screen: Sendable {
///   let details: Provider<Details>
///   func open() throws { show(try details()) }
/// }
/// try container.register(Screen.self) { r in Screen(details: r.provider()) }
/// ```
///
/// A call costs as much as `resolve`, or less if the provider was made after `seal()`. A provider does not keep the
/// container alive. After the container was released, a call throws `.shutDown`. The instances of a sealed container stay in memory as long as one of
/// its providers exists.
public struct Provider<Value>: Sendable {
  @usableFromInline let run: ReferenceRun

  init(_ core: Core, _ key: Key<Value>, for requester: Requester) {
    run = ReferenceRun(in: core, to: key, for: requester)
  }

  /// Resolves the value on the calling thread.
  ///
  /// In an `async` function the compiler picks the asynchronous form; `resolveNow` is this one there.
  @inlinable
  public func callAsFunction() throws(ResolutionError) -> sending Value {
    if let cell = run.cell, run.core.table.phase.loadSequentiallyConsistent() == Phase.sealed,
      let instance = cell._withUnsafeGuaranteedRef({ $0.ready.load() })
    {
      return sent(Core.value(instance, as: Value.self))
    }
    guard let name = run.name else { return sent(try run.core.resolve(Value.self, for: run.outermost)) }
    return sent(try run.value(named: name))
  }

  /// Resolves synchronously, in `async` functions and autoclosures, where the compiler picks the asynchronous call.
  ///
  /// ```swift
  /// let details = cached ?? (try provider.resolveNow())   // in an async function
  /// ```
  ///
  /// Blocks while another thread or task builds the value.
  public func resolveNow() throws(ResolutionError) -> sending Value { try callAsFunction() }

  /// Resolves the value, and suspends while another caller builds it.
  @inlinable
  nonisolated(nonsending) public func callAsFunction() async throws(ResolutionError) -> sending Value {
    if let value = try run.core.hit(Value.self, run.name, for: run.outermost) { return sent(value) }
    return try await run.core.miss(Value.self, run.name, for: run.outermost)
  }
}
