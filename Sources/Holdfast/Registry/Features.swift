/// Bits for what a container makes use of. A container that does not use a feature skips the code that serves it.
enum Features {
  static let extensions: UInt = 1
  static let graphs: UInt = 2
  /// It has a parent, whose registrations may make use of anything.
  static let parent: UInt = 4
  /// Scopes are given values.
  static let seeds: UInt = 8
  /// It has decorators or injectors that suspend.
  static let asyncExtensions: UInt = 16
}
