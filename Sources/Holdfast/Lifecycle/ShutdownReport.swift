/// What a shutdown did not manage to put away, when it returned.
public struct ShutdownReport: Sendable {
  /// A disposer that threw.
  public struct Failure: Sendable {
    /// Whose disposer threw.
    public let key: AnyKey
    /// What it threw.
    public let error: any Error
  }

  /// The disposers that threw, in the order in which they ran: the first hundred that did before the shutdown, all that did in the course of it.
  public let failures: [Failure]
  /// How many more disposers threw before the shutdown.
  public let furtherFailures: Int
  /// What was still being built when the time was over; what these builds make is disposed of when they end. A container that was still
  /// shutting down, and that asks this one, is listed as `Container`.
  public let unfinished: [AnyKey]
  /// How many scopes were still open when the time was over.
  public let openScopes: Int
  /// What was not disposed of yet when this report was made, in the order in which it is to be.
  public let undisposed: [AnyKey]
  /// True when the shutdown goes on after it returned: its time was over, or it was called from what it has to wait for.
  public let isUnderway: Bool

  /// Whether the shutdown is over, every build and scope had ended, and every disposer succeeded.
  public var isClean: Bool {
    failures.isEmpty && furtherFailures == 0 && unfinished.isEmpty && openScopes == 0 && undisposed.isEmpty && !isUnderway
  }
}
