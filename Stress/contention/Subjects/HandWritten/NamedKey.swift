/// A type and a name, as a key of a dictionary.
struct NamedKey: Hashable, Sendable {
  let type: ObjectIdentifier
  let name: String

  init(_ type: Any.Type, _ name: String) {
    self.type = ObjectIdentifier(type)
    self.name = name
  }

  /// The constants that the named cases use.
  static let primary = NamedKey((any Service).self, "primary")
  static let items: [NamedKey] = (0..<1_024).map { NamedKey(Item.self, ItemNames.all[$0]) }
  static let slow: [NamedKey] = (0..<BuildWindow.slowKeys).map { NamedKey((any Service).self, "slow-\($0)") }
}
