/// How far a run is, for the line that is redrawn on a terminal.
public struct Progress: Sendable {
  public let workload: String
  public let elapsed: Double
  public let operations: UInt64
  public let builds: UInt64
  public let violations: UInt64
}
