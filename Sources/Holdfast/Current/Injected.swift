/// Resolves a property when its owner is made.
///
/// ```swift
/// struct Checkout {
///   @Injected var store: any Store
///   @Injected(named: "eu") var tax: TaxTable
/// }
/// ```
///
/// It asks the current container, or the one it is given. Made by code that a factory, decorator or injector calls, it speaks for that: it sees
/// the same object graph, scope and override layer, and is found in cycles. A property of an Optional type is nil if nothing is registered.
///
/// A property cannot throw. If one cannot be resolved while a factory runs, that factory fails with the error when it returns, and nothing is
/// kept; the object is released without its disposer, which could read the property. Elsewhere, reading the property stops the program with the error's text; `$store.get()` throws the same error instead.
///
/// `$store.resolve()` asks again, and `$store = Injected()` fills the property again, as in a test's override layer. The property keeps no container
/// alive, so that both ask the one that is current then.
@propertyWrapper
public struct Injected<Value>: Sendable where Value: Sendable {
  private let request: WrapperRequest<Value>
  private let result: Result<Value, ResolutionError>

  /// Resolves now, from the current container or the one given; what goes wrong is kept until the value is read.
  public init(
    named name: Name? = nil, from resolver: (any Resolver & Sendable)? = nil, fileID: StaticString = #fileID, line: UInt32 = #line
  ) {
    request = WrapperRequest(name, from: resolver, isLazy: false, at: RegistrationSite(fileID, line))
    result = request.fill(from: resolver) { $0 }
  }

  /// The value. Stops the program with the error's text if it could not be resolved.
  public var wrappedValue: Value {
    switch result {
    case .success(let value): return value
    case .failure(let error): preconditionFailure("\(error)")
    }
  }

  /// The wrapper itself, for `$store.get()` and `$store.resolve()`; assigning another one fills the property anew.
  public var projectedValue: Injected<Value> {
    get { self }
    set { self = newValue }
  }

  /// The value, or the reason why there is none.
  public func get() throws(ResolutionError) -> Value { try result.get() }

  /// Asks again, the current container or the one given, also for what is made from arguments; the property keeps what it has.
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
