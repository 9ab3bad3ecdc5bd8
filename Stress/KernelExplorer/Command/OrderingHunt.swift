#if Exploration
  import Foundation
  import HoldfastStress
  import OnceKernel

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

    func run() -> Int32 {
      var counts: [Outcome: Int] = [:]
      print("\("access, and what it is instead".padded(to: 64)) \("verdict".padded(to: 16))  schedules   seconds")
      let reached = accesses()
      let points = Set(reached.keys).union(YieldPoint.orderedInSource)
      for point in points.sorted() {
        for weakening in Weakening.all(of: point) {
          let (outcome, text, result) = judge(weakening, reached[point] ?? [])
          counts[outcome, default: 0] += 1
          print(
            "\(weakening.description.padded(to: 64)) \(outcome.rawValue.padded(to: 16)) \("\(result.executions)".aligned(to: 10))  "
              + "\(Text.seconds(result.seconds).aligned(to: 8))  \(text)")
          fflush(nil)
        }
      }
      let strangers = OrderingVerdict.all.flatMap { verdict in
        verdict.code.filter { code in !points.contains { $0.file == verdict.file && $0.reads(code) } }
          .map { "\(verdict.file): \($0)" }
      }
      for stranger in strangers { print("a verdict on no access: \(stranger)") }
      let summary = [Outcome.found, .needless, .notShown, .wrong].map { "\(counts[$0] ?? 0) \($0.rawValue.lowercased())" }
      print("\n\(counts.values.reduce(0, +)) orderings: \(summary.joined(separator: ", "))")
      if isQuick { print("not looked for in a quick run: those that are needless or not shown") }
      return counts[.wrong] == nil && strangers.isEmpty ? 0 : 1
    }

    /// Looks for a schedule that shows the weakening, for as long as its verdict is worth.
    private func judge(_ weakening: Weakening, _ reaching: [Scenario]) -> (Outcome, String, MutantHunt.Result) {
      guard let verdict = OrderingVerdict.of(weakening.point) else { return (.wrong, "no verdict", MutantHunt.Result()) }
      switch verdict.kind {
      case .found(let name):
        let result = MutantHunt.hunt(weakening, scenarios.filter { $0.name == name }, seconds: limit)
        guard let what = result.finding?.violation?.what else { return (.wrong, "not found by \(name)", result) }
        return (.found, "\(name): \(what)", result)
      case .needless(let why), .notShown(let why):
        if isQuick { return (verdict.kind.isNeedless ? .needless : .notShown, why, MutantHunt.Result()) }
        let result = MutantHunt.hunt(weakening, reaching, seconds: min(limit, 5))
        if let finding = result.finding { return (.wrong, "found by \(finding.scenario): \(finding.violation?.what ?? "")", result) }
        return (verdict.kind.isNeedless ? .needless : .notShown, why, result)
      }
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
