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
  private let request: WrapperRequest<Value>
  private let lazy = LazyValue<Value>()

  /// Remembers where to ask, the current container or the one given; nothing is built yet.
  public init(
    named name: Name? = nil, from resolver: (any Resolver & Sendable)? = nil, fileID: StaticString = #fileID, line: UInt32 = #line
  ) {
    request = WrapperRequest(name, from: resolver, isLazy: true, at: RegistrationSite(fileID, line))
  }

  /// The value, built at the first read. Stops the program with the error's text if it cannot be resolved.
  public var wrappedValue: Value {
    do throws(ResolutionError) {
      return try get()
    } catch {
      preconditionFailure("\(error)")
    }
  }

  /// The wrapper itself, for `$parser.get()` and `$parser.resolve()`; assigning another one makes the property unread.
  public var projectedValue: LazyInjected<Value> {
    get { self }
    set { self = newValue }
  }

  /// The value, or the reason why there is none; blocks while another thread or task builds it.
  public func get() throws(ResolutionError) -> Value {
    try lazy.value(for: request) { () throws(ResolutionError) in try request.resolve(with: ()) }
  }

  /// The value, or the reason why there is none; suspends while another thread or task builds it.
  nonisolated(nonsending) public func get() async throws(ResolutionError) -> Value {
    try await lazy.value(for: request) { () async throws(ResolutionError) in try await request.resolve(with: ()) }
  }

  /// Asks again, where the property is resolved or the one given, also for what is made from arguments; the property keeps what it has.
  public func resolve<each A>(
    from resolver: (any Resolver & Sendable)? = nil, with arguments: repeat each A
  ) throws(ResolutionError) -> Value {
    try request.resolve(from: resolver, with: (repeat each arguments))
  }

  /// Asks again, suspending while another caller builds the value.
  nonisolated(nonsending) public func resolve<each A>(
    from resolver: (any Resolver & Sendable)? = nil, with arguments: repeat each A
  ) async throws(ResolutionError) -> Value {
    try await request.resolve(from: resolver, with: (repeat each arguments))
  }
}
