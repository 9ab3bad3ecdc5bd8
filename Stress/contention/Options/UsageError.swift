/// A command line that cannot be followed; its text is one line.
struct UsageError: Error {
  let text: String

  init(_ text: String) { self.text = text }
}
