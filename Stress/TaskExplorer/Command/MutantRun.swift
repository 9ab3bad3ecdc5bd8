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
    static var catalogue: [(String, String)] { Mutant.all(in: .asynchronous).map { ($0.name, "mutant: \($0.defect)") } }

    func run() -> Int32 {
      let all = Mutant.all(in: .asynchronous)
      let chosen = options.mutants.isEmpty ? all : all.filter { options.mutants.contains($0.name) }
      if let unknown = options.mutants.first(where: { name in !all.contains { $0.name == name } }) {
        Console.error.line("explore: no mutant of the asynchronous code is called '\(unknown)'; --list shows all")
        return 2
      }
      let each = (options.seconds ?? 200) / Double(max(1, chosen.count))
      let survivors = chosen.filter { !isFound($0, seconds: each) }
      console.line(
        survivors.isEmpty
          ? "every mutant was found: \(chosen.count) of \(chosen.count)"
          : "\(survivors.count) of \(chosen.count) mutants survived: \(survivors.map(\.name).joined(separator: ", "))")
      return survivors.isEmpty ? 0 : 1
    }

    /// Goes through the scenarios with ever more schedules, so that a mutant that is easy to find is found at once.
    private func isFound(_ mutant: Mutant, seconds: Double) -> Bool {
      Mutant.active = mutant
      defer { Mutant.active = nil }
      let start = ContinuousClock.now
      var schedules = 0
      var effort = 100
      while effort < 10_000_000 {
        for scenario in options.chosen {
          let left = seconds - (ContinuousClock.now - start) / .seconds(1)
          if left <= 0 { break }
          let limit = Limit(schedules: effort, time: .seconds(left))
          let exhausted = search.exhaust(scenario, bound: scenario.bound, within: limit)
          schedules += exhausted.schedules
          let sampled = exhausted.finding == nil ? search.sample(scenario, seed: options.seed, within: limit) : nil
          schedules += sampled?.schedules ?? 0
          guard let finding = exhausted.finding ?? sampled?.finding else { continue }
          let time = ((ContinuousClock.now - start) / .seconds(1)).figure
          console.line("\(name(mutant)) found by \(scenario.name) after \(schedules) schedules in \(time) s: \(finding.problems[0])")
          return true
        }
        effort *= 10
      }
      console.line("\(name(mutant)) SURVIVED \(schedules) schedules: \(mutant.defect)")
      return false
    }

    private func name(_ mutant: Mutant) -> String {
      mutant.name + String(repeating: " ", count: max(0, 32 - mutant.name.count))
    }
  #else
    static let catalogue: [(String, String)] = []

    func run() -> Int32 {
      Console.error.line("explore: mutants exist only in a build with --traits Exploration")
      return 2
    }
  #endif
}
