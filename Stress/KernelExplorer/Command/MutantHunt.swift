#if Exploration
  package import OnceKernel

  /// Looks for a scenario that shows one mutant.
  package enum MutantHunt {
    package struct Result: Sendable {
      /// What showed it; nil if it survives.
      package var finding: Finding?
      package var executions = 0
      package var seconds = 0.0
    }

    /// Looks for what shows a mutant; without one nothing may show.
    package static func hunt(_ mutant: Mutant?, _ scenarios: [Scenario], seconds limit: Double) -> Result {
      let outer = Mutant.active
      Mutant.active = mutant
      Mutant.isForExploration = true
      defer {
        Mutant.active = outer
        Mutant.isForExploration = false
      }
      return hunt(scenarios, seconds: limit)
    }

    /// Looks for what shows that an access is ordered too weakly.
    package static func hunt(_ weakening: Weakening, _ scenarios: [Scenario], seconds limit: Double) -> Result {
      Weakening.active = weakening
      defer { Weakening.active = nil }
      return hunt(scenarios, seconds: limit)
    }

    /// Explores one scenario after the other, first for a moment each and with few preemptions, until one is broken.
    private static func hunt(_ scenarios: [Scenario], seconds limit: Double) -> Result {
      var result = Result()
      let start = ContinuousClock.now
      search: for (bound, seconds) in [(1, 0.1), (1, 1), (2, limit)] {
        for (index, scenario) in scenarios.enumerated() {
          let left = limit - (ContinuousClock.now - start).inSeconds
          if left <= 0 { break search }
          // What is left is shared by those that are left.
          let share = max(left / Double(scenarios.count - index), 1)
          let finding = Explorer.explore(scenario, .bounded(bound), seconds: min(left, seconds, share))
          result.executions += finding.executions
          if finding.violation != nil {
            result.finding = finding
            break search
          }
        }
      }
      result.seconds = (ContinuousClock.now - start).inSeconds
      return result
    }
  }
#endif
