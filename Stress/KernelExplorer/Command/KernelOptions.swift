package import HoldfastStress

/// The command line of `explore kernel`.
package struct KernelOptions: Equatable, Sendable {
  package enum Mode: Equatable, Sendable {
    case explore, mutants, orderings, list, help
  }

  package var mode = Mode.explore
  /// The scenarios wanted by name; none for all.
  package var scenarios: [String] = []
  /// The preemption bound wanted for every scenario.
  package var bound: Int?
  /// The mutants wanted by name; none for all of the kernel's. `none` is the code without a mutant.
  package var mutants: [String] = []
  package var isQuick = false
  /// The most schedules of each scenario for one mutant.
  package var schedules = Int.max
  /// The most seconds for one scenario, or for one mutant.
  package var seconds: Double?
  /// The choices of the one schedule wanted.
  package var replay: [Int]?
  /// Where the figures go as JSON.
  package var json: String?

  /// Reads a command line, without the program's name and the word `kernel`.
  package init(parsing arguments: [String]) throws(UsageError) {
    try Self.table.parse(arguments, into: &self)
    if replay != nil, scenarios.count != 1 { throw UsageError("--replay needs exactly one --scenario") }
  }

  private static var table: OptionTable<Self> {
    OptionTable([
      .text("--scenario", "NAME", "explore only this scenario; for several, repeat the option") { $0.scenarios.append($1) },
      .whole("--bound", in: 0...(.max), "try only schedules with at most N preemptions, for any number of threads") { $0.bound = $1 },
      .flag("--quick", "at most 1 preemption, and 1 second for each search instead of 60") { $0.isQuick = true },
      .seconds(
        """
        at most N seconds for each search of a scenario, or for each mutant or ordering; the report says which searches did not finish
        """
      ) { $0.seconds = $1 },
      .whole("--schedules", in: 1...(.max), "with --mutant: try at most N schedules of each scenario") { $0.schedules = $1 },
      CommandOption("--replay", "\"1,1,2\"", "run one schedule of --scenario again, given by its choices, and print each step") {
        options, text throws(UsageError) in
        let words = text.split { ", []".contains($0) }
        options.replay = words.compactMap { Int($0) }
        guard options.replay?.count == words.count else {
          throw UsageError("--replay takes numbers, with commas between them, not '\(text)'")
        }
      },
      .flag("--mutants", "switch on one planted defect of the kernel after the other; fail if one is not found") { $0.mode = .mutants },
      .text(
        "--mutant", "NAME",
        "as --mutants, but with this defect only, of any part; with `none` there is no defect, and finding one is a failure"
      ) {
        $0.mode = .mutants
        $0.mutants.append($1)
      },
      .flag(
        "--orderings",
        """
        weaken one atomic access after the other by one step; fail if the effect differs from the verdict in
        OrderingVerdict.swift, or if a verdict is missing; with --quick, only verdicts that name a scenario
        """
      ) { $0.mode = .orderings },
      .flag("--list", "list the scenarios") { $0.mode = .list },
      .text("--json", "FILE", "write the figures as JSON too") { $0.json = $1 },
      .help { $0.mode = .help },
    ])
  }

  package static var help: String {
    table.help(
      "explore kernel",
      """
      Runs the shipped container on several threads. A scheduler tries one schedule after the other, and checks the container in each.
      With two threads it tries every schedule; it skips schedules that differ only in the order of independent steps. With three
      threads, or if that search takes too long, it tries every schedule with at most 2 preemptions.
      """,
      "Exit status: 0 if every check passed, 1 if one failed, 2 for a mistake on the command line.")
  }
}
