extension Container {
  /// The resolver that property wrappers ask here: of the running factory, of the task, or the default of the process.
  ///
  /// In a factory it uses the factory's scope and override layer, and the container detects cycles through it. Each of its requests has an object
  /// graph of its own, as the result may be sent to another task.
  ///
  /// - Throws: `.noCurrentContainer` with the place of this call, if there is none.
  public static func currentResolver(
    fileID: StaticString = #fileID, line: UInt32 = #line
  ) throws(ResolutionError) -> any Resolver & Sendable {
    guard let resolver = Current.resolver else { throw .noCurrentContainer("at \(RegistrationSite(fileID, line))") }
    return resolver
  }

  /// Makes this the default container of the process, unless another container is. Returns whether this one is the default now.
  @discardableResult
  public func makeDefault() -> Bool { Current.makeDefault(self) }
}

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
    get throws(ResolutionError) {
      // A property is not told its caller's place.
      guard let resolver = Current.resolver else { throw .noCurrentContainer("by \(Self.self)") }
      return resolver
    }
  }
}
