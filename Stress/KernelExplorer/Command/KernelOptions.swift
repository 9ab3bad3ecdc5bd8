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
  /// The most seconds for one scenario, or for one mutant.
  package var seconds: Double?
  /// The choices of the one schedule wanted.
  package var replay: [Int]?
  /// Where the figures go as JSON.
  package var json: String?

  /// Reads a command line, without the program's name and the word `kernel`.
  ///
  /// A value follows its option as the next argument or after `=`.
  package init(parsing arguments: [String]) throws(UsageError) {
    var rest = Arguments(arguments, flags: Set(Self.flags.keys).union(["--quick"]), valued: Self.valued)
    while let (name, value) = try rest.next() {
      if name == "--quick" { isQuick = true } else if let flag = Self.flags[name] { mode = flag } else { try set(name, to: value) }
    }
    if replay != nil, scenarios.count != 1 { throw UsageError("--replay needs --scenario NAME") }
  }

  private static let flags: [String: Mode] = [
    "--help": .help, "-h": .help, "--list": .list, "--mutants": .mutants, "--orderings": .orderings,
  ]
  private static let valued: Set<String> = ["--scenario", "--bound", "--seconds", "--replay", "--mutant", "--json"]

  private mutating func set(_ name: String, to value: String) throws(UsageError) {
    switch name {
    case "--scenario": scenarios.append(value)
    case "--mutant":
      mode = .mutants
      mutants.append(value)
    case "--bound":
      guard let number = Int(value), number >= 0 else { throw UsageError("--bound must be a whole number from 0, not '\(value)'") }
      bound = number
    case "--seconds": seconds = try Arguments.seconds(name, value)
    case "--replay":
      let words = value.split { ", []".contains($0) }
      replay = words.compactMap { Int($0) }
      guard replay?.count == words.count else { throw UsageError("--replay takes numbers, with commas between them, not '\(value)'") }
    default: json = value
    }
  }

  package static let help = """
    usage: explore kernel [options]

    Runs the shipped container on several threads. A scheduler tries one schedule after the other, and checks the container in each.
    With two threads it tries every schedule; it skips schedules that differ only in the order of independent steps. With three
    threads, or if that search takes too long, it tries every schedule with at most 2 preemptions.

      --scenario NAME   explore only this scenario; for several, repeat the option
      --bound N         try only schedules with at most N preemptions, for any number of threads
      --quick           at most 1 preemption, and 1 second for each search instead of 60
      --seconds N       at most N seconds for each search of a scenario, or for each mutant or ordering; the report says which searches did not finish
      --replay "1,1,2"  run one schedule of --scenario again, given by its choices, and print each step
      --mutants         switch on one planted defect of the kernel after the other; fail if one is not found
      --mutant NAME     as --mutants, but only this defect, of any part; `none` is the code without a defect, in which none may be found
      --orderings       order each atomic access one step weaker than the source says, one after the other; fail if that does not do what
                        OrderingVerdict.swift says of it, or if that says nothing; with --quick only those that a scenario must find
      --list            list the scenarios
      --json FILE       write the figures as JSON too
      --help            print this text

    Exit status: 0 if every check passed, 1 if one failed, 2 for a mistake on the command line.
    """
}
