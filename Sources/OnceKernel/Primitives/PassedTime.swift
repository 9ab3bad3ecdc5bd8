/// The time that a test or an exploration let pass, beyond what the machine's clock says: deadlines and late waits count it.
///
/// Only in builds for checking: debug builds, and those with the trait `Exploration`. In all others it is a constant.
package enum PassedTime {
  #if DEBUG || Exploration
    /// Only grows, and a thread that reads it too early takes something for early, as it does with the machine's clock.
    private static let word = AtomicWord(0)

    package static var milliseconds: Int64 { Int64(word.ownValue) }

    package static func add(milliseconds: Int64) { word.count(Int(milliseconds)) }
  #else
    @inlinable package static var milliseconds: Int64 { 0 }
  #endif
}
