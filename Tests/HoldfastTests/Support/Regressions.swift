import Testing

/// What was wrong once and must not come back: one test for each mistake, said as the property that it broke.
@Suite("Regressions")
enum Regressions {
  /// How long a caller may take that would otherwise never come back.
  static let patience = Timeout.seconds
}
