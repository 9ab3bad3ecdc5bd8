extension TaskOptions {
  /// What `--help` prints.
  package static let help = """
    Runs scenarios of a Holdfast container. A scheduler decides the order of all jobs: first it tries every order, then random orders.

    usage: explore tasks [options]

      --list              list the scenarios, and the mutants
      --scenario NAME     explore only this scenario; for several, repeat the option or separate names with commas
      --schedules N       random schedules after the exhaustive search; the scenarios share them (1000000)
      --seconds N         stop the whole run after N seconds
      --quick             the same as --seconds 20, or 40 with --mutants
      --seed N            the seed of the first random schedule of each scenario; each next schedule adds 1
      --replay CHOICES    run one schedule of a scenario again and print each job
      --json FILE         write the figures as JSON; - means standard output
      --mutants           switch on one planted defect after the other; fail if one is not found (needs a build with --traits Exploration)
      --mutant NAME       as --mutants, but only this defect, of any part; `none` is the code without a defect, in which none may be found
      --help              print this text

    Exit status: 0 if every check passed, 1 if one failed, 2 for a mistake on the command line or a toolchain that cannot control jobs.
    """

  /// What `--list` prints.
  static var list: [String] {
    let rows = Scenario.all.map { ($0.name, $0.summary) } + MutantRun.catalogue
    let width = rows.map(\.0.count).max() ?? 0
    return rows.map { $0.0 + String(repeating: " ", count: width + 2 - $0.0.count) + $0.1 }
  }
}
