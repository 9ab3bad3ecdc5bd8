/// The first operation of a key's history that cannot have gone as it says.
public struct Failure: Equatable, Sendable {
  public let rule: Rule
  /// The thread that carried it out.
  public let thread: Int
  public let operation: Operation

  public init(rule: Rule, thread: Int, operation: Operation) {
    self.rule = rule
    self.thread = thread
    self.operation = operation
  }
}
