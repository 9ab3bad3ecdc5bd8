// Not verified on Linux: this file compiles only where there is an Objective-C runtime.
#if canImport(ObjectiveC)
  public import Foundation
  public import Holdfast
  import HoldfastCompatibility

  /// The Objective-C face of a container: resolving and injecting by class.
  @objc(HoldfastContainer)
  public final class ObjectiveCContainer: NSObject, Sendable {
    private let container: Container

    /// The face of this container, which it keeps.
    public init(_ container: Container) {
      self.container = container
    }

    /// The object registered under a class, and a name if one is given.
    @objc(resolveClass:named:error:)
    public func resolve(_ type: AnyClass, named name: String?) throws -> AnyObject {
      try container.resolve(AnyKey(type, named: name.map { Name($0) }), as: AnyObject.self)
    }

    /// Runs the injector of the object's own class, or of the nearest superclass that has one; answers whether there was one.
    @objc(injectInto:error:)
    public func inject(into object: AnyObject) throws -> NSNumber {
      NSNumber(value: try container.inject(intoAny: object))
    }
  }
#endif
