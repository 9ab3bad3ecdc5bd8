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
/// A call costs as much as `resolve`. A provider does not keep the container alive. After the container was released, a call throws `.shutDown`.
public struct Provider<Value>: Sendable {
  @usableFromInline let core: Core
  @usableFromInline let name: Name?
  /// On whose behalf: a scope's, or none.
  @usableFromInline let requester: Requester
  /// The key's cell, if the container was sealed when the provider was made: it stays where it is as long as the core lives.
  @usableFromInline let cell: Unmanaged<OnceCell>?

  init(_ core: Core, _ key: Key<Value>, for requester: Requester) {
    let core = core.innermost
    self.core = core
    name = key.name
    self.requester = requester.outlivingBuild(in: core)
    cell = core.table.phase.loadInTotalOrder() == Phase.sealed ? core.table.find(Value.self, key.name) : nil
  }

  /// Resolves the value on the calling thread.
  ///
  /// In an `async` function, write `provider.callAsFunction()` in a synchronous closure of one expression. Otherwise the compiler picks the
  /// asynchronous form there.
  @inlinable
  public func callAsFunction() throws(ResolutionError) -> sending Value {
    if let cell, core.table.phase.loadInTotalOrder() == Phase.sealed,
      let instance = cell._withUnsafeGuaranteedRef({ $0.ready.load() })
    {
      return sent(Core.value(instance, as: Value.self))
    }
    guard let name else { return sent(try core.resolve(Value.self, for: requester)) }
    return sent(try core.resolve(Value.self, named: name, for: requester))
  }

  /// Resolves the value, and suspends while another caller builds it.
  @inlinable
  nonisolated(nonsending) public func callAsFunction() async throws(ResolutionError) -> sending Value {
    if let value = try core.hit(Value.self, name, for: requester) { return sent(value) }
    return try await core.miss(Value.self, name, for: requester)
  }
}
