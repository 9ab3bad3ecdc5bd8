extension Container {
  /// The resolver that property wrappers ask here: of the running factory, of the task, or the default of the process.
  ///
  /// - Throws: `.noCurrentContainer` with the place of this call, if there is none.
  public static func currentResolver(
    fileID: StaticString = #fileID, line: UInt32 = #line
  ) throws(ResolutionError) -> any Resolver & Sendable {
    try Current.resolver(or: nil, for: nil, at: RegistrationSite(fileID, line))
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
    get throws(ResolutionError) { try Container.currentResolver() }
  }
}
