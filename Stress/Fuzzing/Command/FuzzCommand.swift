import Foundation
package import HoldfastStress
import Searching

/// The command `fuzz`, from its arguments to its exit status.
package struct FuzzCommand {
  private let options: FuzzOptions
  private let file: OutputFile?
  private let replayed: CallSequence?
  /// Where the words go; the standard error if the standard output is for the JSON.
  private let console: Console

  /// Reads the command line and checks all that can be checked before a run.
  package init(arguments: [String]) throws(UsageError) {
    options = try FuzzOptions(parsing: arguments)
    replayed = try options.replay.map { path throws(UsageError) in
      guard let text = try? String(contentsOfFile: path, encoding: .utf8) else { throw UsageError("cannot read '\(path)'") }
      guard let sequence = CallSequence(text) else { throw UsageError("'\(path)' is not a sequence of calls") }
      return sequence
    }
    if let path = options.json, options.mode == .run { file = try OutputFile(path: path) } else { file = nil }
    console = file?.isStandardOutput == true ? .error : .output
  }

  /// Does what the command line asks for; answers the exit status.
  package func run() -> Int32 {
    switch options.mode {
    case .help:
      console.line(FuzzOptions.help)
      return 0
    case .selfTest where options.guided != nil, .run where options.guided != nil: return guided()
    case .selfTest: return selfTest()
    case .run: return replayed.map(replay) ?? fuzz()
    }
  }

  private func guided() -> Int32 {
    console.line("seed \(options.seed)")
    return Guide(folder: options.guided ?? "", options: options, defect: options.mode == .selfTest ? .failureIsKept : nil).run()
  }

  private func replay(_ sequence: CallSequence) -> Int32 {
    guard let difference = Trial.run(sequence) else {
      console.line("\(sequence.steps.count) calls, as the model says")
      return 0
    }
    console.line("\(difference)")
    return 1
  }

  private func fuzz() -> Int32 {
    let interrupt = Interrupt()
    defer { withExtendedLifetime(interrupt) {} }
    console.line("seed \(options.seed)")
    let line = LiveLine(console)
    let campaign = Campaign(seed: options.seed, limit: options.sequences, interrupted: interrupt.flag)
    let report = campaign.run(seconds: options.seconds) { line.draw($0.line) }
    line.clear()
    console.line(report.line)
    if let finding = report.finding {
      for line in finding.lines() { console.line(line) }
    } else {
      console.line(interrupt.flag.isSet ? "interrupted; every answer was the model's so far" : "every answer was the model's")
    }
    file?.write(json: report, of: "fuzz")
    return report.finding != nil ? 1 : interrupt.flag.isSet ? 130 : 0
  }

  private func selfTest() -> Int32 {
    console.line("seed \(options.seed)")
    let looks = DefectHunt(PlantedDifference.allCases).run(tell: { console.line($0.line) }) { defect in
      PlantedLook(defect: defect, report: Campaign(seed: options.seed, defect: defect).run(seconds: options.seconds))
    }
    console.line(looks.missed.isEmpty ? "every planted difference was found" : "\(looks.missed.count) were missed")
    return looks.missed.isEmpty ? 0 : 1
  }
}

/// What came of a search for one planted difference.
private struct PlantedLook: DefectLook {
  let defect: PlantedDifference
  let report: CampaignReport

  var isAsExpected: Bool { report.finding != nil }

  var line: String {
    let steps = report.finding.map { "found after \(report.sequences) sequences, shortest has \($0.sequence.steps.count) calls" }
    return "\(defect.rawValue): \(steps ?? "MISSED"), \(Figures.seconds(report.seconds))"
  }
}
