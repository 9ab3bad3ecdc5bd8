/// One time that an invariant did not hold.
package struct Violation: Sendable, CustomStringConvertible {
  package let invariant: Invariant
  package let message: String
  /// The worker that saw it; nil when it was seen after the run.
  package let worker: Int?

  package var description: String {
    "\(invariant): \(message)" + (worker.map { " (worker \($0))" } ?? "")
  }
}
