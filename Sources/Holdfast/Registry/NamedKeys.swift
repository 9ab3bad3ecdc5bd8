/// The registered keys that have a name, by their types: so that all of a type are found without a look at every registration.
///
/// Kept from the first question on, which looks at everything once: a container that is never asked for all of a type pays nothing for it. A key
/// without a name is found in the table by its type alone, so it is not kept here.
struct NamedKeys {
  private var byType: [ObjectIdentifier: Set<AnyKey>]?

  /// Whether all of a type were asked for, so that changes have to be told.
  var isKept: Bool { byType != nil }

  mutating func insert(_ key: AnyKey) {
    if isKept, key.name != nil { byType?[ObjectIdentifier(key.type), default: []].insert(key) }
  }

  mutating func remove(_ key: AnyKey) {
    guard isKept, key.name != nil else { return }
    let type = ObjectIdentifier(key.type)  // types are never freed
    byType?[type]?.remove(key)
    if byType?[type]?.isEmpty == true { byType?[type] = nil }
  }

  mutating func removeAll() { byType = nil }

  /// - Parameter all: every registered key, for the first question.
  mutating func keys(of type: Any.Type, among all: @autoclosure () -> [AnyKey]) -> Set<AnyKey> {
    if !isKept {
      byType = [:]
      for key in all() { insert(key) }
    }
    return byType?[ObjectIdentifier(type)] ?? []
  }
}
