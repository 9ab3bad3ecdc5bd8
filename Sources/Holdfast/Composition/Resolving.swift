/// A type that asks the current container.
///
/// ```swift
/// final class Screen: Resolving {
///   func open() throws { let details: Details = try resolver.resolve() }
/// }
/// ```
public protocol Resolving {}

extension Resolving {
  /// The resolver of the factory that runs here, of the task, or the process's default; see `Container.currentResolver()`.
  public var resolver: any Resolver & Sendable {
    get throws(ResolutionError) { try Container.currentResolver() }
  }
}
