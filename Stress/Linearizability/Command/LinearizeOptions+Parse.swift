package import HoldfastStress

extension LinearizeOptions {
  /// Reads a command line, without the program's name.
  ///
  /// A value follows its option as the next argument or after `=`.
  package init(parsing arguments: [String]) throws(UsageError) {
    self.init()
    var rest = arguments[...]
    while let argument = rest.popFirst() {
      let parts = argument.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
      let name = parts[0]
      if let flag = Self.flags[name] {
        guard parts.count == 1 else { throw UsageError("\(name) takes no value") }
        // Asking for help wins over everything else.
        if mode != .help { mode = flag }
        continue
      }
      guard Self.valued.contains(name) else { throw UsageError("unknown option '\(argument)'; --help lists the options") }
      guard let value = parts.count == 2 ? parts[1] : rest.popFirst() else { throw UsageError("\(name) needs a value") }
      try set(name, to: value)
    }
  }

  private static let flags: [String: Mode] = ["--help": .help, "-h": .help, "--self-test": .selfTest, "--mutants": .mutants]
  private static let valued: Set<String> = ["--operations", "--seconds", "--threads", "--keys", "--seed", "--json"]

  private mutating func set(_ name: String, to value: String) throws(UsageError) {
    switch name {
    case "--operations": operations = try Self.whole(name, value, in: 1...1_000_000_000_000)
    case "--threads": threads = try Self.whole(name, value, in: 2...64)
    case "--keys": keys = try Self.whole(name, value, in: 2...64)
    case "--seconds":
      guard let number = Double(value), number > 0, number <= 1_000_000 else {
        throw UsageError("--seconds must be a number above 0 and up to 1000000, not '\(value)'")
      }
      seconds = number
    case "--seed":
      guard let number = UInt64(value) else { throw UsageError("--seed must be a whole number from 0 to \(UInt64.max), not '\(value)'") }
      seed = number
    default:
      guard !value.isEmpty else { throw UsageError("--json needs the path of a file, or - for the standard output") }
      json = value
    }
  }

  private static func whole(_ name: String, _ value: String, in range: ClosedRange<Int>) throws(UsageError) -> Int {
    guard let number = Int(value), range.contains(number) else {
      throw UsageError("\(name) must be a whole number from \(range.lowerBound) to \(range.upperBound), not '\(value)'")
    }
    return number
  }
}
