#if Exploration
  import HoldfastStress
  import OnceKernel
  import Searching

  /// Orders each atomic access one step weaker, and looks whether that does what its verdict says.
  struct OrderingHunt {
    private let scenarios: [Scenario]
    private let limit: Double
    /// Whether accesses that are not to be found are left alone.
    private let isQuick: Bool

    init(_ scenarios: [Scenario], seconds limit: Double, isQuick: Bool) {
      self.scenarios = scenarios
      self.limit = limit
      self.isQuick = isQuick
    }

    private enum Outcome: String {
      case found, needless
      case notShown = "not shown"
      case wrong = "WRONG"
    }

    /// What came of weakening one access, and what that says of its verdict.
    private struct Look: DefectLook {
      let weakening: Weakening
      var outcome = Outcome.wrong
      var text: String
      var result = Escalation<Scenario, Effort>.Result()

      var isAsExpected: Bool { outcome != .wrong }

      var line: String {
        "\(weakening.description.padded(to: 64)) \(outcome.rawValue.padded(to: 16)) \("\(result.schedules)".aligned(to: 10))  "
          + "\((Figures.hundredths(result.seconds) + " s").aligned(to: 8))  \(text)"
      }
    }

    func run(on console: Console) -> Int32 {
      console.line("\("access, and what it is instead".padded(to: 64)) \("verdict".padded(to: 16))  schedules   seconds")
      let reached = accesses()
      let points = Set(reached.keys).union(YieldPoint.orderedInSource)
      let hunt = DefectHunt(points.sorted().flatMap { Weakening.all(of: $0) })
      let looks = hunt.run(tell: { console.line($0.line) }) { look(at: $0, reached[$0.point] ?? []) }
      let strangers = OrderingVerdict.all.flatMap { verdict in
        verdict.code.filter { code in !points.contains { $0.file == verdict.file && $0.reads(code) } }
          .map { "\(verdict.file): \($0)" }
      }
      for stranger in strangers { console.line("a verdict on no access: \(stranger)") }
      let summary = [Outcome.found, .needless, .notShown, .wrong].map { outcome in
        "\(looks.count { $0.outcome == outcome }) \(outcome.rawValue.lowercased())"
      }
      console.line("\n\(looks.count) orderings: \(summary.joined(separator: ", "))")
      if isQuick { console.line("not looked for in a quick run: those that are needless or not shown") }
      return looks.missed.isEmpty && strangers.isEmpty ? 0 : 1
    }

    /// Looks for a schedule that shows the weakening, for as long as its verdict is worth.
    private func look(at weakening: Weakening, _ reaching: [Scenario]) -> Look {
      guard let verdict = OrderingVerdict.of(weakening.point) else { return Look(weakening: weakening, text: "no verdict") }
      switch verdict.kind {
      case .found(let name):
        let result = result(of: weakening, scenarios.filter { $0.name == name }, seconds: limit)
        guard let found = result.found else { return Look(weakening: weakening, text: "not found by \(name)", result: result) }
        return Look(weakening: weakening, outcome: .found, text: "\(name): \(found.problem)", result: result)
      case .needless(let why), .notShown(let why):
        var look = Look(weakening: weakening, outcome: verdict.kind.isNeedless ? .needless : .notShown, text: why)
        if isQuick { return look }
        look.result = result(of: weakening, reaching, seconds: min(limit, 5))
        if let found = look.result.found {
          look.outcome = .wrong
          look.text = "found by \(found.scenario): \(found.problem)"
        }
        return look
      }
    }

    private func result(of weakening: Weakening, _ scenarios: [Scenario], seconds: Double) -> Escalation<Scenario, Effort>.Result {
      Weakening.active = weakening
      defer { Weakening.active = nil }
      return Escalation(kernel: scenarios, seconds: seconds).run(Escalation.explore)
    }

    /// Every ordered access that the scenarios come to, with those scenarios.
    private func accesses() -> [YieldPoint: [Scenario]] {
      var reached: [YieldPoint: [Scenario]] = [:]
      for scenario in scenarios {
        let finding = Explorer.explore(scenario, .bounded(1), executions: 256)
        for point in finding.coverage.keys where !Weakening.all(of: point).isEmpty { reached[point, default: []].append(scenario) }
      }
      return reached
    }
  }

  extension OrderingVerdict.Kind {
    fileprivate var isNeedless: Bool {
      if case .needless = self { true } else { false }
    }
  }
#endif
