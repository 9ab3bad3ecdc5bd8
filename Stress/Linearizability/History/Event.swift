/// An operation and who carried it out.
public struct Event: Sendable, Equatable {
  /// The number of the thread; it carries out one operation at a time.
  public var thread: Int
  public var operation: Operation

  public init(thread: Int, _ operation: Operation) {
    self.thread = thread
    self.operation = operation
  }
}
