/// The command line of `explore kernel`.
package struct KernelOptions: Equatable, Sendable {
  package enum Mode: Equatable, Sendable {
    case explore, mutants, list, help
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

  package struct Unusable: Error, CustomStringConvertible {
    package let description: String
  }

  package init(_ arguments: [String]) throws(Unusable) {
    var rest = arguments[...]
    while let argument = rest.popFirst() {
      switch argument {
      case "--help", "-h": mode = .help
      case "--list": mode = .list
      case "--mutants": mode = .mutants
      case "--mutant":
        mode = .mutants
        mutants.append(try Self.value(of: argument, &rest))
      case "--quick": isQuick = true
      case "--scenario": scenarios.append(try Self.value(of: argument, &rest))
      case "--json": json = try Self.value(of: argument, &rest)
      case "--bound":
        guard let number = Int(try Self.value(of: argument, &rest)), number >= 0 else {
          throw Unusable(description: "--bound takes 0 or more")
        }
        bound = number
      case "--seconds":
        guard let number = Double(try Self.value(of: argument, &rest)), number > 0 else {
          throw Unusable(description: "--seconds takes a number greater than 0")
        }
        seconds = number
      case "--replay":
        let words = try Self.value(of: argument, &rest).split { ", []".contains($0) }
        let choices = words.compactMap { Int($0) }
        guard choices.count == words.count else { throw Unusable(description: "--replay takes numbers, with commas between them") }
        replay = choices
      default: throw Unusable(description: "unknown argument \(argument)")
      }
    }
    if replay != nil, scenarios.count != 1 { throw Unusable(description: "--replay needs --scenario NAME") }
  }

  private static func value(of option: String, _ rest: inout ArraySlice<String>) throws(Unusable) -> String {
    guard let value = rest.popFirst() else { throw Unusable(description: "\(option) takes a value") }
    return value
  }

  package static let help = """
    usage: explore kernel [options]

    Runs the shipped container on explored threads, under every schedule that a bound allows, and checks what it promises.
    Two threads: every schedule, reduced to those that differ in more than the order of independent steps; where that does
    not end in time, and for three threads: every schedule with at most 2 preemptions.

      --scenario NAME   only this one; may be given more than once
      --bound N         at most N preemptions, whatever the number of threads
      --quick           at most 1 preemption, and 1 second for each search instead of 60
      --seconds N       at most N seconds for each search of a scenario, or for each mutant; what that leaves out is said
      --replay "1,1,2"  the one schedule of a choice list, step by step; with --scenario
      --mutants         switches on one defect of the kernel after the other: each must be found
      --mutant NAME     as --mutants, with this one only, of whatever part; `none` is the code as it is, which nothing may be found in
      --list            the names of the scenarios
      --json FILE       the figures as JSON too
      --help            this text

    Exits with 0 if all held, 1 on a violation, 2 if the command line cannot be used.
    """
}
