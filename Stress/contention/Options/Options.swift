import HoldfastStress

/// What the command line asks for.
struct Options: Sendable {
  var cases = CaseID.allCases
  var subjects = SubjectID.allCases
  var quick = false
  var goals = false
  var checkOverhead = false
  /// So many turns of each row or construction, and nothing measured.
  var turns: Int?
  /// What is made in the place of the cases, with `turns`.
  var construction: Construction?
  /// How costs grow with the number of things, in the place of the cases.
  var growth = false
  /// What ways to read a table that changes would cost, in the place of the cases.
  var readerLocks = false
  /// Whether `growth` finds what is quadratic on purpose, in the place of measuring.
  var selfTest = false
  var help = false
  var list = false
  /// Where the results go as JSON.
  var json: OutputFile?
  /// An earlier run's JSON.
  var compare: String?

  static let help = """
    Measures how long it takes to read a shared object: from a Holdfast container, from a static let, and from the usual handwritten containers.

    usage: contention [options]

      --quick              measure for less than a minute; every row that a goal needs is included
      --goals              print each goal with the result; exit with 1 if a goal is missed
      --case ID[,ID…]      measure only these cases; you may repeat the option
      --subject ID[,ID…]   measure only these subjects; you may repeat the option; the ratios need static-let
      --json FILE          write the results as JSON; - means standard output, and the table then goes to standard error
      --compare FILE       print the ratios to the results of an earlier run, from its JSON
      --growth             instead of the cases, measure how the cost of each operation grows with the number of keys, waiters, scopes and so on;
                           exit with 1 if a fitted exponent is more than 0.5 above what is promised, or a cost more than ten times its limit.
                           In the JSON, "curves" has for each case its "points" (n, nsPerItem, bytes), "exponent", "promised", "broken"
      --reader-locks       instead of the cases, compare ways to keep a table alive for those who read it, the shipped one among them
      --self-test          with --growth: measure operations that are quadratic on purpose; exit with 1 if one of them is not found
      --turns N            run each row N times on one thread without measuring, for tools that count instructions or allocations
      --make ID            with --turns: run this construction instead of the cases
      --check-overhead     compare the handwritten subjects with plain loops; exit with 1 if they are more than 10 % slower
      --list               list the cases, the subjects and the constructions of --make
      --help               print this text

    Without options it measures everything, which takes a few minutes. Progress goes to standard error, the table to standard output.
    Exit status: 0 if every check passed, 1 if a goal, a growth curve or the overhead check failed, 2 for a mistake on the command line.
    """

  static var listing: String {
    func lines(_ entries: [(String, String)]) -> String {
      entries.map { "  " + Text.pad($0.0, 24) + $0.1 }.joined(separator: "\n")
    }
    return "Cases\n" + lines(CaseID.allCases.map { ($0.rawValue, $0.summary) })
      + "\n\nSubjects\n" + lines(SubjectID.allCases.map { ($0.rawValue, $0.summary) })
      + "\n\nTo make\n" + lines(Construction.allCases.map { ($0.rawValue, $0.summary) })
  }
}
