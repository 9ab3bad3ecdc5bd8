extension Scenario {
  /// Every scenario of the container.
  package static let all: [Scenario] =
    herds + cancellations + changes + shutdowns + scopes + cycles + injections + failures + overrides + others
}
