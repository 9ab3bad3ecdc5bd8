/// What the cases with many keys register, each under a name of its own.
final class Item: Sendable {
  let number: Int

  init(_ number: Int) { self.number = number }

  /// The objects that reads and replacements hand around; more than any case has keys.
  static let pool: [Item] = (0..<1_024).map { Item(BlackHole.opaque($0)) }
}

/// The names of the keys of the cases with many keys.
enum ItemNames {
  static let all: [String] = (0..<1_024).map { "item-\($0)" }
}
