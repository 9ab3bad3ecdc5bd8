import Dispatch
import Foundation

/// Notices a job that blocks the program's one thread, where nobody could ever wake it, and ends the program with the schedule that led there.
enum Watchdog {
  private struct Schedule {
    let scenario: String
    let decisions: Decisions
    let world: World
  }

  // unsafe: the program's one thread writes it; the watchdog reads when that thread is stuck.
  nonisolated(unsafe) private static var current: Schedule?
  private static let patience = 5
  private static let queue = DispatchQueue(label: "watchdog")

  /// Notes which schedule begins.
  static func begins(_ scenario: String, _ decisions: Decisions, _ world: World) {
    current = Schedule(scenario: scenario, decisions: decisions, world: world)
  }

  /// Watches from now on.
  static func start() {
    look(last: Pulse.current, unchanged: 0)
  }

  private static func look(last: Int, unchanged: Int) {
    queue.asyncAfter(deadline: .now() + .seconds(1)) {
      let now = Pulse.current
      if now != last { return look(last: now, unchanged: 0) }
      if unchanged + 1 < patience { return look(last: now, unchanged: unchanged + 1) }
      guard let schedule = current else { return }
      FileHandle.standardOutput.write(Data(text(of: schedule).utf8))
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
