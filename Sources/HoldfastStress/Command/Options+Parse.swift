extension Options {
  /// Reads a command line, without the program's name.
  ///
  /// A value follows its option as the next argument or after `=`.
  package init(parsing arguments: [String], for program: StressProgram) throws(UsageError) {
    self.init()
    let flags = Self.flags.filter { $0.value != .selfTest || program.selfTest != nil }
    let valued = Self.valued.union(program.hasStartUp ? ["--picture"] : [])
    var rest = Arguments(arguments, flags: Set(flags.keys), valued: valued)
    while let (name, value) = try rest.next() {
      // Asking for help wins over everything else.
      if let flag = flags[name] { if mode != .help { mode = flag } } else { try set(name, to: value, program) }
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
      seconds = try Arguments.seconds(name, value)
    case "--stall-after":
      stallAfter = try Arguments.seconds(name, value)
    case "--tasks":
      tasks = try Self.count(name, value)
    case "--threads":
      threads = try Self.count(name, value)
    case "--seed":
      seed = try Arguments.seed(name, value)
    case "--picture":
      picture = value
    default:
      json = value
    }
  }

  private static func count(_ name: String, _ value: String) throws(UsageError) -> Int {
    guard let number = Int(value), (1...1024).contains(number) else {
      throw UsageError("\(name) must be a whole number from 1 to 1024, not '\(value)'")
    }
    return number
  }
}
