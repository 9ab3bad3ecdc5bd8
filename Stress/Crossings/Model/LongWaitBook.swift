import Holdfast
import HoldfastStress

/// The reports of long waits, which are the whole process's.
final class LongWaitBook: Sendable {
  static let shared = LongWaitBook()
  private let reports = Locked(0)

  var count: Int { reports.withLock { $0 } }

  /// A wait that is certain to be one for ever is reported at once, whatever the threshold.
  func watch(after threshold: Duration) {
    LongWaits.report(after: threshold) { [reports] _ in reports.withLock { $0 += 1 } }
  }
}

/// A switch that goes on once.
typealias Mark = Flag
