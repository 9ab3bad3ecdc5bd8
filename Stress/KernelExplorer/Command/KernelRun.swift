#if Exploration
  import HoldfastStress
  import OnceKernel
  import Searching

  /// One run of the command with options that make sense.
  struct KernelRun {
    private let options: KernelOptions
    private let chosen: [Scenario]
    private let file: OutputFile?
    /// Where the words go; the standard error if the standard output is for the JSON.
    private let console: Console

    init(_ options: KernelOptions) throws(UsageError) {
      self.options = options
      let all = Scenario.all
      for name in options.scenarios where !all.contains(where: { $0.name == name }) {
        throw UsageError("no scenario is called \(name); --list shows them")
      }
      chosen = options.scenarios.isEmpty ? all : all.filter { options.scenarios.contains($0.name) }
      file = if let path = options.json, options.mode == .explore { try OutputFile(path: path) } else { nil }
      console = file?.isStandardOutput == true ? .error : .output
    }

    func run() throws(UsageError) -> Int32 {
      switch options.mode {
      case .help: return 0
      case .list:
        for scenario in Scenario.all { console.line("\(scenario.name.padded(to: 20)) \(scenario.threads) threads  \(scenario.about)") }
        return 0
      case .mutants: return try mutants()
      case .orderings: return OrderingHunt(chosen, seconds: options.seconds ?? 20, isQuick: options.isQuick).run(on: console)
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
      let start = MonotonicClock.now()
      console.line("\("scenario".padded(to: 20)) threads  preemptions   schedules  exhaustive   seconds")
      var findings: [Finding] = []
      for scenario in chosen {
        let finding = explore(scenario)
        console.line(finding)
        findings.append(finding)
        if let violation = finding.violation { console.show(violation, of: scenario) }
      }
      let coverage = Coverage.merged(findings)
      let missed = options.scenarios.isEmpty ? showCoverage(coverage) : []
      let broken = findings.filter { $0.violation != nil }
      let open = findings.filter { !$0.isExhaustive && $0.violation == nil }
      console.line("")
      console.line(
        "\(findings.map(\.executions).reduce(0, +)) schedules in \(Figures.hundredths(MonotonicClock.seconds(since: start))) s; "
          + "\(findings.count - open.count - broken.count) of \(findings.count) scenarios exhausted")
      if !open.isEmpty { console.line("not exhausted in the time given: \(open.map(\.scenario).joined(separator: ", "))") }
      let held = broken.isEmpty && missed.isEmpty
      console.line(
        held ? "all held" : broken.isEmpty ? "yield points were never reached" : "broken: \(broken.map(\.scenario).joined(separator: ", "))"
      )
      file?.write(json: KernelReport(findings, coverage, missed), of: "explore kernel")
      return held ? 0 : 1
    }

    /// Prints how often each yield point was reached; answers those that never were.
    private func showCoverage(_ coverage: [YieldPoint: UInt64]) -> [YieldPoint] {
      guard let expected = YieldPoint.inSource else {
        console.line("\nyield points: the kernel's source is not where it was built from, so it is unknown whether one is missing")
        return []
      }
      let reached = coverage.filter { !$0.key.file.hasPrefix("Explored") }
      console.line("\nyield points of the kernel, and how often they were reached")
      var missed: [YieldPoint] = []
      for point in Set(expected).union(reached.keys.filter { YieldPoint.files.contains($0.file) }).sorted() {
        let count = coverage[point] ?? 0
        console.line("\("\(count)".aligned(to: 14))  \(point)\(count == 0 ? "   NEVER" : "")")
        if count == 0 { missed.append(point) }
      }
      console.line("not driven by any scenario: \((YieldPoint.filesNotDriven + YieldPoint.notDriven).joined(separator: ", "))")
      return missed
    }

    private func replay(_ scenario: Scenario, _ choices: [Int]) -> Int32 {
      let (violation, trace) = Explorer.replay(scenario, choices)
      console.show(trace, threads: scenario.threads)
      console.line(violation.map { "\(scenario.name): \($0)" } ?? "\(scenario.name): held")
      return violation == nil ? 0 : 1
    }

    // MARK: Mutants

    private func mutants() throws(UsageError) -> Int32 {
      let hunt = try MutantHunt(named: options.mutants, orOf: [.cell, .waitGraph], isForExploration: true)
      let escalation = Escalation(kernel: chosen, schedules: options.schedules, seconds: options.seconds ?? 20)
      return hunt.run(escalation, on: console, Escalation.explore)
    }
  }
#endif
