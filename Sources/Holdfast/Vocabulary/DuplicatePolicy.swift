/// What happens when a key is registered twice.
public enum DuplicatePolicy: Sendable, Hashable {
  /// A later registration replaces an earlier one. This is the default.
  case replace
  /// The first registration stays. Registering the key again throws an error that names both places.
  case reject
}
