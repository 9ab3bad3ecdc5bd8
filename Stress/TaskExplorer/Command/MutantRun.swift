import HoldfastStress
import OnceKernel

/// Switches on each deliberate defect of the asynchronous code in turn; a scenario must find it.
struct MutantRun {
  private let options: TaskOptions
  private let console: Console
  private let search: Search

  init(_ options: TaskOptions, _ console: Console, _ search: Search) {
    self.options = options
    self.console = console
    self.search = search
  }

  #if Exploration
    /// Names and defects.
    static var catalogue: [(name: String, summary: String)] { Mutant.allCases.map { ($0.name, "mutant: \($0.defect)") } }

    func run() -> Int32 {
      if options.mutants == ["none"] { return control() }
      let all = Mutant.allCases
      let chosen = options.mutants.isEmpty ? Mutant.all(in: .asynchronous) : all.filter { options.mutants.contains($0.name) }
      if let unknown = options.mutants.first(where: { name in !all.contains { $0.name == name } }) {
        Console.error.line("explore: no mutant is called '\(unknown)'; --list shows all")
        return 2
      }
      let each = (options.seconds ?? 200) / Double(max(1, chosen.count))
      let survivors = chosen.filter { mutant in
        Mutant.active = mutant
        defer { Mutant.active = nil }
        return !isFound(mutant, seconds: each)
      }
      console.line(
        survivors.isEmpty
          ? "every mutant was found: \(chosen.count) of \(chosen.count)"
          : "\(survivors.count) of \(chosen.count) mutants survived: \(survivors.map(\.name).joined(separator: ", "))")
      return survivors.isEmpty ? 0 : 1
    }

    /// The same search with nothing to find.
    private func control() -> Int32 {
      let hunt = hunt(seconds: options.seconds ?? 10)
      guard let found = hunt.found else {
        console.line("without a mutant nothing was found in \(hunt.schedules) schedules")
        return 0
      }
      console.line("FALSE ALARM without a mutant in \(found.scenario): \(found.problem)")
      return 1
    }

    private func isFound(_ mutant: Mutant, seconds: Double) -> Bool {
      let hunt = hunt(seconds: seconds)
      guard let found = hunt.found else {
        console.line("\(mutant.name.padded(to: 32)) SURVIVED \(hunt.schedules) schedules: \(mutant.defect)")
        return false
      }
      console.line(
        "\(mutant.name.padded(to: 32)) found by \(found.scenario) after \(hunt.schedules) schedules in \(hunt.seconds.figure) s: \(found.problem)"
      )
      return true
    }

    /// What a hunt came to.
    private struct Hunt {
      var schedules = 0
      var seconds = 0.0
      var found: (scenario: String, problem: String)?
    }

    /// Goes through the scenarios with ever more schedules, so that a mutant that is easy to find is found at once.
    private func hunt(seconds: Double) -> Hunt {
      let start = ContinuousClock.now
      var hunt = Hunt()
      var effort = 100
      while effort < 10_000_000 {
        for scenario in options.chosen {
          let left = seconds - (ContinuousClock.now - start) / .seconds(1)
          if left <= 0 { break }
          let limit = Limit(schedules: effort, time: .seconds(left))
          let exhausted = search.exhaust(scenario, bound: scenario.bound, within: limit)
          hunt.schedules += exhausted.schedules
          let sampled = exhausted.finding == nil ? search.sample(scenario, seed: options.seed, within: limit) : nil
          hunt.schedules += sampled?.schedules ?? 0
          guard let finding = exhausted.finding ?? sampled?.finding else { continue }
          hunt.seconds = (ContinuousClock.now - start) / .seconds(1)
          hunt.found = (scenario.name, finding.problems[0])
          return hunt
        }
        effort *= 10
      }
      return hunt
    }
  #else
    static let catalogue: [(name: String, summary: String)] = []

    func run() -> Int32 {
      Console.error.line("explore: mutants exist only in a build with --traits Exploration")
      return 2
    }
  #endif
}
