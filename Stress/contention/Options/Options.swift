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
  var help = false
  var list = false
  /// Where the results go as JSON.
  var json: OutputFile?
  /// An earlier run's JSON.
  var compare: String?

  static let help = """
    Measures what it costs to reach a shared object: Holdfast, the language's own static let, and what people write by hand.

    USAGE: contention [options]

      --quick              less than a minute; every goal's rows are in it
      --goals              print the goals with what was reached; exit 1 when one is missed
      --case ID[,ID…]      only these cases (may be repeated)
      --subject ID[,ID…]   only these subjects (may be repeated); the ratios need static-let
      --json FILE          write the results as JSON; - is the standard output, and the words go to the other one
      --compare FILE       print the ratio against an earlier run's JSON
      --growth             print how costs grow with the number of waiters, spokes, keys and scopes, with the fitted exponents, in the
                           place of the cases; exit 1 when a promise is missed by more than ten times
      --turns N            run each row N times on one thread and measure nothing: for programs that count instructions or allocations
      --make ID            with --turns: make this, in the place of the cases
      --check-overhead     compare the hand-written subjects with their plain loops; exit 1 above 10 %
      --list               list the cases, the subjects and what --make makes
      --help               this text

    Without options everything is measured, which takes a few minutes. Progress goes to standard error, the table to standard output.
    EXIT: 0 done · 1 a goal, a growth curve or the overhead check missed · 2 bad usage
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
