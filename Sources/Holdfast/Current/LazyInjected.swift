import OnceKernel

/// Resolves a property when it is first read, once.
///
/// ```swift
/// actor Feed {
///   @LazyInjected var parser: Parser
/// }
/// ```
///
/// It asks the container that is current when its owner is made, else the one that is current when it is read. Reading what cannot be resolved
/// stops the program with the error's text; `try $parser.get()` throws it instead, and `try await $parser.get()` waits for asynchronous values.
/// Made inside an override layer, it belongs to that, and cannot be resolved when the layer is over.
@propertyWrapper
public struct LazyInjected<Value: Sendable>: Sendable {
  private let resolver: (any Resolver & Sendable)?
  private let name: Name?
  private let site: RegistrationSite
  private let remembered = Guarded<Value?>(nil)

  /// Remembers where to ask, the current container or the one given; nothing is built yet.
  public init(
    named name: Name? = nil, from resolver: (any Resolver & Sendable)? = nil, fileID: StaticString = #fileID, line: UInt32 = #line
  ) {
    self.name = name
    self.resolver = (resolver ?? Current.resolver).map(ResolverInLayers.here)
    site = RegistrationSite(fileID, line)
  }

  /// The value, built at the first read. Stops the program with the error's text if it cannot be resolved.
  public var wrappedValue: Value {
    do throws(ResolutionError) {
      return try get()
    } catch {
      preconditionFailure("\(error)")
    }
  }

  /// The wrapper itself, for `$store.get()`.
  public var projectedValue: LazyInjected<Value> { self }

  /// The value, or the reason why there is none; blocks while somebody builds it.
  public func get() throws(ResolutionError) -> Value {
    if let value = remembered.withLock({ $0 }) { return value }
    return remember(try found().resolve(Value.self, named: name))
  }

  /// The value, or the reason why there is none; suspends while somebody builds it.
  nonisolated(nonsending) public func get() async throws(ResolutionError) -> Value {
    if let value = remembered.withLock({ $0 }) { return value }
    return remember(try await found().resolve(Value.self, named: name))
  }

  private func found() throws(ResolutionError) -> any Resolver & Sendable {
    guard let resolver = resolver ?? Current.resolver else { throw .noCurrentContainer(for: AnyKey(Value.self, named: name), at: site) }
    return resolver
  }

  /// The first value that arrives is everybody's.
  private func remember(_ value: Value) -> Value {
    remembered.withLock {
      if let first = $0 { return first }
      $0 = value
      return value
    }
  }
}
