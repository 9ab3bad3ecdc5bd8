/// The result of a shutdown: the errors of disposers, and the work that was not done when it returned.
public struct ShutdownReport: Sendable {
  /// A disposer that threw.
  public struct Failure: Sendable {
    /// The key whose disposer threw.
    public let key: AnyKey
    /// The error that it threw.
    public let error: any Error
  }

  /// The disposers that threw, in the order in which they ran. It holds the first hundred from before the shutdown, and all from the shutdown.
  public let failures: [Failure]
  /// How many more disposers threw before the shutdown, beyond the first hundred.
  public let furtherFailures: Int
  /// The keys that were still being built at the deadline. When such a build ends, its value is disposed of. A child container that was still
  /// shutting down is listed as `Container`.
  public let unfinished: [AnyKey]
  /// How many scopes were still open at the deadline.
  public let openScopes: Int
  /// The keys whose values were not disposed of yet, in the order in which their disposers will run.
  public let undisposed: [AnyKey]
  /// Whether the shutdown continues after it returned: the deadline passed, or code called it that it has to wait for.
  public let isUnderway: Bool

  /// Whether every build and scope has ended, every disposer succeeded, and the shutdown is over.
  public var isClean: Bool {
    failures.isEmpty && furtherFailures == 0 && unfinished.isEmpty && openScopes == 0 && undisposed.isEmpty && !isUnderway
  }
}
