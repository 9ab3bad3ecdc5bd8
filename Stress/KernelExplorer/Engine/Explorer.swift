#if Exploration
  import Holdfast
  import Searching

  /// What exploring one scenario came to.
  package struct Finding: Sendable {
    package let scenario: String
    package let threads: Int
    package let mode: Search.Mode
    /// Schedules that were run to their end and differ from each other.
    package var executions = 0
    /// Executions of a reduced search that turned out to repeat others.
    package var redundant = 0
    /// Whether there is no schedule left.
    package var isExhaustive = false
    package var seconds = 0.0
    package var violation: Violation?
    package var coverage: [YieldPoint: UInt64] = [:]

    /// With what another search of the same scenario did before.
    func adding(_ other: Finding) -> Finding {
      var sum = self
      sum.executions += other.executions
      sum.redundant += other.redundant
      sum.seconds += other.seconds
      sum.coverage.merge(other.coverage) { $0 + $1 }
      return sum
    }
  }

  /// Explores scenarios.
  package enum Explorer {
    /// Runs `scenario` under every schedule that `mode` asks for, until one breaks a promise or a limit is reached.
    package static func explore(
      _ scenario: Scenario, _ mode: Search.Mode, seconds limit: Double = .infinity, executions most: Int = .max
    ) -> Finding {
      var finding = Finding(scenario: scenario.name, threads: scenario.threads, mode: mode)
      // Its timer would look at builds from a thread of its own.
      LongWaitWatch.report(after: nil)
      runForNothing(scenario)
      let engine = Engine(mode)
      let budget = Budget(limit)
      var outcome = SearchLoop.Outcome<Violation>()
      repeat {
        finding.executions = 0
        outcome = SearchLoop(attempts: most, seconds: budget.left(), stride: 256).run { _ in
          engine.run(scenario)
          if engine.isRedundant { finding.redundant += 1 } else { finding.executions += 1 }
          if let violation = engine.violation { return .found(violation) }
          return !engine.needsRestart && engine.search.advance() ? .nothing : .exhausted
        }
      } while outcome.finding == nil && engine.restartIfNeeded()
      finding.violation = outcome.finding.map { traced(scenario, $0) }
      finding.isExhaustive = outcome.isExhausted
      finding.seconds = budget.elapsed
      finding.coverage = engine.coverage.points
      return finding
    }

    /// Runs the one schedule of a choice list.
    package static func replay(_ scenario: Scenario, _ choices: [Int]) -> (violation: Violation?, trace: [TraceLine]) {
      runForNothing(scenario)
      let engine = Engine(.replay(choices), tracing: true)
      engine.run(scenario)
      return (engine.violation, engine.trace ?? [])
    }

    /// What a process remembers from its first time is no choice of a schedule.
    private static func runForNothing(_ scenario: Scenario) { Engine(.replay([])).run(scenario) }

    private static func traced(_ scenario: Scenario, _ violation: Violation) -> Violation {
      let replayed = replay(scenario, violation.choices)
      var traced = violation
      traced.trace = replayed.trace
      if replayed.violation == nil { traced.trace.append(TraceLine(thread: 0, text: "(the replay did not show it again)")) }
      return traced
    }
  }
#endif
