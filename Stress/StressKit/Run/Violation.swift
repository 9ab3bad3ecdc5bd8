/// One time that an invariant did not hold.
public struct Violation: Sendable, CustomStringConvertible {
  public let invariant: Invariant
  public let message: String
  /// The worker that saw it; nil when it was seen after the run.
  public let worker: Int?

  public var description: String {
    "\(invariant): \(message)" + (worker.map { " (worker \($0))" } ?? "")
  }
}
