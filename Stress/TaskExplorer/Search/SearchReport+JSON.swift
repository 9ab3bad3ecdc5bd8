import Foundation

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

  /// Writes the figures; `-` is the standard output.
  static func write(_ reports: [SearchReport], seed: UInt64, to path: String) throws {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
    let data = try encoder.encode(File(seed: seed, searches: reports.map(Row.init))) + Data("\n".utf8)
    if path == "-" { FileHandle.standardOutput.write(data) } else { try data.write(to: URL(fileURLWithPath: path)) }
  }
}
