/// Resolves a property when its owner is made.
///
/// ```swift
/// struct Checkout {
///   @Injected var store: any Store
///   @Injected(named: "eu") var tax: TaxTable
/// }
/// ```
///
/// It asks the current container, or the one that you pass. In an object that a factory, decorator or injector makes, it uses the same object
/// graph, scope and override layer, and the container detects cycles through it. A property of an Optional type is nil if nothing is registered.
///
/// Reading a property cannot throw. If the property cannot be resolved while a factory runs, the factory fails with the error when it returns, and
/// the container keeps nothing. It releases the object without its disposer, which could read the property. Elsewhere, reading the property stops
/// the program with the error's text. `$store.get()` throws the error instead.
///
/// `$store.resolve()` asks again: the resolver that you passed, or else the container that is current at that moment. `$store = Injected()` fills the
/// property again, for example inside a test's overrides. The property does not keep a container alive; a resolver of your own that you pass it
/// does keep.
@propertyWrapper
public struct Injected<Value>: InjectedWrapper where Value: Sendable {
  /// Plumbing: what the wrapper asks for.
  @_documentation(visibility: internal) public let request: WrapperRequest<Value>
  private let result: Result<Value, ResolutionError>

  /// Resolves now, from the current container or the one that you pass. It keeps an error until the value is read.
  public init(
    named name: Name? = nil, from resolver: (any Resolver & Sendable)? = nil, fileID: StaticString = #fileID, line: UInt32 = #line
  ) {
    request = WrapperRequest(name, from: resolver, isLazy: false, at: SourceSite(fileID, line))
    result = request.fill(from: resolver) { $0 }
  }

  /// The value. Stops the program with the error's text if it could not be resolved.
  public var wrappedValue: Value {
    switch result {
    case .success(let value): return value
    case .failure(let error): request.stop(error)
    }
  }

  /// The wrapper itself, for `$store.get()` and `$store.resolve()`. Assign another wrapper to fill the property again.
  public var projectedValue: Injected<Value> {
    get { self }
    set { self = newValue }
  }

  /// The value, or the error that prevented it.
  public func get() throws(ResolutionError) -> Value { try result.get() }
}
