#if Exploration
  package import HoldfastStress
  package import OnceKernel

  /// A hunt that switches one mutant on after the other in this process: the explorers' way.
  package struct MutantHunt {
    /// What came of one mutant, or of the code without one.
    private struct Look: DefectLook {
      /// Nil for the code without a mutant.
      let mutant: Mutant?
      let schedules: Int
      let seconds: Double
      /// The scenario that showed something, and what; nil if none did.
      let found: (scenario: String, problem: String)?

      var isAsExpected: Bool { (found == nil) == (mutant == nil) }

      var line: String {
        guard let mutant else {
          guard let found else { return "without a mutant nothing was found in \(schedules) schedules" }
          return "FALSE ALARM without a mutant in \(found.scenario): \(found.problem)"
        }
        let name = mutant.name.padded(to: 32)
        guard let found else { return "\(name) SURVIVED \(schedules) schedules: \(mutant.defect)" }
        return "\(name) found by \(found.scenario) after \(schedules) schedules in \(Figures.hundredths(seconds)) s: \(found.problem)"
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

    /// Looks for each, says what came of it, and answers the exit status of a command that does nothing else.
    package func run<Scenario, Effort>(
      _ escalation: Escalation<Scenario, Effort>, on console: Console,
      _ explore: (Scenario, Effort, Escalation<Scenario, Effort>.Time) -> Escalation<Scenario, Effort>.Result
    ) -> Int32 {
      let looks = DefectHunt(mutants).run(tell: { console.line($0.line) }) { mutant in
        let result = switchedOn(mutant) { escalation.run(explore) }
        return Look(mutant: mutant, schedules: result.schedules, seconds: result.seconds, found: result.found)
      }
      let survivors = looks.missed.compactMap { $0.mutant?.name }
      if !isControl {
        console.line(
          survivors.isEmpty
            ? "every mutant was found: \(looks.count) of \(looks.count)"
            : "\(survivors.count) of \(looks.count) mutants survived: \(survivors.joined(separator: ", "))")
      }
      return looks.missed.isEmpty ? 0 : 1
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
