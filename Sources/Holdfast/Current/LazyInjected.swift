import OnceKernel

/// Resolves a property when it is first read, once.
///
/// ```swift
/// actor Feed {
///   @LazyInjected var parser: Parser
/// }
/// ```
///
/// It asks the container and the scope that are current when its owner is made. If there are none, it asks those that are current at the first
/// read. Several threads and tasks may read it: all get the same value, and the factory of a transient runs once. After a failure the next read
/// tries again. A property of an Optional type is nil if nothing is registered. If the owner is made inside an override layer, the property cannot
/// be resolved after the end of the layer.
///
/// If the property cannot be resolved, reading it stops the program with the error's text. `try $parser.get()` throws the error instead, and
/// `try await $parser.get()` waits for asynchronous values.
@propertyWrapper
public struct LazyInjected<Value: Sendable>: InjectedWrapper {
  /// Plumbing: what the wrapper asks for.
  @_documentation(visibility: internal) public let request: WrapperRequest<Value>
  private let lazy = LazyValue<Value>()

  /// Remembers the current container, or the one that you pass. Nothing is built yet.
  public init(
    named name: Name? = nil, from resolver: (any Resolver & Sendable)? = nil, fileID: StaticString = #fileID, line: UInt32 = #line
  ) {
    request = WrapperRequest(name, from: resolver, isLazy: true, at: SourceSite(fileID, line))
  }

  /// The value, built at the first read. Stops the program with the error's text if it cannot be resolved.
  public var wrappedValue: Value {
    do throws(ResolutionError) {
      return try get()
    } catch {
      request.stop(error)
    }
  }

  /// The wrapper itself, for `$parser.get()` and `$parser.resolve()`. After you assign another wrapper, the next read resolves again.
  public var projectedValue: LazyInjected<Value> {
    get { self }
    set { self = newValue }
  }

  /// The value, or the error that prevented it. Blocks while another thread or task builds the value.
  public func get() throws(ResolutionError) -> Value {
    try lazy.value { instances throws(ResolutionError) in try request.resolve(in: instances) }
  }

  /// The value, or the error that prevented it. Suspends while another thread or task builds the value.
  nonisolated(nonsending) public func get() async throws(ResolutionError) -> Value {
    try await lazy.value { instances async throws(ResolutionError) in try await request.resolve(in: instances) }
  }
}
