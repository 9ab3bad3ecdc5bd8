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
  @usableFromInline let origin: Origin

  init(_ core: Core, _ key: Key<Value>, for requester: Requester) {
    let core = core.innermost.lasting
    origin = Origin(
      core: core, name: key.name, requester: requester.outlivingBuild(in: core, asking: Value.self),
      cell: core.table.phase.loadSequentiallyConsistent() == Phase.sealed ? core.table.find(Value.self, key.name) : nil)
  }

  /// Resolves the value on the calling thread.
  ///
  /// In an `async` function the compiler picks the asynchronous form; `resolveNow` is this one there.
  @inlinable
  public func callAsFunction() throws(ResolutionError) -> sending Value {
    if let cell = origin.cell, origin.core.table.phase.loadSequentiallyConsistent() == Phase.sealed,
      let instance = cell._withUnsafeGuaranteedRef({ $0.ready.load() })
    {
      return sent(Core.value(instance, as: Value.self))
    }
    guard let name = origin.name else { return sent(try origin.core.resolve(Value.self, for: origin.requester)) }
    return sent(try origin.value(named: name))
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
    if let value = try origin.core.hit(Value.self, origin.name, for: origin.requester) { return sent(value) }
    return try await origin.core.miss(Value.self, origin.name, for: origin.requester)
  }
}

/// Where a provider's values come from.
///
/// Each provider has an object of its own: a caller that takes a provider out of an array retains it, and if that were the core, all threads would
/// write to it.
@usableFromInline
final class Origin: Sendable {
  @usableFromInline let core: Core
  @usableFromInline let name: Name?
  /// The requester of the scope that it came from, or of none.
  @usableFromInline let requester: Requester
  /// The key's cell, if the container was sealed when the provider was made: it stays where it is as long as the core lives.
  @usableFromInline let cell: Unmanaged<OnceCell>?

  init(core: Core, name: Name?, requester: Requester, cell: Unmanaged<OnceCell>?) {
    self.core = core
    self.name = name
    self.requester = requester
    self.cell = cell
  }

  // Of its own, so that a call without a name needs no room for it.
  @inlinable @inline(never)
  func value<T>(named name: Name) throws(ResolutionError) -> T { try core.resolve(T.self, named: name, for: requester) }
}
