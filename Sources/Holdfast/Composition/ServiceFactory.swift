/// A factory that is a value of its own rather than a closure.
///
/// ```swift
/// struct ClientFactory: ServiceFactory {
///   let host: String
///   func make(_ resolver: Resolution) throws -> Client { try Client(host: host, logger: resolver.resolve()) }
/// }
/// try container.register(using: ClientFactory(host: "example.org"))
/// ```
public protocol ServiceFactory<Product>: Sendable {
  /// The type of the values that it makes.
  associatedtype Product
  /// Makes a value, on the caller's thread or task, with no lock held. If it throws, the error is the cause of a `.factoryFailed`.
  func make(_ resolver: Resolution) throws -> Product
}

extension Registrar {
  /// Registers a factory value whose product all callers share.
  @discardableResult
  public func register<F: ServiceFactory>(
    named name: Name? = nil, scope: SharedScope = .singleton, fileID: StaticString = #fileID, line: UInt32 = #line, using factory: F
  ) throws(Failure) -> Self where F.Product: Sendable {
    try register(F.Product.self, named: name, scope: scope, fileID: fileID, line: line) { try factory.make($0) }
  }

  /// Registers a factory value whose product belongs to its caller.
  @discardableResult
  public func register<F: ServiceFactory>(
    named name: Name? = nil, scope: some UnsharedScope, fileID: StaticString = #fileID, line: UInt32 = #line, using factory: F
  ) throws(Failure) -> Self {
    try register(F.Product.self, named: name, scope: scope, fileID: fileID, line: line) { try factory.make($0) }
  }
}
