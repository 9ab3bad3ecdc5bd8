import Holdfast
import Synchronization

/// What the examples of several articles write to.
final class Log: Sendable {
  private let entries = Mutex<[String]>([])

  func write(_ entry: String) { entries.withLock { $0.append(entry) } }

  var all: [String] { entries.withLock { $0 } }
}
