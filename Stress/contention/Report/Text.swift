import Foundation

/// Numbers and columns for people.
enum Text {
  /// Fills up with blanks on the right.
  static func pad(_ text: String, _ width: Int) -> String {
    text + String(repeating: " ", count: max(0, width - text.count))
  }

  /// Fills up with blanks on the left.
  static func align(_ text: String, _ width: Int) -> String {
    String(repeating: " ", count: max(0, width - text.count)) + text
  }

  /// A fixed number of digits after the point; a dash where there is no number.
  static func number(_ value: Double?, _ digits: Int) -> String {
    guard let value, value.isFinite else { return "–" }
    return String(format: "%.\(digits)f", value)
  }

  /// A time with the unit that suits it.
  static func time(_ nanoseconds: Double) -> String {
    switch nanoseconds {
    case ..<10_000: short(nanoseconds) + " ns"
    case ..<1e6: short(nanoseconds / 1e3) + " µs"
    default: short(nanoseconds / 1e6) + " ms"
    }
  }

  /// Three or four telling digits.
  static func short(_ value: Double?) -> String {
    guard let value else { return "–" }
    return number(value, abs(value) < 100 ? 2 : abs(value) < 1_000 ? 1 : 0)
  }
}
