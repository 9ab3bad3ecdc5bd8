public import Holdfast

/// A factory that is a value of its own rather than a closure.
///
/// ```swift
/// struct ClientFactory: ServiceFactory {
///   let host: String
///   func make(_ resolver: FactoryResolver) throws -> Client { try Client(host: host, logger: resolver.resolve()) }
/// }
/// try container.register(Client.self, .using(ClientFactory(host: "example.org")))
/// ```
public protocol ServiceFactory<Product>: Sendable {
  /// The type of the values that it makes.
  associatedtype Product
  /// Makes a value, on the caller's thread or task, with no lock held. If it throws, the error is the cause of a `.factoryFailed`.
  func make(_ resolver: FactoryResolver) throws -> Product
}

extension Making {
  /// A factory that is a value of its own rather than a closure.
  ///
  /// ```swift
  /// try container.register(Client.self, .using(ClientFactory(host: "example.org")))
  /// ```
  ///
  /// - `factory`: makes the values.
  public static func using<F: ServiceFactory>(_ factory: F) -> Making<Value> where F.Product == Value {
    Making<Value>.factory { try factory.make($0) }
  }
}
