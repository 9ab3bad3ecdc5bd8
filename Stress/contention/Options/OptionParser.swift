import Foundation

/// Reads the command line; whatever it does not understand is a `UsageError`.
struct OptionParser {
  private var rest: ArraySlice<String>

  init(_ arguments: [String]) {
    rest = arguments[...]
  }

  mutating func parse() throws -> Options {
    var options = Options()
    var cases: [CaseID] = []
    var subjects: [SubjectID] = []
    while let word = rest.popFirst() {
      let (option, attached) = split(word)
      switch option {
      case "--quick": options.quick = try flag(option, attached)
      case "--goals": options.goals = try flag(option, attached)
      case "--growth": options.growth = try flag(option, attached)
      case "--check-overhead": options.checkOverhead = try flag(option, attached)
      case "--list": options.list = try flag(option, attached)
      case "--help", "-h": options.help = try flag(option, attached)
      case "--json": options.json = try value(of: option, attached)
      case "--compare": options.compare = try value(of: option, attached)
      case "--turns":
        guard let turns = Int(try value(of: option, attached)), turns > 0 else { throw UsageError("\(option) needs a number above 0") }
        options.turns = turns
      case "--make":
        let text = try value(of: option, attached)
        guard let made = Construction(rawValue: text) else { throw UsageError("--make knows no \"\(text)\"; --list lists them") }
        options.construction = made
      case "--case": cases += try ids(of: option, attached, "case")
      case "--subject": subjects += try ids(of: option, attached, "subject")
      default: throw UsageError("unknown option \(option); --help lists them")
      }
    }
    if !cases.isEmpty { options.cases = CaseID.allCases.filter(cases.contains) }
    if !subjects.isEmpty { options.subjects = SubjectID.allCases.filter(subjects.contains) }
    if options.construction != nil, options.turns == nil { throw UsageError("--make needs --turns") }
    try checkFiles(options)
    return options
  }

  /// `--option=value` in its two parts.
  private func split(_ word: String) -> (String, String?) {
    guard word.hasPrefix("--"), let equals = word.firstIndex(of: "=") else { return (word, nil) }
    return (String(word[..<equals]), String(word[word.index(after: equals)...]))
  }

  private func flag(_ option: String, _ attached: String?) throws -> Bool {
    guard attached == nil else { throw UsageError("\(option) takes no value") }
    return true
  }

  private mutating func value(of option: String, _ attached: String?) throws -> String {
    guard let value = attached ?? rest.popFirst(), !value.isEmpty, !value.hasPrefix("--") else {
      throw UsageError("\(option) needs a value")
    }
    return value
  }

  private mutating func ids<ID: RawRepresentable<String>>(of option: String, _ attached: String?, _ noun: String) throws -> [ID] {
    try value(of: option, attached).split(separator: ",", omittingEmptySubsequences: false).map { text in
      guard let id = ID(rawValue: String(text)) else { throw UsageError("unknown \(noun) \"\(text)\"; --list lists them") }
      return id
    }
  }

  /// Finds out before minutes of measuring whether the files can be used.
  private func checkFiles(_ options: Options) throws {
    if let path = options.json {
      guard let file = fopen(path, "a") else { throw UsageError("cannot write \(path)") }
      fclose(file)
    }
    if let path = options.compare, !FileManager.default.isReadableFile(atPath: path) {
      throw UsageError("cannot read \(path)")
    }
  }
}
