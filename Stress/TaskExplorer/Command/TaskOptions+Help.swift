extension TaskOptions {
  /// What `--help` prints.
  package static let help = """
    Runs scenarios of a Holdfast container with every job of the program on one scheduler, in every order or in random ones.

    usage: explore tasks [options]

      --list              list the scenarios, and the mutants
      --scenario NAME     explore this scenario only; repeat it, or separate names with commas
      --schedules N       random schedules after the exhaustive search, shared among the scenarios (1000000)
      --seconds N         length of the whole run at most
      --quick             the same as --seconds 20, or 40 with --mutants
      --seed N            the seed of the first random schedule of each scenario; the next one has the next number
      --replay CHOICES    run one schedule of a scenario again and print what happens, job by job
      --json FILE         write the figures as JSON; - is the standard output
      --mutants           switch on each deliberate defect in turn; each must be found (needs a build with --traits Exploration)
      --mutant NAME       as --mutants, with these only, of whatever part; `none` is the code as it is, which nothing may be found in
      --help              print this

    Exit status: 0 if every promise was kept, 1 if one was not, 2 for a mistake on the command line or a toolchain without the hook.
    """

  /// What `--list` prints.
  static var list: [String] {
    let rows = Scenario.all.map { ($0.name, $0.summary) } + MutantRun.catalogue
    let width = rows.map(\.0.count).max() ?? 0
    return rows.map { $0.0 + String(repeating: " ", count: width + 2 - $0.0.count) + $0.1 }
  }
}
