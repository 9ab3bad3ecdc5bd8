import Dispatch
import Foundation
import HoldfastStress

/// Notices a job that blocks the program's one thread, where no job could wake it, and ends the program with the schedule that led there.
enum BlockedThread {
  private struct Schedule {
    let scenario: String
    let decisions: Decisions
    let world: World
  }

  // unsafe: the program's one thread writes it; the watch reads when that thread is stuck.
  nonisolated(unsafe) private static var current: Schedule?
  private static let patience: UInt64 = 5
  private static let queue = DispatchQueue(label: "watchdog")

  /// Notes which schedule begins.
  static func begins(_ scenario: String, _ decisions: Decisions, _ world: World) {
    current = Schedule(scenario: scenario, decisions: decisions, world: world)
  }

  /// Watches from now on.
  static func watch() {
    look(Watchdog(threshold: patience * 1_000_000_000, workers: 1, now: MonotonicClock.now()))
  }

  private static func look(_ watchdog: Watchdog) {
    queue.asyncAfter(deadline: .now() + .seconds(1)) {
      var watchdog = watchdog
      let stuck = watchdog.look(at: [Watchdog.Beat(operations: JobScheduler.jobs.value)], now: MonotonicClock.now())
      guard !stuck.isEmpty, let schedule = current else { return look(watchdog) }
      Console.output.write(text(of: schedule))
      // The thread that is stuck would keep an orderly exit from ending.
      _exit(1)
    }
  }

  private static func text(of schedule: Schedule) -> String {
    """
    \(schedule.world.notes.joined(separator: "\n"))
    VIOLATION in \(schedule.scenario): a job has blocked its thread for \(patience) seconds; with one thread for all, that is a deadlock.
      again: explore tasks --scenario \(schedule.scenario) --replay \(schedule.decisions.choices)

    """
  }
}
