#if Exploration
  import Foundation
  import HoldfastStress
  import OnceKernel

  /// One run of the command with options that make sense.
  struct KernelRun {
    private let options: KernelOptions
    private let chosen: [Scenario]
    private let file: OutputFile?

    init(_ options: KernelOptions) throws(UsageError) {
      self.options = options
      let all = Scenario.all
      for name in options.scenarios where !all.contains(where: { $0.name == name }) {
        throw UsageError("no scenario is called \(name); --list shows them")
      }
      chosen = options.scenarios.isEmpty ? all : all.filter { options.scenarios.contains($0.name) }
      file = if let path = options.json, options.mode == .explore { try OutputFile(path: path) } else { nil }
    }

    func run() throws(UsageError) -> Int32 {
      switch options.mode {
      case .help: return 0
      case .list:
        for scenario in Scenario.all { print("\(scenario.name.padded(to: 20)) \(scenario.threads) threads  \(scenario.about)") }
        return 0
      case .mutants: return try mutants()
      case .orderings: return OrderingHunt(chosen, seconds: options.seconds ?? 20, isQuick: options.isQuick).run()
      case .explore:
        if let choices = options.replay, let scenario = chosen.first { return replay(scenario, choices) }
        return explore()
      }
    }

    // MARK: Exploring

    /// Two threads are explored without a bound, by a reduced search, if that comes to its end in time; else, and with more threads, with one.
    private func explore(_ scenario: Scenario) -> Finding {
      let seconds = options.seconds ?? (options.isQuick ? 1 : 60)
      var finding = Finding(scenario: scenario.name, threads: scenario.threads, mode: .reduced)
      if scenario.threads <= 2, options.bound == nil {
        finding = Explorer.explore(scenario, .reduced, seconds: seconds)
        if finding.isExhaustive || finding.violation != nil { return finding }
      }
      let bounded = Explorer.explore(scenario, .bounded(options.bound ?? (options.isQuick ? 1 : 2)), seconds: seconds)
      return bounded.adding(finding)
    }

    private func explore() -> Int32 {
      let start = ContinuousClock.now
      print("\("scenario".padded(to: 20)) threads  preemptions   schedules  exhaustive   seconds")
      var findings: [Finding] = []
      for scenario in chosen {
        let finding = explore(scenario)
        print(Text.line(finding))
        fflush(nil)  // so that a long run can be watched
        findings.append(finding)
        if let violation = finding.violation { Text.show(violation, of: scenario) }
      }
      let coverage = Coverage.merged(findings)
      let missed = options.scenarios.isEmpty ? showCoverage(coverage) : []
      let broken = findings.filter { $0.violation != nil }
      let open = findings.filter { !$0.isExhaustive && $0.violation == nil }
      print("")
      print(
        "\(findings.map(\.executions).reduce(0, +)) schedules in \(Text.seconds((ContinuousClock.now - start).inSeconds)); "
          + "\(findings.count - open.count - broken.count) of \(findings.count) scenarios exhausted")
      if !open.isEmpty { print("not exhausted in the time given: \(open.map(\.scenario).joined(separator: ", "))") }
      let held = broken.isEmpty && missed.isEmpty
      print(
        held ? "all held" : broken.isEmpty ? "yield points were never reached" : "broken: \(broken.map(\.scenario).joined(separator: ", "))"
      )
      file?.write(json: KernelReport(findings, coverage, missed), of: "explore kernel")
      return held ? 0 : 1
    }

    /// Prints how often each yield point was reached; answers those that never were.
    private func showCoverage(_ coverage: [YieldPoint: UInt64]) -> [YieldPoint] {
      guard let expected = YieldPoint.inSource else {
        print("\nyield points: the kernel's source is not where it was built from, so that nobody can say whether one is missing")
        return []
      }
      let reached = coverage.filter { !$0.key.file.hasPrefix("Explored") }
      print("\nyield points of the kernel, and how often they were reached")
      var missed: [YieldPoint] = []
      for point in Set(expected).union(reached.keys.filter { YieldPoint.files.contains($0.file) }).sorted() {
        let count = coverage[point] ?? 0
        print("\("\(count)".aligned(to: 14))  \(point)\(count == 0 ? "   NEVER" : "")")
        if count == 0 { missed.append(point) }
      }
      print("not driven by any scenario: \((YieldPoint.filesNotDriven + YieldPoint.notDriven).joined(separator: ", "))")
      return missed
    }

    private func replay(_ scenario: Scenario, _ choices: [Int]) -> Int32 {
      let (violation, trace) = Explorer.replay(scenario, choices)
      Text.show(trace, threads: scenario.threads)
      print(violation.map { "\(scenario.name): \($0)" } ?? "\(scenario.name): held")
      return violation == nil ? 0 : 1
    }

    // MARK: Mutants

    private func mutants() throws(UsageError) -> Int32 {
      let limit = options.seconds ?? 20
      let all =
        try options.mutants.isEmpty
        ? Mutant.all(in: .cell) + Mutant.all(in: .waitGraph)
        : options.mutants.filter { $0 != "none" }.map { name throws(UsageError) in try Self.mutant(named: name) }
      if options.mutants.contains("none") { return control(seconds: limit) }
      var survivors: [Mutant] = []
      print("\("mutant".padded(to: 26)) \("part".padded(to: 13)) \("found by".padded(to: 20))  schedules   seconds")
      for mutant in all {
        let death = MutantHunt.hunt(mutant, chosen, seconds: limit)
        if death.finding == nil { survivors.append(mutant) }
        print(
          "\(mutant.name.padded(to: 26)) \(mutant.part.rawValue.padded(to: 13)) "
            + "\((death.finding?.scenario ?? "SURVIVES").padded(to: 20)) \("\(death.executions)".aligned(to: 10))  \(Text.seconds(death.seconds).aligned(to: 8))"
            + (death.finding?.violation.map { "  \($0)" } ?? ""))
        fflush(nil)
      }
      print("\n\(all.count - survivors.count) of \(all.count) mutants found")
      if !survivors.isEmpty { print("those that survive: \(survivors.map(\.name).joined(separator: ", "))") }
      return survivors.isEmpty ? 0 : 1
    }

    private static func mutant(named name: String) throws(UsageError) -> Mutant {
      guard let mutant = Mutant.allCases.first(where: { $0.name == name }) else {
        throw UsageError("no mutant is called \(name)")
      }
      return mutant
    }

    /// The same search with nothing to find.
    private func control(seconds: Double) -> Int32 {
      let result = MutantHunt.hunt(nil, chosen, seconds: seconds)
      guard let finding = result.finding, let violation = finding.violation else {
        print("without a mutant nothing was found in \(result.executions) schedules")
        return 0
      }
      print("FALSE ALARM without a mutant in \(finding.scenario): \(violation)")
      return 1
    }
  }
#endif
