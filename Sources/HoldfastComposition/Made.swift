public import Holdfast

/// What a maker makes, and of which arguments; always a `Made`.
public protocol MakerSignature: SendableMetatype {
  /// What an object that needs the maker is given.
  associatedtype Reference: Sendable
}

/// The type of a maker, where it is written: `Maker<Made<Receipt, Int>>` makes receipts of an integer.
///
/// ```swift
/// struct TillObjects: Composition {
///   let receipt: Maker<Made<Receipt, Int>>
///   init(clock: any Clock) { receipt = Maker(taking: Int.self) { cents in Receipt(cents, clock) } }
/// }
/// ```
///
/// No value is made of it. It is not the `Factory` itself, so that a module can have public makers without importing the container.
public struct Made<Product, each Argument>: MakerSignature {
  /// What an object that needs the maker is given.
  public typealias Reference = Factory<Product, repeat each Argument>

  private init() {}
}

/// A signature whose types are not known.
private protocol KnownSignature: SendableMetatype {
  static var product: Any.Type { get }

  static func reference(_ need: KeyedNeed<Never>, _ resolution: FactoryResolver) -> any Sendable
}

extension Made: KnownSignature {
  fileprivate static var product: Any.Type { Product.self }

  fileprivate static func reference(_ need: KeyedNeed<Never>, _ resolution: FactoryResolver) -> any Sendable {
    need.of(Product.self).factory(resolution, taking: repeat (each Argument).self)
  }
}

extension Gathering {
  /// A need of what makes objects of arguments.
  func needMaker<Signature: MakerSignature>(_ handle: Handle, _ signature: Signature.Type) -> Needed<Signature.Reference> {
    // Each initializer of a maker says which `Made` it is.
    guard let signature = signature as? any KnownSignature.Type else { preconditionFailure("the signature of a maker is a Made") }
    guard let need = need(handle, signature.product, .factory) else { return .refused }
    return Needed(
      .derived { resolution in
        guard let made = signature.reference(need, resolution) as? Signature.Reference else { preconditionFailure("a Made makes its own") }
        return made
      })
  }
}
