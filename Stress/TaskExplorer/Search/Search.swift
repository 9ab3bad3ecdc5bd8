import Holdfast
import HoldfastStress
import Searching

/// Runs a scenario in many orders, until one breaks a promise.
package struct Search {
  private let scheduler: JobScheduler
  private let isWholeProgram: Bool
  /// More jobs than any scenario has.
  private static let jobLimit = 20_000

  /// - Parameter isWholeProgram: false when the scheduler serves only the scenario's own tasks and their children.
  package init(_ scheduler: JobScheduler, isWholeProgram: Bool) {
    self.scheduler = scheduler
    self.isWholeProgram = isWholeProgram
  }

  /// Runs every schedule within the scenario's bound, but no more than so many, and none after so many seconds.
  package func exhaust(
    _ scenario: Scenario, bound: Int?, schedules: Int = .max, seconds: Double = .infinity
  ) -> SearchReport {
    let decisions = Decisions()
    var reached: UInt64 = 0
    let outcome = loop(schedules, seconds).run { _ -> SearchLoop.Step<SearchReport.Finding> in
      if let finding = step(scenario, decisions, &reached) { return .found(finding) }
      return decisions.advance(bound: bound) ? .nothing : .exhausted
    }
    let kind = bound.map(SearchReport.Kind.bounded) ?? .exhaustive
    return SearchReport(scenario, kind, outcome, isComplete: outcome.isExhausted, reached: reached)
  }

  /// Runs schedules of random choices; the first has the seed given, the next one the next number.
  package func sample(_ scenario: Scenario, seed: UInt64, schedules: Int, seconds: Double = .infinity) -> SearchReport {
    let decisions = Decisions()
    var reached: UInt64 = 0
    let outcome = loop(schedules, seconds).run { number -> SearchLoop.Step<SearchReport.Finding> in
      let seed = seed &+ UInt64(number)
      decisions.restart(seed: seed)
      guard var finding = step(scenario, decisions, &reached) else { return .nothing }
      finding.seed = seed
      return .found(finding)
    }
    return SearchReport(scenario, .random, outcome, isComplete: outcome.finding == nil, reached: reached)
  }

  /// Runs one schedule again and writes down what happens.
  package func replay(_ scenario: Scenario, _ choices: Choices) -> (problems: [String], trace: [String]) {
    let world = play(scenario, Decisions(following: choices), isTracing: true)
    return (world.problems, world.notes)
  }

  private func loop(_ schedules: Int, _ seconds: Double) -> SearchLoop {
    SearchLoop(attempts: schedules, seconds: seconds, stride: 64)
  }

  private func step(_ scenario: Scenario, _ decisions: Decisions, _ reached: inout UInt64) -> SearchReport.Finding? {
    let world = play(scenario, decisions, isTracing: false)
    reached |= world.reached
    if world.problems.isEmpty { return nil }
    let choices = simplified(decisions.choices, scenario)
    let again = replay(scenario, choices)
    return SearchReport.Finding(problems: again.problems.isEmpty ? world.problems : again.problems, choices: choices, trace: again.trace)
  }

  /// Fewer deviations from the order of arrival that still break a promise: as few as there can be if some are enough.
  private func simplified(_ choices: Choices, _ scenario: Scenario) -> Choices {
    for bound in 0...3 {
      let decisions = Decisions()
      for _ in 0..<5_000 {
        if !play(scenario, decisions, isTracing: false).problems.isEmpty { return decisions.choices }
        if !decisions.advance(bound: bound) { break }
      }
    }
    let shrinker = Shrinker(smaller: \.simpler) { (choices: Choices) -> Choices? in
      let decisions = Decisions(following: choices)
      return play(scenario, decisions, isTracing: false).problems.isEmpty ? nil : decisions.choices
    }
    return shrinker.shrink(choices)
  }

  // MARK: One schedule

  private func play(_ scenario: Scenario, _ decisions: Decisions, isTracing: Bool) -> World {
    scheduler.begin()
    decisions.rewind()
    let world = World(scheduler, isWholeProgram: isWholeProgram, isTracing: isTracing)
    scheduler.onStep = isTracing ? { [unowned world] in world.noteStep($0, $1, $2) } : nil
    if isWholeProgram { BlockedThread.begins(scenario.name, decisions, world) }
    // Of a schedule that hung before this one, builds may be left.
    let left = buildsInFlight
    do {
      perform(try scenario.play(world), in: world, decisions)
    } catch {
      world.report("the scenario cannot be set up: \(error)")
    }
    if !world.problems.isEmpty { return world }
    world.expect(scheduler.run(InOrder(), limit: Self.jobLimit), "jobs run for ever at the end")
    world.expect(world.alive == 0, "\(world.alive) objects outlive their container")
    let builds = buildsInFlight - left
    world.expect(builds == 0, "\(builds) builds are in flight at the end")
    world.expect(!decisions.diverged, "the same choices did not lead to the same schedule: something else than the scheduler decides")
    return world
  }

  /// Those of the scenario; not to be told from others' where others are.
  private var buildsInFlight: Int { isWholeProgram ? LongWaitWatch.buildsInFlight.count : 0 }

  private func perform(_ closing: @escaping Scenario.Closing, in world: World, _ decisions: Decisions) {
    guard scheduler.run(decisions, limit: Self.jobLimit) else { return world.report("the jobs do not come to an end") }
    if !world.unfinished.isEmpty {
      return world.report("deadlock: no job is ready, and these wait for ever: \(world.unfinished.joined(separator: ", "))")
    }
    world.spawn("the check at the end", closing)
    guard scheduler.run(InOrder(), limit: Self.jobLimit) else { return world.report("the jobs of the check do not come to an end") }
    world.expect(world.unfinished.isEmpty, "deadlock: the check at the end waits for ever")
  }
}

extension SearchReport {
  fileprivate init(_ scenario: Scenario, _ kind: Kind, _ outcome: SearchLoop.Outcome<Finding>, isComplete: Bool, reached: UInt64) {
    self.init(
      scenario: scenario.name, kind: kind, schedules: outcome.attempts, isComplete: isComplete, seconds: outcome.seconds,
      reached: reached, finding: outcome.finding)
  }
}
