import Holdfast

/// Whether a test may use registrations that it did not override.
public struct LiveRegistrations: Sendable, Hashable {
  /// Those that may be used; nil for all.
  private let exceptions: Set<ObjectIdentifier>?

  /// The test may use them. It gets instances of its own.
  public static let allowed = LiveRegistrations(exceptions: nil)

  /// The test fails for each one that it uses, and the failure names it.
  public static let forbidden = LiveRegistrations(exceptions: [])

  /// The test fails for each one that it uses, except those of some types, with any name and any arguments.
  ///
  /// ```swift
  /// @Suite(.overrides(of: app, live: .forbidden(except: Formatter.self, (any Logger).self)) { … })
  /// ```
  public static func forbidden(except types: Any.Type...) -> LiveRegistrations {
    LiveRegistrations(exceptions: Set(types.map { ObjectIdentifier($0) }))  // types are never freed
  }

  func allows(_ key: AnyKey) -> Bool { exceptions?.contains(ObjectIdentifier(key.valueType)) ?? true }

  /// Whether a layer has to look at all.
  var allowsEverything: Bool { exceptions == nil }
}
