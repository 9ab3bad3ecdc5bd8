/// What a shutdown did not manage to put away.
public struct ShutdownReport: Sendable {
  /// A disposer that threw.
  public struct Failure: Sendable {
    /// Whose disposer threw.
    public let key: AnyKey
    /// What it threw.
    public let error: any Error
  }

  /// Every disposer that threw, in the order in which they ran.
  public let failures: [Failure]
  /// Builds that were still running at the deadline; what they make is disposed of when they end.
  public let unfinished: [AnyKey]

  /// Whether every disposer succeeded and every build had ended.
  public var isClean: Bool { failures.isEmpty && unfinished.isEmpty }
}
