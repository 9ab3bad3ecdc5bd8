import Holdfast

/// The constants that the Holdfast subjects resolve by.
enum HoldfastKeys {
  static let primary = Key<any Service>(named: "primary")
  static let names: [Name] = ItemNames.all.map { Name($0) }
  static let items: [Key<Item>] = names.map { Key(named: $0) }
  static let slow: [Name] = (0..<BuildWindow.slowKeys).map { Name("slow-\($0)") }
}
