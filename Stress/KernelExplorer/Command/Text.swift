#if Exploration
  import HoldfastStress

  /// How figures and traces look on a terminal.
  enum Text {
    static func seconds(_ seconds: Double) -> String {
      let hundredths = Int((seconds * 100).rounded())
      return "\(hundredths / 100).\("\(hundredths % 100)".aligned(to: 2).replacing(" ", with: "0")) s"
    }

    static func line(_ finding: Finding) -> String {
      let bound =
        switch finding.mode {
        case .bounded(let bound): "at most \(bound)"
        case .reduced: "any number"
        case .replay: "replayed"
        }
      let end = finding.violation != nil ? "BROKEN" : finding.isExhaustive ? "yes" : "NO"
      return
        "\(finding.scenario.padded(to: 20)) \("\(finding.threads)".aligned(to: 7))  \(bound.padded(to: 12)) \("\(finding.executions)".aligned(to: 10))  "
        + "\(end.padded(to: 10)) \(seconds(finding.seconds).aligned(to: 9))"
    }

    /// A violation with the way there: a column for each thread.
    static func show(_ violation: Violation, of scenario: Scenario) {
      print("\n\(scenario.name): \(violation)")
      show(violation.trace, threads: scenario.threads)
      print("again: explore kernel --scenario \(scenario.name) --replay \"\(violation.choices.map(String.init).joined(separator: ","))\"\n")
    }

    static func show(_ trace: [TraceLine], threads: Int) {
      let width = 44
      print((1...max(1, threads)).map { "thread \($0)".padded(to: width) }.joined())
      for line in trace where line.thread > 0 { print(String(repeating: " ", count: (line.thread - 1) * width) + line.text) }
    }
  }
#endif
