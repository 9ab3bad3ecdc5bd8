/// A mistake on the command line, said in one line.
public struct UsageError: Error, Equatable, CustomStringConvertible {
  public let description: String

  package init(_ description: String) {
    self.description = description
  }
}
