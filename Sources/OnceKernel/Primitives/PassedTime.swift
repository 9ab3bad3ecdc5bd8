/// The time that a test or an exploration let pass, beyond what the machine's clock says: deadlines and late waits count it.
///
/// Only in builds for checking: debug builds, and those with the trait `Exploration`. In all others it is a constant.
package enum PassedTime {
  #if DEBUG || Exploration
    /// Only grows, and a thread that reads it too early takes something for early, as it does with the machine's clock.
    private static let word = AtomicWord(0)

    package static var milliseconds: Int64 { Int64(word.ownValue) }

    package static func add(milliseconds: Int64) {
      precondition(
        owners.ownValue > 0,
        "Time passes for the whole process: a test that lets it pass runs in one of its own, and says `ProcessClock.own()`.")
      word.count(Int(milliseconds))
    }

    /// What has said that the process is its own. Only grows.
    private static let owners = AtomicWord(0)

    /// Allows the caller to let time pass, as nothing else of the process counts it.
    package static func own() { owners.count(1) }
  #else
    @inlinable package static var milliseconds: Int64 { 0 }
  #endif
}
