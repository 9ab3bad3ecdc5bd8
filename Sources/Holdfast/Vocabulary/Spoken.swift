extension [String] {
  /// The list as a sentence says it: "A", "A and B", "A, B and C".
  package var spoken: String {
    guard count > 1 else { return first ?? "" }
    return dropLast().joined(separator: ", ") + " and " + self[count - 1]
  }
}
