import Synchronization

/// What the watchdog may see of a worker while it runs: how far it is and what it is at.
package final class Pulse: Sendable {
  private let beats = PaddedCounter()
  private let doing = Atomic<Int>(Activity.idle.word)
  private let finished = Flag()

  /// Says what the worker is at from here on.
  @inline(__always)
  package func begin(_ activity: Activity) {
    doing.store(activity.word, ordering: .relaxed)  // Relaxed: a report reads it, nothing is decided by it.
  }

  /// Says that the worker got a step further.
  @inline(__always)
  package func end() {
    beats.increment()
    doing.store(Activity.idle.word, ordering: .relaxed)  // Relaxed: as in `begin`.
  }

  /// Says that the worker ended for good; what it owns may be read by the thread that sees this.
  func finish() {
    finished.set()
  }

  var operations: UInt64 { beats.value }
  var isFinished: Bool { finished.isSet }
  var current: Activity { Activity(word: doing.load(ordering: .relaxed)) }  // Relaxed: as in `begin`.
}

/// What a worker is doing, as the watchdog names it.
package enum Activity: Equatable, Sendable, CustomStringConvertible {
  case idle
  case meeting
  case turn(Int)

  fileprivate var word: Int {
    switch self {
    case .idle: -1
    case .meeting: -2
    case .turn(let number): number
    }
  }

  fileprivate init(word: Int) {
    self = word == Self.idle.word ? .idle : word == Self.meeting.word ? .meeting : .turn(word)
  }

  package var description: String {
    switch self {
    case .idle: "between two turns"
    case .meeting: "waiting for the others to end the round"
    case .turn(let number): "in turn \(number)"
    }
  }
}
