public import Holdfast

/// A type that asks the current container.
///
/// ```swift
/// final class Screen: Resolving {
///   func open() throws { let details: Details = try resolver.resolve() }
/// }
/// ```
public protocol Resolving {}

extension Resolving {
  /// The current resolver: of the running factory, of the task, or the default of the process. See `Container.currentResolver()`.
  public var resolver: any Resolver & Sendable {
    // A property is not told its caller's place.
    get throws(ResolutionError) { try Container.currentResolver("by \(Self.self)") }
  }
}
