/// What happens when a key is registered twice.
public enum DuplicatePolicy: Sendable, Hashable {
  /// The last one wins: registering again replaces. The default.
  case replace
  /// The first one stays: registering again is an error that names both places.
  case reject
}
