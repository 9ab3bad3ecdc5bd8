package import HoldfastStress

extension TaskOptions {
  /// Reads a command line, without the program's name and the word `tasks`.
  ///
  /// A value follows its option as the next argument or after `=`.
  package init(parsing arguments: [String]) throws(UsageError) {
    self.init()
    var isQuick = false
    var rest = Arguments(arguments, flags: Set(Self.flags.keys).union(["--quick"]), valued: Self.valued)
    while let (name, value) = try rest.next() {
      if name == "--quick" {
        isQuick = true
      } else if let flag = Self.flags[name] {
        // Asking for help wins over everything else.
        if mode != .help { mode = flag }
      } else {
        try set(name, to: value)
      }
    }
    if isQuick && seconds == nil { seconds = mode == .mutants ? 40 : 20 }
    if replay != nil && chosen.count != 1 { throw UsageError("--replay needs the one --scenario that it belongs to") }
  }

  private static let flags: [String: Mode] = ["--help": .help, "-h": .help, "--list": .list, "--mutants": .mutants]
  private static let valued: Set<String> = ["--scenario", "--mutant", "--schedules", "--seconds", "--seed", "--replay", "--json"]

  private mutating func set(_ name: String, to value: String) throws(UsageError) {
    switch name {
    case "--scenario":
      for part in value.split(separator: ",", omittingEmptySubsequences: false).map(String.init) {
        guard Scenario.all.contains(where: { $0.name == part }) else {
          throw UsageError("unknown scenario '\(part)'; --list shows all")
        }
        if !scenarios.contains(part) { scenarios.append(part) }
      }
    case "--mutant":
      mode = .mutants
      mutants += value.split(separator: ",", omittingEmptySubsequences: false).map(String.init)
    case "--schedules":
      guard let number = Int(value), number >= 0 else { throw UsageError("--schedules must be a whole number from 0, not '\(value)'") }
      schedules = number
    case "--seconds": seconds = try Arguments.seconds(name, value)
    case "--seed": seed = try Arguments.seed(name, value)
    case "--replay":
      guard let choices = Choices(value) else { throw UsageError("--replay needs numbers with dots between them, not '\(value)'") }
      replay = choices
    default: json = value
    }
  }
}
