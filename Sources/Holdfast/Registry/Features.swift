/// What a container's registrations make use of; without it, the roads that serve it are not taken.
enum Features {
  static let extensions: UInt = 1
  static let graphs: UInt = 2
}
