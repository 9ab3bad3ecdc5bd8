/// How far a run is, for the line that is redrawn on a terminal.
package struct Progress: Sendable {
  package let workload: String
  package let elapsed: Double
  package let operations: UInt64
  package let builds: UInt64
  package let violations: UInt64
}
