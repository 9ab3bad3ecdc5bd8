import Foundation
import HoldfastStress

/// What the command line asks for.
struct Options: Sendable {
  fileprivate var chosenCases: [String] = []
  fileprivate var chosenSubjects: [String] = []
  var cases: [CaseID] { Self.chosen(chosenCases) }
  var subjects: [SubjectID] { Self.chosen(chosenSubjects) }
  var quick = false
  var goals = false
  /// So many turns of each row or construction, and nothing measured.
  var turns: Int?
  /// What is made in the place of the cases, with `turns`.
  var construction: Construction?
  /// How costs grow with the number of things, in the place of the cases.
  var growth = false
  fileprivate var chosenCurves: [String] = []
  /// The curves that `growth` measures.
  var curves: [GrowthCase] { GrowthCase.all.filter { chosenCurves.isEmpty || chosenCurves.contains($0.name) } }
  /// Whether `growth` finds what is quadratic on purpose, in the place of measuring.
  var selfTest = false
  var help = false
  var list = false
  /// Where the results go as JSON.
  var json: OutputFile?
  /// An earlier run's JSON.
  var compare: String?

  /// Reads a command line, without the program's name.
  init(parsing arguments: [String]) throws(UsageError) {
    try Self.table.parse(arguments, into: &self)
    if construction != nil, turns == nil { throw UsageError("--make needs --turns") }
    if !chosenCurves.isEmpty, !growth { throw UsageError("--curve needs --growth") }
    if selfTest, !growth { throw UsageError("--self-test needs --growth") }
    if let compare, !FileManager.default.isReadableFile(atPath: compare) { throw UsageError("cannot read \(compare)") }
  }

  /// Those that are named, in the order in which all are measured; all if none is.
  private static func chosen<ID: CaseIterable & RawRepresentable<String>>(_ names: [String]) -> [ID] {
    ID.allCases.filter { names.isEmpty || names.contains($0.rawValue) }
  }
}

extension Options {
  private static var table: OptionTable<Options> { OptionTable(measuring + others) }

  /// What is measured, and what becomes of it.
  private static var measuring: [CommandOption<Options>] {
    [
      .flag("--quick", "measure for less than a minute, with every row that --goals needs") { $0.quick = true },
      .flag("--goals", "print each goal with the result; exit with 1 if a goal is missed") { $0.goals = true },
      .words(
        "--case", "ID[,ID…]", "measure only these cases; you may repeat the option", known: { CaseID(rawValue: $0) != nil },
        unknown: { "unknown case \"\($0)\"; --list lists them" }, set: { $0.chosenCases.append($1) }),
      .words(
        "--subject", "ID[,ID…]", "measure only these subjects; you may repeat the option; the ratios need static-let",
        known: { SubjectID(rawValue: $0) != nil }, unknown: { "unknown subject \"\($0)\"; --list lists them" },
        set: { $0.chosenSubjects.append($1) }),
      CommandOption("--json", "FILE", "write the results as JSON; - means standard output, and the table then goes to standard error") {
        options, path throws(UsageError) in options.json = try OutputFile(path: path)
      },
      .text("--compare", "FILE", "print the ratios to the results of an earlier run, from its JSON") { $0.compare = $1 },
    ]
  }

  /// What is done in the place of measuring the cases.
  private static var others: [CommandOption<Options>] {
    [
      .flag(
        "--growth",
        """
        instead of the cases, measure how the cost of each operation grows with the number of keys, waiters, scopes and so on;
        exit with 1 if a cost grows with an exponent more than 0.5 above the promised one, or is more than ten times its limit.
        In the JSON, "curves" has for each case its "points" (n, nsPerItem, bytes), "exponent", "promised", "broken"
        """
      ) { $0.growth = true },
      .words(
        "--curve", "ID[,ID…]", "with --growth: measure only these; you may repeat the option",
        known: { name in GrowthCase.all.contains { $0.name == name } }, unknown: { "unknown curve \"\($0)\"; --list lists them" },
        set: { $0.chosenCurves.append($1) }),
      .flag("--self-test", "with --growth: measure operations that are quadratic on purpose; exit with 1 if one of them is not found") {
        $0.selfTest = true
      },
      .whole(
        "--turns", in: 1...(.max), "run each row N times on one thread without measuring, for tools that count instructions or allocations"
      ) { $0.turns = $1 },
      CommandOption("--make", "ID", "with --turns: run this construction instead of the cases") { options, id throws(UsageError) in
        guard let made = Construction(rawValue: id) else { throw UsageError("unknown construction \"\(id)\"; --list lists them") }
        options.construction = made
      },
      .flag("--list", "list the cases, the subjects, the curves and the constructions of --make") { $0.list = true },
      .help { $0.help = true },
    ]
  }

  static var help: String {
    table.help(
      "contention",
      """
      Measures how long it takes to read a shared object: from a Holdfast container, from a static let, and from the usual handwritten containers.
      """,
      """
      Without options it measures everything, which takes a few minutes. Progress goes to standard error, the table to standard output.
      Exit status: 0 if every check passed, 1 if a goal or a growth curve failed, 2 for a mistake on the command line.
      """)
  }

  static var listing: String {
    func lines(_ entries: [(String, String)]) -> String { entries.map { "  " + $0.0.padded(to: 24) + $0.1 }.joined(separator: "\n") }
    return "Cases\n" + lines(CaseID.allCases.map { ($0.rawValue, $0.summary) })
      + "\n\nSubjects\n" + lines(SubjectID.allCases.map { ($0.rawValue, $0.summary) })
      + "\n\nCurves\n" + lines(GrowthCase.all.map { ($0.name, $0.summary) })
      + "\n\nTo make\n" + lines(Construction.allCases.map { ($0.rawValue, $0.summary) })
  }
}
