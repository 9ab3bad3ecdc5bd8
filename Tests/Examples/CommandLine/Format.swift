/// How a result is written.
protocol Format: Sendable {
  func text(of entries: [Entry]) -> String
}

/// One word a line.
struct TextFormat: Format {
  func text(of entries: [Entry]) -> String {
    entries.map { "\($0.count)\t\($0.word)" }.joined(separator: "\n")
  }
}

/// An object; words are letters only, so nothing needs escaping.
struct JSONFormat: Format {
  func text(of entries: [Entry]) -> String {
    "{" + entries.map { "\"\($0.word)\": \($0.count)" }.joined(separator: ", ") + "}"
  }
}
