import HoldfastStress

/// What a run of all programs came to.
struct CrossingsReport {
  struct Violation: Codable {
    let program: String
    let kind: String
    let text: String
    let seed: UInt64
    let mode: String
    let again: String

    init(_ broken: BrokenProgram, _ kind: Problem.Kind) {
      let (id, line) = (broken.program.id, broken.line)
      program = id
      self.kind = kind.rawValue
      text = line.problems?.first?.text ?? ""
      seed = line.seed
      mode = line.mode
      again = "crossings --program '\(id)' --seed \(line.seed) " + (line.choices.map { "--replay \($0)" } ?? "--times 20")
    }
  }

  struct File: Encodable {
    let seed: UInt64
    let seconds: Double
    let programs: Int
    let schedules: Int
    let pairs: Int
    let triples: Int
    let missing: [[String]]
    let leftOut: [Coverage.LeftOut]
    let things: [String]
    let events: [String]
    let held: [[Int]]
    let failed: [[Int]]
    let broken: Int
    let violations: [Violation]
  }

  let coverage: Coverage
  let programs: [Program]
  let tally: Tally
  let seconds: Double
  let seed: UInt64
  /// How many programs broke a promise; of those that show the same as a smaller one the smaller one is told.
  let broken: Int
  let violations: [Violation]

  init(options: CrossingsOptions, coverage: Coverage, programs: [Program], tally: Tally, seconds: Double) {
    self.coverage = coverage
    self.programs = programs
    self.tally = tally
    self.seconds = seconds
    seed = options.seed
    broken = tally.first.count
    violations = Self.cut(tally, programs, options)
  }

  /// The first violation of each promise that no smaller program shows, cut to what matters.
  private static func cut(_ tally: Tally, _ programs: [Program], _ options: CrossingsOptions) -> [Violation] {
    let end = MonotonicClock.now() + 30_000_000_000
    var known: [(parts: Set<String>, kind: Problem.Kind)] = []
    var found: [Violation] = []
    for (number, kinds) in tally.first.sorted(by: { (programs[$0.key].parts.count, $0.key) < (programs[$1.key].parts.count, $1.key) }) {
      for (kind, line) in kinds.sorted(by: { $0.key.rawValue < $1.key.rawValue }) {
        let parts = Set(programs[number].parts)
        if known.contains(where: { $0.kind == kind && $0.parts.isSubset(of: parts) }) { continue }
        var broken = BrokenProgram(program: programs[number], line: line)
        // The first ones only: each may take seconds.
        if options.programs.isEmpty, !options.orders, !options.untilFirst, found.count < shrunk {
          broken = broken.smallest(kind, options, until: end)
        }
        known.append((Set(broken.program.parts), kind))
        found.append(Violation(broken, kind))
      }
    }
    return found
  }

  private static let shrunk = 10

  var held: Bool { violations.isEmpty && coverage.missing.isEmpty }

  static func proof(_ coverage: Coverage) -> [String] {
    ["\(coverage.programs.count) programs, \(coverage.pairs) pairs of parts and \(coverage.triples) triples"]
      + coverage.missing.map { "NOT COVERED: \($0.joined(separator: " × "))" }
      + coverage.leftOut.map { "left out: \($0.parts.joined(separator: " × ")): \($0.reason)" }
      + Oracle.notJudged.map { "not judged: \($0)" }
  }

  /// How many runs held and failed, for each thing and event.
  private func grid(_ counts: [Int]) -> [[Int]] {
    var cells: [String: Int] = [:]
    for (number, program) in programs.enumerated() {
      for thing in Set(program.chain.map(\.name)) {
        for event in program.events { cells["\(thing)!\(event.name)", default: 0] += counts[number] }
      }
    }
    return Things.all.map { thing in Events.all.map { cells["\(thing.name)!\($0.name)"] ?? 0 } }
  }

  /// For people: the grid, the proof, the violations.
  var lines: [String] {
    let held = grid(tally.held)
    let failed = grid(tally.failed)
    var table = Table(header: ["schedules that held"] + Events.all.indices.map { "\($0 + 1)" })
    for (row, thing) in Things.all.enumerated() {
      table.add([thing.name] + Events.all.indices.map { failed[row][$0] > 0 ? "✗\(failed[row][$0])" : "\(held[row][$0])" })
    }
    // Of one program the grid says nothing.
    var lines =
      programs.count == 1
      ? [] : Events.all.enumerated().map { "\($0.offset + 1) \($0.element.name)" }.joined(separator: ", ").wrapped + table.lines
    for violation in violations {
      lines += [
        "VIOLATION in \(violation.program) (\(violation.kind), \(violation.mode)): \(violation.text)", "  again: \(violation.again)",
      ]
    }
    if programs.count > 1 { lines += Self.proof(coverage) }
    if !tally.incomplete.isEmpty { lines.append("\(tally.incomplete.count) programs have more orders than there was time for") }
    lines.append("\(tally.schedules) schedules of \(programs.count) programs in \(Figures.seconds(seconds))")
    lines.append(self.held ? "all held" : "\(broken) programs broke a promise")
    return lines
  }

  /// What is written as JSON.
  var figures: File {
    File(
      seed: seed, seconds: seconds, programs: programs.count, schedules: tally.schedules, pairs: coverage.pairs, triples: coverage.triples,
      missing: coverage.missing, leftOut: coverage.leftOut, things: Things.all.map(\.name), events: Events.all.map(\.name),
      held: grid(tally.held), failed: grid(tally.failed), broken: broken, violations: violations)
  }
}

extension String {
  /// Lines of at most 140 columns.
  fileprivate var wrapped: [String] {
    split(separator: " ").reduce(into: [""]) { lines, word in
      if lines[lines.count - 1].count + word.count > 138 { lines.append("") }
      lines[lines.count - 1] += (lines[lines.count - 1].isEmpty ? "" : " ") + word
    }
  }
}
