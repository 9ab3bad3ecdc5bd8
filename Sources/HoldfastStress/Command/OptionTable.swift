/// The options of a command, each written down once: how it is read, and what the help says of it.
///
/// ```swift
/// static var table: OptionTable<Self> {
///   OptionTable([
///     .seconds("length of the run in seconds (10)") { $0.seconds = $1 },
///     .flag("--self-test", "plant defects; fail if one is not found") { $0.mode = .selfTest },
///     .help { $0.mode = .help },
///   ])
/// }
/// ```
package struct OptionTable<Options> {
  private let options: [CommandOption<Options>]

  /// - Parameter options: in the order in which the help lists them.
  package init(_ options: [CommandOption<Options>]) {
    self.options = options
  }

  /// Reads a command line, without the program's name. A value follows its option as the next argument or after `=`.
  package func parse(_ arguments: [String], into result: inout Options) throws(UsageError) {
    var rest = arguments[...]
    var last: CommandOption<Options>?
    while let argument = rest.popFirst() {
      let parts = argument.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
      let name = parts[0] == "-h" ? "--help" : parts[0]
      guard let option = options.first(where: { $0.name == name }) else {
        throw UsageError("unknown option '\(argument)'; --help lists the options")
      }
      if option.value == nil {
        guard parts.count == 1 else { throw UsageError("\(name) takes no value") }
        // Asking for help wins over everything else.
        if name == "--help" { last = option } else { try option.set(&result, "") }
      } else {
        guard let value = parts.count == 2 ? parts[1] : rest.popFirst(), !value.isEmpty else { throw UsageError("\(name) needs a value") }
        try option.set(&result, value)
      }
    }
    try last?.set(&result, "")
  }

  /// What `--help` prints.
  ///
  /// - Parameters:
  ///   - summary: what the command does.
  ///   - end: what the exit status means.
  package func help(_ command: String, _ summary: String, _ end: String) -> String {
    let listed = options.filter { $0.help != nil }
    let width = (listed.map(\.usage.count).max() ?? 0) + 2
    let lines = listed.map { option in
      "  " + option.usage.padded(to: width)
        + (option.help ?? "").replacing("\n", with: "\n" + String(repeating: " ", count: width + 2))
    }
    return "\(summary)\n\nusage: \(command) [options]\n\n\(lines.joined(separator: "\n"))\n\n\(end)"
  }
}

/// One option of a command.
package struct CommandOption<Options> {
  let name: String
  /// What stands for its value in the help; nil if it takes none.
  let value: String?
  /// Nil for an option that is for the program itself.
  let help: String?
  let set: (inout Options, String) throws(UsageError) -> Void

  /// An option with a value of any kind.
  package init(
    _ name: String, _ value: String, _ help: String?, set: @escaping (inout Options, String) throws(UsageError) -> Void
  ) {
    (self.name, self.value, self.help, self.set) = (name, value, help, set)
  }

  private init(flag name: String, _ help: String, set: @escaping (inout Options) -> Void) {
    (self.name, self.help, value) = (name, help, nil)
    self.set = { options, _ in set(&options) }
  }

  fileprivate var usage: String { value.map { "\(name) \($0)" } ?? name }

  package static func flag(_ name: String, _ help: String, set: @escaping (inout Options) -> Void) -> Self {
    Self(flag: name, help, set: set)
  }

  package static func help(set: @escaping (inout Options) -> Void) -> Self { Self(flag: "--help", "print this text", set: set) }

  /// A text; what the file of an option is called, too.
  package static func text(_ name: String, _ value: String, _ help: String, set: @escaping (inout Options, String) -> Void) -> Self {
    Self(name, value, help) { options, text in set(&options, text) }
  }

  package static func json(_ help: String = "write the figures as JSON", set: @escaping (inout Options, String) -> Void) -> Self {
    text("--json", "FILE", "\(help); - means standard output", set: set)
  }

  package static func seed(_ help: String? = nil, set: @escaping (inout Options, UInt64) -> Void) -> Self {
    Self("--seed", "N", help ?? "make the same random choices as the run that printed this seed") { options, text throws(UsageError) in
      guard let number = UInt64(text) else { throw UsageError("--seed must be a whole number from 0 to \(UInt64.max), not '\(text)'") }
      set(&options, number)
    }
  }

  package static func seconds(_ help: String, of name: String = "--seconds", set: @escaping (inout Options, Double) -> Void) -> Self {
    Self(name, "N", help) { options, text throws(UsageError) in
      guard let number = Double(text), number > 0, number <= 1_000_000 else {
        throw UsageError("\(name) must be a number above 0 and up to 1000000, not '\(text)'")
      }
      set(&options, number)
    }
  }

  package static func whole(
    _ name: String, in range: ClosedRange<Int>, _ help: String, set: @escaping (inout Options, Int) -> Void
  ) -> Self {
    Self(name, "N", help) { options, text throws(UsageError) in
      guard let number = Int(text), range.contains(number) else {
        let end = range.upperBound == .max ? "" : " to \(range.upperBound)"
        throw UsageError("\(name) must be a whole number from \(range.lowerBound)\(end), not '\(text)'")
      }
      set(&options, number)
    }
  }

  /// Words that are known, separated by commas; the option may stand several times.
  ///
  /// - Parameter unknown: what to say of a word that is not known.
  package static func words(
    _ name: String, _ value: String, _ help: String, known: @escaping (String) -> Bool, unknown: @escaping (String) -> String,
    set: @escaping (inout Options, String) -> Void
  ) -> Self {
    Self(name, value, help) { options, text throws(UsageError) in
      for word in text.split(separator: ",", omittingEmptySubsequences: false).map(String.init) {
        guard known(word) else { throw UsageError(unknown(word)) }
        set(&options, word)
      }
    }
  }
}

/// A mistake on the command line, said in one line.
package struct UsageError: Error, Equatable, CustomStringConvertible {
  package let description: String

  package init(_ description: String) {
    self.description = description
  }
}
