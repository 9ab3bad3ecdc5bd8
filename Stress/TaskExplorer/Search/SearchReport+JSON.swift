extension SearchReport {
  private struct File: Encodable {
    let seed: UInt64
    let searches: [Row]
  }

  private struct Row: Encodable {
    let scenario: String
    let kind: String
    let schedules: Int
    let isComplete: Bool
    let seconds: Double
    let problems: [String]
    let choices: String?
    let trace: [String]

    init(_ report: SearchReport) {
      scenario = report.scenario
      kind =
        switch report.kind {
        case .exhaustive: "exhaustive"
        case .bounded(let bound): "up to \(bound) deviations"
        case .random: "random"
        }
      schedules = report.schedules
      isComplete = report.isComplete
      seconds = report.seconds
      problems = report.finding?.problems ?? []
      choices = report.finding?.choices.description
      trace = report.finding?.trace ?? []
    }
  }

  /// What is written as JSON.
  static func figures(of reports: [SearchReport], seed: UInt64) -> some Encodable { File(seed: seed, searches: reports.map(Row.init)) }
}
