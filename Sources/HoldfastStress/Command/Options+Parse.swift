extension Options {
  /// Reads a command line, without the program's name.
  ///
  /// A value follows its option as the next argument or after `=`.
  package init(parsing arguments: [String], for program: StressProgram) throws(UsageError) {
    self.init()
    var rest = arguments[...]
    while let argument = rest.popFirst() {
      let parts = argument.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
      let name = parts[0]
      if let flag = Self.flags[name], flag != .selfTest || program.selfTest != nil {
        guard parts.count == 1 else { throw UsageError("\(name) takes no value") }
        // Asking for help wins over everything else.
        if mode != .help { mode = flag }
        continue
      }
      guard Self.valued.contains(name) else { throw UsageError("unknown option '\(argument)'; --help lists the options") }
      guard let value = parts.count == 2 ? parts[1] : rest.popFirst() else { throw UsageError("\(name) needs a value") }
      try set(name, to: value, program)
    }
  }

  private static let flags: [String: Mode] = ["--help": .help, "-h": .help, "--list": .list, "--self-test": .selfTest]
  private static let valued: Set<String> = ["--workload", "--seconds", "--stall-after", "--tasks", "--threads", "--seed", "--json"]

  private mutating func set(_ name: String, to value: String, _ program: StressProgram) throws(UsageError) {
    switch name {
    case "--workload":
      for part in value.split(separator: ",", omittingEmptySubsequences: false).map(String.init) {
        guard program.menu.contains(where: { $0.name == part }) else {
          throw UsageError("unknown workload '\(part)'; there are \(program.menu.map(\.name).joined(separator: ", "))")
        }
        if !workloads.contains(part) { workloads.append(part) }
      }
    case "--seconds":
      seconds = try Self.seconds(name, value)
    case "--stall-after":
      stallAfter = try Self.seconds(name, value)
    case "--tasks":
      tasks = try Self.count(name, value)
    case "--threads":
      threads = try Self.count(name, value)
    case "--seed":
      guard let number = UInt64(value) else { throw UsageError("--seed must be a whole number from 0 to \(UInt64.max), not '\(value)'") }
      seed = number
    default:
      guard !value.isEmpty else { throw UsageError("--json needs the path of a file, or - for the standard output") }
      json = value
    }
  }

  private static func seconds(_ name: String, _ value: String) throws(UsageError) -> Double {
    guard let number = Double(value), number > 0, number <= 1_000_000 else {
      throw UsageError("\(name) must be a number above 0 and up to 1000000, not '\(value)'")
    }
    return number
  }

  private static func count(_ name: String, _ value: String) throws(UsageError) -> Int {
    guard let number = Int(value), (1...1024).contains(number) else {
      throw UsageError("\(name) must be a whole number from 1 to 1024, not '\(value)'")
    }
    return number
  }
}
