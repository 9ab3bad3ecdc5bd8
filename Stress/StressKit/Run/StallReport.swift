import Dispatch
import Foundation

/// Who was stuck in what when a run stalled, and what the container said about itself.
public struct StallReport: Sendable, CustomStringConvertible {
  /// One worker that made no progress.
  public struct Stuck: Sendable, CustomStringConvertible {
    public let index: Int
    public let kind: Worker.Kind
    public let operation: Operation
    public let key: Int
    public let seconds: Double

    public var description: String {
      let doing =
        switch operation {
        case .idle, .meet, .resetAll: operation.phrase
        default: "\(operation.phrase) of key \(key)"
        }
      return "worker \(index) (\(kind.rawValue)): \(doing), for \(String(format: "%.1f", seconds)) s"
    }
  }

  public let workload: String
  public let stuck: [Stuck]
  public let container: String

  public var description: String {
    (["\(workload) has stalled"] + stuck.map { "  \($0)" } + ["  the container says: \(container)"]).joined(separator: "\n")
  }

  /// Asks the container about itself on a thread of its own, since a container that hangs may not answer.
  static func report(of subject: any StressSubject) -> String {
    let answer = Locked<String?>(nil)
    let done = DispatchSemaphore(value: 0)
    let thread = Thread {
      let text = subject.report
      answer.withLock { $0 = text }
      done.signal()
    }
    thread.start()
    _ = done.wait(timeout: .now() + 1)
    return answer.withLock { $0 } ?? "nothing within a second"
  }
}
