/// What a container makes use of; without it, the roads that serve it are not taken.
enum Features {
  static let extensions: UInt = 1
  static let graphs: UInt = 2
  /// It has a parent, whose registrations may make use of anything.
  static let parent: UInt = 4
  /// Scopes are given values.
  static let seeds: UInt = 8
}
