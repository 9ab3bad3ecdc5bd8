#if Exploration
  import HoldfastStress

  /// How figures and traces look on a terminal.
  extension Console {
    func line(_ finding: Finding) {
      let bound =
        switch finding.mode {
        case .bounded(let bound): "at most \(bound)"
        case .reduced: "any number"
        case .replay: "replayed"
        }
      let end = finding.violation != nil ? "BROKEN" : finding.isExhaustive ? "yes" : "NO"
      line(
        "\(finding.scenario.padded(to: 20)) \("\(finding.threads)".aligned(to: 7))  \(bound.padded(to: 12)) "
          + "\("\(finding.executions)".aligned(to: 10))  \(end.padded(to: 10)) \((Figures.hundredths(finding.seconds) + " s").aligned(to: 9))"
      )
    }

    /// A violation with the way there: a column for each thread.
    func show(_ violation: Violation, of scenario: Scenario) {
      line("\n\(scenario.name): \(violation)")
      show(violation.trace, threads: scenario.threads)
      line("again: explore kernel --scenario \(scenario.name) --replay \"\(violation.choices.map(String.init).joined(separator: ","))\"\n")
    }

    func show(_ trace: [TraceLine], threads: Int) {
      let width = 44
      line((1...max(1, threads)).map { "thread \($0)".padded(to: width) }.joined())
      for step in trace where step.thread > 0 { line(String(repeating: " ", count: (step.thread - 1) * width) + step.text) }
    }
  }
#endif
