extension TaskOptions {
  /// Reads a command line, without the program's name and the word `tasks`.
  ///
  /// A value follows its option as the next argument or after `=`.
  package init(parsing arguments: [String]) throws(UsageError) {
    self.init()
    var isQuick = false
    var rest = arguments[...]
    while let argument = rest.popFirst() {
      let parts = argument.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
      let name = parts[0]
      if name == "--quick" || Self.flags[name] != nil {
        guard parts.count == 1 else { throw UsageError("\(name) takes no value") }
        isQuick = isQuick || name == "--quick"
        // Asking for help wins over everything else.
        if let flag = Self.flags[name], mode != .help { mode = flag }
        continue
      }
      guard Self.valued.contains(name) else { throw UsageError("unknown option '\(argument)'; --help lists the options") }
      guard let value = parts.count == 2 ? parts[1] : rest.popFirst() else { throw UsageError("\(name) needs a value") }
      try set(name, to: value)
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
    case "--seconds":
      guard let number = Double(value), number > 0, number <= 1_000_000 else {
        throw UsageError("--seconds must be a number above 0 and up to 1000000, not '\(value)'")
      }
      seconds = number
    case "--seed":
      guard let number = UInt64(value) else { throw UsageError("--seed must be a whole number from 0 to \(UInt64.max), not '\(value)'") }
      seed = number
    case "--replay":
      guard let choices = Choices(value) else { throw UsageError("--replay needs numbers with dots between them, not '\(value)'") }
      replay = choices
    default:
      guard !value.isEmpty else { throw UsageError("--json needs the path of a file, or - for the standard output") }
      json = value
    }
  }
}
