/// Which keys were changed since they were asked for last.
///
/// Its owner changes it under the owner's lock. Nothing is noted before it is asked the first time.
struct ChangedKeys {
  /// Nil if it was not asked yet, or when there are so many that all may have changed.
  private var keys: [AnyKey]?

  /// - Parameter count: of all keys: with twice as many changes it costs less to look at all.
  mutating func note(_ key: @autoclosure () -> AnyKey, of count: @autoclosure () -> Int) {
    guard keys != nil else { return }
    keys?.append(key())
    if let noted = keys?.count, noted > 64, noted > 2 * count() { keys = nil }
  }

  /// Whether changes are noted here.
  var areKept: Bool { keys != nil }

  mutating func noteAll() { keys = nil }

  /// Those that changed since this was called last; nil for all.
  mutating func take() -> [AnyKey]? {
    defer { keys = [] }
    return keys
  }
}
