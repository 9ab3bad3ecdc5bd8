/// The names of the keys of the cases with many keys.
enum ItemNames {
  static let all: [String] = (0..<1_024).map { "item-\($0)" }
}
