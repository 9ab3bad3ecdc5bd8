/// A command line, option by option: a value follows its option as the next argument or after `=`.
package struct Arguments {
  private var rest: ArraySlice<String>
  private let flags: Set<String>
  private let valued: Set<String>

  /// - Parameters:
  ///   - flags: options without a value.
  ///   - valued: options with one.
  package init(_ arguments: [String], flags: Set<String>, valued: Set<String>) {
    rest = arguments[...]
    self.flags = flags
    self.valued = valued
  }

  /// The next option, with its value if it has one; nil at the end.
  package mutating func next() throws(UsageError) -> (name: String, value: String)? {
    guard let argument = rest.popFirst() else { return nil }
    let parts = argument.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
    let name = parts[0]
    if flags.contains(name) {
      guard parts.count == 1 else { throw UsageError("\(name) takes no value") }
      return (name, "")
    }
    guard valued.contains(name) else { throw UsageError("unknown option '\(argument)'; --help lists the options") }
    guard let value = parts.count == 2 ? parts[1] : rest.popFirst(), !value.isEmpty else { throw UsageError("\(name) needs a value") }
    return (name, value)
  }

  /// A number of seconds.
  package static func seconds(_ name: String, _ value: String) throws(UsageError) -> Double {
    guard let number = Double(value), number > 0, number <= 1_000_000 else {
      throw UsageError("\(name) must be a number above 0 and up to 1000000, not '\(value)'")
    }
    return number
  }

  /// A seed.
  package static func seed(_ name: String, _ value: String) throws(UsageError) -> UInt64 {
    guard let number = UInt64(value) else { throw UsageError("\(name) must be a whole number from 0 to \(UInt64.max), not '\(value)'") }
    return number
  }
}

/// A mistake on the command line, said in one line.
package struct UsageError: Error, Equatable, CustomStringConvertible {
  package let description: String

  package init(_ description: String) {
    self.description = description
  }
}
