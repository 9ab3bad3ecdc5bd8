#if Exploration
  /// How figures and traces look on a terminal.
  enum Text {
    static func left(_ text: String, _ width: Int) -> String { text + String(repeating: " ", count: max(0, width - text.count)) }

    static func right(_ text: String, _ width: Int) -> String { String(repeating: " ", count: max(0, width - text.count)) + text }

    static func seconds(_ seconds: Double) -> String {
      let hundredths = Int((seconds * 100).rounded())
      return "\(hundredths / 100).\(right("\(hundredths % 100)", 2).replacing(" ", with: "0")) s"
    }

    static func line(_ finding: Finding) -> String {
      let bound =
        switch finding.mode {
        case .bounded(let bound): "at most \(bound)"
        case .reduced: "any number"
        case .replay: "replayed"
        }
      let end = finding.violation != nil ? "BROKEN" : finding.isExhaustive ? "yes" : "NO"
      return "\(left(finding.scenario, 20)) \(right("\(finding.threads)", 7))  \(left(bound, 12)) \(right("\(finding.executions)", 10))  "
        + "\(left(end, 10)) \(right(seconds(finding.seconds), 9))"
    }

    /// A violation with the way there: a column for each thread.
    static func show(_ violation: Violation, of scenario: Scenario) {
      print("\n\(scenario.name): \(violation)")
      show(violation.trace, threads: scenario.threads)
      print("again: explore kernel --scenario \(scenario.name) --replay \"\(violation.choices.map(String.init).joined(separator: ","))\"\n")
    }

    static func show(_ trace: [TraceLine], threads: Int) {
      let width = 44
      print((1...max(1, threads)).map { left("thread \($0)", width) }.joined())
      for line in trace where line.thread > 0 { print(String(repeating: " ", count: (line.thread - 1) * width) + line.text) }
    }
  }
#endif
