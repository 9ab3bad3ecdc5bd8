import Foundation
import HoldfastStress
import OnceKernel
import Searching

import enum TaskExplorer.StableHashing

/// One run of one program, as a child process tells it to its parent: a line of JSON each.
struct Line: Codable, Sendable {
  let number: Int
  let seed: UInt64
  let mode: String
  var problems: [Problem]?
  /// How many orders of the jobs were tried, and which of them broke a promise.
  var schedules: Int?
  var isComplete: Bool?
  var choices: String?
}

/// A child process: runs its share of the programs, and ends when a program hangs.
struct Worker {
  let options: CrossingsOptions
  let programs: [Program]

  /// Answers the exit status: 3 when a program hung.
  func run() -> Int32 {
    guard let worker = options.worker else { return 2 }
    if options.orders { return explore(worker) }
    LongWaitBook.shared.watch(after: .seconds(1000))
    // The n-th run is of the n-th program of this share, beginning again with another seed at the end.
    let share = Array(programs.indices.filter { $0 % worker[1] == worker[0] })
    if share.isEmpty { return 0 }
    let (all, isMore) = share.count.multipliedReportingOverflow(by: options.times)
    let loop = SearchLoop(attempts: (isMore ? .max : all) - worker[2], seconds: options.seconds, least: share.count - worker[2])
    let outcome = loop.run { attempt -> SearchLoop.Step<Hang> in
      let (round, place) = (worker[2] + attempt).quotientAndRemainder(dividingBy: share.count)
      let number = share[place]
      let seed = options.seed &+ UInt64(round)
      // The first round tries both ways.
      let modes: [Scene.Mode] = round == 0 ? [.ordered, .threads] : [.threads]
      Mutant.beginUnit(programs[number].id)
      for mode in modes {
        tell(Line(number: number, seed: seed, mode: mode.rawValue))
        let outcome = Play.run(programs[number], seed: seed, ordered: mode == .ordered)
        tell(Line(number: number, seed: seed, mode: mode.rawValue, problems: outcome.problems))
        if outcome.hangs { return .found(Hang()) }
      }
      return .nothing
    }
    return outcome.finding == nil ? 0 : 3
  }

  /// A program hung, and so did what is left of this process.
  private struct Hang {}

  /// Tries every order of the jobs of each program of the share, once.
  private func explore(_ worker: [Int]) -> Int32 {
    StableHashing.ensure()
    guard let orders = Orders() else { return 2 }
    let budget = Budget(options.seconds)
    let share = Array(programs.indices.filter { $0 % worker[1] == worker[0] }.dropFirst(worker[2]))
    for (index, number) in share.enumerated() {
      var line = Line(number: number, seed: options.seed, mode: Scene.Mode.orders.rawValue)
      tell(line)
      let seconds = budget.share(among: share.count - index, least: 0.005)
      let finding = orders.explore(programs[number], seed: options.seed, seconds: seconds)
      line.schedules = finding.schedules
      line.isComplete = finding.isComplete
      line.problems = finding.problems
      line.choices = finding.choices
      tell(line)
    }
    return 0
  }

  private func tell(_ line: Line) {
    guard let data = try? JSONEncoder().encode(line) else { return }
    Console.output.line(String(decoding: data, as: UTF8.self))
  }
}
