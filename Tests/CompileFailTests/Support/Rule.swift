import Foundation
import Testing

/// One thing that the compiler must refuse: `Name.fails.swift`, with the expected messages in comments, and `Name.compiles.swift`.
struct Rule: Sendable, CustomStringConvertible, CustomTestStringConvertible {
  let name: String
  /// Where both files are.
  let folder: URL

  var failing: URL { folder.appendingPathComponent("\(name).fails.swift") }
  var compiling: URL { folder.appendingPathComponent("\(name).compiles.swift") }

  /// Whether it is there for its message, which says what to write; putting it right may take more than one token.
  var isMistake: Bool { folder.lastPathComponent == "Mistakes" }

  var description: String { "\(folder.lastPathComponent)/\(name)" }
  var testDescription: String { description }

  /// How a line begins that names a message, or a part of one.
  static let mark = "// expect: "

  var expectations: [String] {
    get throws {
      try String(contentsOf: failing, encoding: .utf8).split(separator: "\n").filter { $0.hasPrefix(Self.mark) }
        .map { String($0.dropFirst(Self.mark.count)) }
    }
  }

  /// The failing file without what it says of its messages.
  var failingText: String {
    get throws {
      try String(contentsOf: failing, encoding: .utf8).split(separator: "\n", omittingEmptySubsequences: false)
        .filter { !$0.hasPrefix(Self.mark) }.joined(separator: "\n")
    }
  }

  var compilingText: String { get throws { try String(contentsOf: compiling, encoding: .utf8) } }
}

extension Rule {
  static let all: [Rule] = files.filter { $0.lastPathComponent.hasSuffix(".fails.swift") }.map { file in
    Rule(name: String(file.lastPathComponent.dropLast(".fails.swift".count)), folder: file.deletingLastPathComponent())
  }

  /// Every file in `Cases`, in the order of their paths.
  static let files: [URL] = {
    let cases = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent().appendingPathComponent("Cases")
    let paths = FileManager.default.enumerator(at: cases, includingPropertiesForKeys: nil)
    let files = paths?.compactMap { $0 as? URL }.filter { $0.pathExtension == "swift" } ?? []
    return files.sorted { $0.path < $1.path }
  }()
}
