import Holdfast

/// What a test thinks of registrations that it did not override.
public struct LiveRegistrations: Sendable, Hashable {
  /// Those that may be used; nil for all.
  private let exceptions: Set<ObjectIdentifier>?

  /// They are used, with instances of the test's own.
  public static let allowed = LiveRegistrations(exceptions: nil)

  /// Each that comes to be used is a test failure with its name.
  public static let forbidden = LiveRegistrations(exceptions: [])

  /// The same but for those of some types, whatever their names and arguments.
  ///
  /// ```swift
  /// @Suite(.overrides(of: app, live: .forbidden(except: Formatter.self, (any Logger).self)) { … })
  /// ```
  public static func forbidden(except types: Any.Type...) -> LiveRegistrations {
    LiveRegistrations(exceptions: Set(types.map { ObjectIdentifier($0) }))
  }

  func allows(_ key: AnyKey) -> Bool { exceptions?.contains(ObjectIdentifier(key.valueType)) ?? true }

  /// Whether a layer has to look at all.
  var allowsEverything: Bool { exceptions == nil }
}
