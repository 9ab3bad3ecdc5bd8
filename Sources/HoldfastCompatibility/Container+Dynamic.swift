public import Holdfast

extension Container {
  /// Resolves a key whose type is known only at run time.
  ///
  /// ```swift
  /// let value = try container.resolve(AnyKey(screenClass), as: Screen.self)
  /// ```
  ///
  /// - Throws: `.wrongType`, which names both types, if the value is not a `T`; otherwise as `resolve`.
  public func resolve<T>(_ key: AnyKey, as type: T.Type) throws(ResolutionError) -> sending T {
    try resolveDynamically(key, as: type)
  }

  /// A resolver of this container that cannot register, for code that may only resolve. It does not keep the container alive.
  public var resolver: any Resolver & Sendable { withoutRegistering }
}
