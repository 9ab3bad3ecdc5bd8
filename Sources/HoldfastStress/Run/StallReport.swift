/// Which workers were stuck, and in what, when a run stalled, and what the container said about itself.
package struct StallReport: Sendable, CustomStringConvertible {
  /// One worker that made no progress.
  package struct Stuck: Sendable, CustomStringConvertible {
    package let index: Int
    package let kind: Worker.Kind
    package let activity: Activity
    package let seconds: Double

    package var description: String { "worker \(index) (\(kind.rawValue)): \(activity), for \(Figures.seconds(seconds))" }
  }

  package let workload: String
  package let stuck: [Stuck]
  package let container: String

  package var description: String {
    (["\(workload) has stalled"] + stuck.map { "  \($0)" } + ["  the container says: \(container)"]).joined(separator: "\n")
  }

  /// Asks the container about itself on a thread of its own, since a container that hangs may not answer.
  static func report(of performance: Performance) -> String {
    let answer = Locked<String?>(nil)
    let thread = ThreadGroup(1) { _ in
      let text = performance.report()
      answer.withLock { $0 = text }
    }
    _ = thread.wait(seconds: 1)
    return answer.withLock { $0 } ?? "nothing within a second"
  }
}
