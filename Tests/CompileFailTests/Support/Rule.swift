import Foundation
import Testing

/// One thing that the compiler must refuse, and what it takes instead, in one file:
///
/// ```
/// // needs: 6.3                    the oldest compiler that tells it, if 6.2 fails where it would; older ones do not try the file
/// // options: OPTIONS              further options of the compiler, if there are any
/// // compiles: LINE                what compiles in the place of the line that does not
/// // refused: MESSAGE              an error, or a part of one; one mark for each error
/// the line that does not compile
/// ```
struct Rule: Sendable, CustomStringConvertible, CustomTestStringConvertible {
  let file: URL

  /// Whether it is there for its message, which says what to write; putting it right may take more than one token.
  var isMistake: Bool { file.deletingLastPathComponent().lastPathComponent == "Mistakes" }

  var description: String { "\(file.deletingLastPathComponent().lastPathComponent)/\(file.deletingPathExtension().lastPathComponent)" }
  var testDescription: String { description }

  /// Both halves, and the errors that are expected of the one that is refused. Throws unless the file is marked as said above.
  func read() throws -> Halves { try Halves(String(contentsOf: file, encoding: .utf8)) }

  struct Halves {
    /// Whether the oldest supported compiler fails on the file in place of telling the mistake.
    let needsNewer: Bool
    /// Further options of the compiler.
    let options: [String]
    let expectations: [String]
    /// The line that is refused.
    let refused: String
    /// The one in its place.
    let accepted: String
    /// All of the file with that one.
    let acceptedText: String

    init(_ text: String) throws {
      var lines = text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
      let needed = lines.compactMap { Self.marked("needs", $0) }
      guard needed.allSatisfy({ $0 == "6.3" }) else { throw Unmarked(description: "the tests know of no compiler \(needed)") }
      needsNewer = !needed.isEmpty
      options = lines.compactMap { Self.marked("options", $0) }.flatMap { $0.split(separator: " ").map(String.init) }
      let marked = lines.indices.filter { Self.marked("compiles", lines[$0]) != nil }
      guard marked.count == 1, let accepted = Self.marked("compiles", lines[marked[0]]) else {
        throw Unmarked(description: "\(marked.count) lines say what compiles, not one")
      }
      expectations = lines[(marked[0] + 1)...].prefix { Self.marked("refused", $0) != nil }.compactMap { Self.marked("refused", $0) }
      let index = marked[0] + 1 + expectations.count
      guard !expectations.isEmpty, lines.indices.contains(index) else {
        throw Unmarked(description: "no error is named above the line that is refused")
      }
      refused = lines[index].trimmingCharacters(in: .whitespaces)
      self.accepted = accepted
      lines[index] = accepted
      acceptedText = lines.joined(separator: "\n")
    }

    private static func marked(_ mark: String, _ line: String) -> String? {
      let line = line.trimmingCharacters(in: .whitespaces)
      return line.hasPrefix("// \(mark): ") ? String(line.dropFirst("// \(mark): ".count)) : nil
    }
  }

  struct Unmarked: Error, CustomStringConvertible {
    let description: String
  }
}

extension Rule {
  /// Every file in `Cases`, in the order of their paths.
  static let all: [Rule] = {
    let cases = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent().appendingPathComponent("Cases")
    let paths = FileManager.default.enumerator(at: cases, includingPropertiesForKeys: nil)
    let files = paths?.compactMap { $0 as? URL }.filter { $0.pathExtension == "swift" } ?? []
    return files.sorted { $0.path < $1.path }.map(Rule.init).filter { rule in
      #if compiler(>=6.3)
        true
      #else
        (try? rule.read().needsNewer) != true
      #endif
    }
  }()
}
