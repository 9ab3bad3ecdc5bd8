import Foundation

/// Numbers as a reader likes them: short, with a unit.
package enum Figures {
  /// 950, 12.3k, 4.56M.
  package static func count(_ value: Double) -> String {
    switch value {
    case ..<10_000: String(format: "%.0f", value)
    case ..<1_000_000: String(format: "%.1fk", value / 1e3)
    case ..<1_000_000_000: String(format: "%.2fM", value / 1e6)
    default: String(format: "%.2fG", value / 1e9)
    }
  }

  /// 950 ns, 12.3 µs, 4.5 ms, 1.25 s.
  package static func duration(nanoseconds: UInt64) -> String {
    let value = Double(nanoseconds)
    return switch value {
    case ..<1e3: String(format: "%.0f ns", value)
    case ..<1e6: String(format: "%.1f µs", value / 1e3)
    case ..<1e9: String(format: "%.1f ms", value / 1e6)
    default: String(format: "%.2f s", value / 1e9)
    }
  }

  /// A duration in three digits: 950 ns, 12.3 µs, 4.5 ms, 1.25 s.
  package static func duration(_ duration: Duration) -> String {
    let (seconds, attoseconds) = duration.components
    return self.duration(nanoseconds: UInt64(max(0, seconds)) &* 1_000_000_000 &+ UInt64(max(0, attoseconds) / 1_000_000_000))
  }

  /// A fixed number of digits after the point; a dash where there is no number.
  package static func number(_ value: Double?, _ digits: Int) -> String {
    guard let value, value.isFinite else { return "–" }
    return String(format: "%.\(digits)f", value)
  }

  /// Three or four telling digits.
  package static func short(_ value: Double?) -> String {
    guard let value else { return "–" }
    return number(value, abs(value) < 100 ? 2 : abs(value) < 1_000 ? 1 : 0)
  }

  /// 3.4 times.
  package static func times(_ value: Double) -> String { number(value, 1) + " times" }

  /// 0.07: seconds where a tenth is long.
  package static func hundredths(_ value: Double) -> String { number(value, 2) }

  package static func seconds(_ value: Double) -> String { number(value, 1) + " s" }
}
