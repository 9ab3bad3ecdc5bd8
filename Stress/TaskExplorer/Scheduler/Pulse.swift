import Synchronization

/// Counts the jobs of the program, for the watchdog.
enum Pulse {
  /// Relaxed: only whether it still changes matters.
  private static let count = Atomic<Int>(0)

  static func beat() { count.wrappingAdd(1, ordering: .relaxed) }

  static var current: Int { count.load(ordering: .relaxed) }
}
