import Foundation

/// Numbers for people.
enum Text {
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
