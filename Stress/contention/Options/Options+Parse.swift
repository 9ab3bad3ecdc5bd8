import Foundation
import HoldfastStress

extension Options {
  /// Reads a command line, without the program's name.
  ///
  /// A value follows its option as the next argument or after `=`.
  init(parsing arguments: [String]) throws(UsageError) {
    self.init()
    var chosen = Chosen()
    var rest = Arguments(arguments, flags: Set(Self.flags.keys), valued: Self.valued)
    while let (name, value) = try rest.next() {
      if let flag = Self.flags[name] { self[keyPath: flag] = true } else { try set(name, to: value, &chosen) }
    }
    if !chosen.cases.isEmpty { cases = CaseID.allCases.filter(chosen.cases.contains) }
    if !chosen.subjects.isEmpty { subjects = SubjectID.allCases.filter(chosen.subjects.contains) }
    if construction != nil, turns == nil { throw UsageError("--make needs --turns") }
    if selfTest, !growth { throw UsageError("--self-test needs --growth") }
    if let compare, !FileManager.default.isReadableFile(atPath: compare) { throw UsageError("cannot read \(compare)") }
  }

  private struct Chosen {
    var cases: [CaseID] = []
    var subjects: [SubjectID] = []
  }

  private static var flags: [String: WritableKeyPath<Options, Bool>] {
    [
      "--quick": \.quick, "--goals": \.goals, "--growth": \.growth, "--self-test": \.selfTest, "--check-overhead": \.checkOverhead,
      "--reader-locks": \.readerLocks, "--list": \.list,
      "--help": \.help, "-h": \.help,
    ]
  }
  private static let valued: Set<String> = ["--json", "--compare", "--turns", "--make", "--case", "--subject"]

  private mutating func set(_ name: String, to value: String, _ chosen: inout Chosen) throws(UsageError) {
    switch name {
    case "--compare": compare = value
    case "--turns":
      guard let number = Int(value), number > 0 else { throw UsageError("\(name) needs a number above 0") }
      turns = number
    case "--make":
      guard let made = Construction(rawValue: value) else { throw UsageError("--make knows no \"\(value)\"; --list lists them") }
      construction = made
    case "--case": chosen.cases += try Self.ids(value, "case")
    case "--subject": chosen.subjects += try Self.ids(value, "subject")
    default: json = try OutputFile(path: value)
    }
  }

  private static func ids<ID: RawRepresentable<String>>(_ value: String, _ noun: String) throws(UsageError) -> [ID] {
    var ids: [ID] = []
    for text in value.split(separator: ",", omittingEmptySubsequences: false) {
      guard let id = ID(rawValue: String(text)) else { throw UsageError("unknown \(noun) \"\(text)\"; --list lists them") }
      ids.append(id)
    }
    return ids
  }
}
