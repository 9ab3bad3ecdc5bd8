#if Exploration
  package import HoldfastStress
  package import OnceKernel

  /// A hunt that switches one mutant on after the other in this process: the explorers' way.
  package struct MutantHunt {
    /// What came of one mutant, or of the code without one.
    package struct Look: DefectLook {
      /// Nil for the code without a mutant.
      package let mutant: Mutant?
      package let schedules: Int
      package let seconds: Double
      /// The scenario that showed something, and what; nil if none did.
      package let found: (scenario: String, problem: String)?

      package var isAsExpected: Bool { (found == nil) == (mutant == nil) }

      /// What is said of the code without a mutant.
      fileprivate var control: String {
        guard let found else { return "without a mutant nothing was found in \(schedules) schedules" }
        return "FALSE ALARM without a mutant in \(found.scenario): \(found.problem)"
      }
    }

    private let mutants: [Mutant?]
    private let isForExploration: Bool

    /// - Parameters:
    ///   - names: what the command line asks for; `none` is the code without a mutant, and then no mutant is looked for.
    ///   - parts: where all mutants are looked for if it names none.
    ///   - isForExploration: whether a mutant is on for explored threads only, because others run beside them.
    package init(named names: [String], orOf parts: [Mutant.Part], isForExploration: Bool) throws(UsageError) {
      self.isForExploration = isForExploration
      var named: [Mutant?] = []
      for name in names where name != "none" {
        guard let mutant = Mutant.allCases.first(where: { $0.name == name }) else {
          throw UsageError("no mutant is called '\(name)'; explore tasks --list shows all")
        }
        named.append(mutant)
      }
      mutants = names.isEmpty ? parts.flatMap { Mutant.all(in: $0) } : names.contains("none") ? [nil] : named
    }

    /// How many are looked for.
    package var count: Int { mutants.count }

    /// Whether the code without a mutant is looked at.
    package var isControl: Bool { mutants.contains(nil) }

    /// Looks for each; says itself what came of the code without a mutant, and has `tell` say the rest.
    package func run<Scenario, Effort>(
      _ escalation: Escalation<Scenario, Effort>, on console: Console, tell: (Look) -> Void,
      _ explore: (Scenario, Effort, Escalation<Scenario, Effort>.Time) -> Escalation<Scenario, Effort>.Result
    ) -> [Look] {
      DefectHunt(mutants).run(tell: { $0.mutant == nil ? console.line($0.control) : tell($0) }) { mutant in
        let result = switchedOn(mutant) { escalation.run(explore) }
        return Look(mutant: mutant, schedules: result.schedules, seconds: result.seconds, found: result.found)
      }
    }

    private func switchedOn<Result>(_ mutant: Mutant?, _ body: () -> Result) -> Result {
      let outer = Mutant.active
      Mutant.active = mutant
      Mutant.isForExploration = isForExploration
      defer {
        Mutant.active = outer
        Mutant.isForExploration = false
      }
      return body()
    }
  }
#endif
