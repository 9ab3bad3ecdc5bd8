import Holdfast

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

  /// Runs every schedule within the scenario's bound.
  package func exhaust(_ scenario: Scenario, bound: Int?, within limit: Limit) -> SearchReport {
    var run = Run(scenario, bound.map(SearchReport.Kind.bounded) ?? .exhaustive, limit)
    let decisions = Decisions()
    repeat {
      if run.isOver { return run.report(isComplete: false) }
      if let finding = step(scenario, decisions, &run) { return run.report(finding) }
    } while decisions.advance(bound: bound)
    return run.report(isComplete: true)
  }

  /// Runs schedules of random choices; the first has the seed given, the next one the next number.
  package func sample(_ scenario: Scenario, seed: UInt64, within limit: Limit) -> SearchReport {
    var run = Run(scenario, .random, limit)
    let decisions = Decisions()
    while !run.isOver {
      let seed = seed &+ UInt64(run.schedules)
      decisions.restart(seed: seed)
      if var finding = step(scenario, decisions, &run) {
        finding.seed = seed
        return run.report(finding)
      }
    }
    return run.report(isComplete: true)
  }

  /// Runs one schedule again and writes down what happens.
  package func replay(_ scenario: Scenario, _ choices: Choices) -> (problems: [String], trace: [String]) {
    let world = play(scenario, Decisions(following: choices), isTracing: true)
    return (world.problems, world.notes)
  }

  private func step(_ scenario: Scenario, _ decisions: Decisions, _ run: inout Run) -> SearchReport.Finding? {
    let world = play(scenario, decisions, isTracing: false)
    run.schedules += 1
    run.reached |= world.reached
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
    var simple = choices
    for index in choices.numbers.indices.reversed() where index < simple.numbers.count && simple.numbers[index] != 0 {
      var numbers = simple.numbers
      numbers[index] = 0
      let shorter = Decisions(following: Choices(numbers))
      if !play(scenario, shorter, isTracing: false).problems.isEmpty { simple = shorter.choices }
    }
    return simple
  }

  // MARK: One schedule

  private func play(_ scenario: Scenario, _ decisions: Decisions, isTracing: Bool) -> World {
    scheduler.begin()
    decisions.rewind()
    let world = World(scheduler, isWholeProgram: isWholeProgram, isTracing: isTracing)
    scheduler.onStep = isTracing ? { [unowned world] in world.noteStep($0, $1, $2) } : nil
    if isWholeProgram { Watchdog.begins(scenario.name, decisions, world) }
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

  /// What is known while a search runs.
  private struct Run {
    let scenario: Scenario
    let kind: SearchReport.Kind
    let limit: Limit
    let start = ContinuousClock.now
    var schedules = 0
    var reached: UInt64 = 0

    init(_ scenario: Scenario, _ kind: SearchReport.Kind, _ limit: Limit) {
      self.scenario = scenario
      self.kind = kind
      self.limit = limit
    }

    /// Looks at the clock now and then.
    var isOver: Bool {
      if schedules >= limit.schedules { return true }
      return schedules & 63 == 63 && ContinuousClock.now - start > limit.time
    }

    func report(_ finding: SearchReport.Finding) -> SearchReport {
      report(isComplete: false, finding)
    }

    func report(isComplete: Bool, _ finding: SearchReport.Finding? = nil) -> SearchReport {
      SearchReport(
        scenario: scenario.name, kind: kind, schedules: schedules, isComplete: isComplete,
        seconds: (ContinuousClock.now - start) / .seconds(1), reached: reached, finding: finding)
    }
  }
}

/// When a search gives up.
package struct Limit: Sendable {
  package var schedules: Int
  package var time: Duration

  package init(schedules: Int = .max, time: Duration = .seconds(100_000)) {
    self.schedules = schedules
    self.time = time
  }
}
