import Synchronization

/// What the watchdog may see of a worker while it runs: how far it is and what it is at.
///
/// `doing` holds the operation in its low 8 bits and the key above them.
package final class Pulse: Sendable {
  private let beats = PaddedCounter()
  private let doing = Atomic<UInt64>(0)
  private let finished = Flag()

  /// Says that an operation begins.
  @inline(__always)
  package func begin(_ operation: Operation, key: Int) {
    // Relaxed: a report reads it, nothing is decided by it.
    doing.store(UInt64(operation.rawValue) | UInt64(truncatingIfNeeded: key) << 8, ordering: .relaxed)
  }

  /// Says that the operation ended.
  @inline(__always)
  package func end() {
    beats.increment()
    doing.store(0, ordering: .relaxed)  // Relaxed: as in `begin`.
  }

  /// Says that the worker ended for good; what it owns may be read by the thread that sees this.
  func finish() {
    finished.set()
  }

  var operations: UInt64 { beats.value }
  var isFinished: Bool { finished.isSet }

  /// The operation under way and its key.
  var current: (operation: Operation, key: Int) {
    let word = doing.load(ordering: .relaxed)  // Relaxed: as in `begin`.
    return (Operation(rawValue: UInt8(truncatingIfNeeded: word)) ?? .idle, Int(truncatingIfNeeded: word >> 8))
  }
}

/// What a worker is doing, as the watchdog names it.
package enum Operation: UInt8, Sendable, CaseIterable {
  case idle, resolve, replace, register, unregister, reset, resetAll, seal, drop, meet, custom

  /// The words for a report.
  var phrase: String {
    switch self {
    case .idle: "between two operations"
    case .meet: "waiting for the others to end the round"
    case .resetAll: "resetting all"
    case .resolve, .replace, .register, .unregister, .reset, .seal, .drop, .custom: rawName
    }
  }

  private var rawName: String { "\(self)" }
}
