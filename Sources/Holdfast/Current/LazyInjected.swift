import OnceKernel

/// Resolves a property when it is first read, once.
///
/// ```swift
/// actor Feed {
///   @LazyInjected var parser: Parser
/// }
/// ```
///
/// It asks the container, and the scope, that are current when its owner is made, else those that are current when it is read. Any number of
/// threads and tasks may read it: all get the same value, and the factory of a transient runs once. A failure is not remembered. A property of an
/// Optional type is nil if nothing is registered. Made inside an override layer, it belongs to that, and cannot be resolved when the layer is over.
///
/// Reading what cannot be resolved stops the program with the error's text; `try $parser.get()` throws it instead, and `try await $parser.get()`
/// waits for asynchronous values.
@propertyWrapper
public struct LazyInjected<Value: Sendable>: Sendable {
  private let resolver: (any Resolver & Sendable)?
  private let name: Name?
  private let site: RegistrationSite
  private let lazy = LazyValue<Value>()

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

  /// The value, or the reason why there is none; blocks while another thread or task builds it.
  public func get() throws(ResolutionError) -> Value {
    if let value = lazy.remembered { return value }
    let (key, resolver) = (Key<Value>(named: name), try found())
    return try lazy.value(of: key.erased, in: cores(of: resolver)) { () throws(ResolutionError) in try resolver.resolveIfNeeded(key) }
  }

  /// The value, or the reason why there is none; suspends while another thread or task builds it.
  nonisolated(nonsending) public func get() async throws(ResolutionError) -> Value {
    if let value = lazy.remembered { return value }
    let (key, resolver) = (Key<Value>(named: name), try found())
    return try await lazy.value(of: key.erased, in: cores(of: resolver)) { () async throws(ResolutionError) in
      try await resolver.resolveIfNeeded(key)
    }
  }

  private func found() throws(ResolutionError) -> any Resolver & Sendable {
    try Current.resolver(or: resolver, for: AnyKey(Value.self, named: name), at: site)
  }

  private func cores(of resolver: any Resolver) -> [Core] { (resolver as? any CoreHolding)?.cores ?? [] }
}
