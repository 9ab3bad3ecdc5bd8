import Holdfast
import HoldfastDiagnostics
import TaskExplorer

/// Runs programs with every job of the process on one scheduler, in every order within a bound.
struct Orders {
  /// What a search came to.
  struct Finding {
    var schedules = 0
    var isComplete = false
    var problems: [Problem] = []
    var choices: String?
  }

  /// How often a schedule may run another job than the first that is ready.
  private static let bound = 2
  private let search: Search

  /// Takes the whole process over: no task may exist before. Nil where the build or the toolchain cannot.
  init?() {
    #if Exploration
      guard ProgramExecutors.isSupported else { return nil }
      ProgramExecutors.install()
      // No actor but the main one runs a scenario's code on an executor of its own.
      ExploredProgram.isOnMainActor = { ProgramExecutors.scheduler.isOnSerialExecutor }
      // A report would come from a thread of its own.
      LongWaits.report(after: nil)
      search = Search(ProgramExecutors.scheduler, isWholeProgram: true)
    #else
      return nil
    #endif
  }

  /// Tries the orders of a program until one breaks a promise, all are through, or the limit comes.
  func explore(_ program: Program, seed: UInt64, seconds: Double) -> Finding {
    let report = search.exhaust(Self.scenario(program, seed), bound: Self.bound, schedules: 20_000, seconds: seconds)
    let problems = report.finding?.problems.map { Self.problem($0) } ?? []
    return Finding(
      schedules: report.schedules, isComplete: report.isComplete, problems: problems, choices: report.finding?.choices.description)
  }

  /// Runs one order again; answers what happened.
  func replay(_ program: Program, seed: UInt64, _ choices: Choices) -> [String] {
    let (problems, trace) = search.replay(Self.scenario(program, seed), choices)
    return trace + problems.map { "VIOLATION in \(program.id): \($0)" }
  }

  private static func scenario(_ program: Program, _ seed: UInt64) -> Scenario {
    Scenario(program.id, "a crossing", bound: bound) { world in
      let scene = Scene(program, seed: seed, mode: .orders) { await world.pause() }
      try scene.set()
      for number in 1...2 {
        let task = world.spawn("asker \(number)") { await scene.askLater() }
        scene.edit { $0.asking.append(task) }
      }
      for event in program.events {
        world.spawn(event.name) {
          await world.pause()
          await Play.happen(event, scene)
        }
      }
      return {
        await Play.end(scene)
        for problem in scene.book.problems { world.report("\(problem.kind): \(problem.text)") }
      }
    }
  }

  private static func problem(_ text: String) -> Problem {
    for kind in Problem.Kind.allCases where text.hasPrefix("\(kind): ") {
      return Problem(kind: kind, text: String(text.dropFirst("\(kind): ".count)))
    }
    return Problem(kind: .answered, text: text)
  }
}
