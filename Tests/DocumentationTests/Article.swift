import Foundation
import Testing

/// A page of documentation with listings.
struct Article: Sendable, CustomTestStringConvertible {
  let name: String
  let text: String

  var testDescription: String { name }

  /// A listing between two fences.
  struct Block: Sendable {
    /// What stands behind the opening fence.
    let language: String
    let text: String
    /// Where it begins.
    let line: Int

    /// The modules that it imports.
    var imports: [String] { lines.compactMap { $0.firstMatch(of: Article.importing).map { String($0.1) } } }
    /// What it says, without its imports and without indentation, which depends on where it stands.
    var statements: [String] { lines.filter { $0.firstMatch(of: Article.importing) == nil } }

    /// It needs a package that this repository does not depend on, so it is not compiled here, and says with which version it was.
    var isTriedElsewhere: Bool { text.starts(with: /\/\/ Tried with swift-[a-z-]+ \d+\.\d+\.\d+, \d{4}-\d{2}-\d{2}\.\n/) }

    private var lines: [String] { Article.lines(of: text) }
  }

  var blocks: [Block] { Self.blocks(of: text) }

  /// The listings of a text.
  static func blocks(of text: String) -> [Block] {
    var blocks: [Block] = []
    var open: (language: String, lines: [Substring], line: Int)?
    for (number, line) in text.split(separator: "\n", omittingEmptySubsequences: false).enumerated() {
      if let block = open {
        if line == "```" {
          blocks.append(Block(language: block.language, text: block.lines.joined(separator: "\n"), line: block.line))
          open = nil
        } else {
          open?.lines.append(line)
        }
      } else if line.hasPrefix("```") {
        open = (String(line.dropFirst(3)), [], number + 1)
      }
    }
    return blocks
  }

  /// The lines that say something, without indentation, and with one space where there are several: comments may be aligned.
  static func lines(of text: String) -> [String] {
    text.components(separatedBy: "\n").map { $0.split(separator: " ").joined(separator: " ") }.filter { !$0.isEmpty }
  }

  private static var importing: Regex<(Substring, Substring)> { /^(?:public |internal )?import (\w+)$/ }
}

// MARK: Where they are

extension Article {
  static let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent().appendingPathComponent("../..").standardizedFileURL
  private static let catalogs = [
    "Holdfast", "HoldfastCompatibility", "HoldfastComposition", "HoldfastDefinitions", "HoldfastDiagnostics", "HoldfastTesting",
    "HoldfastStress", "HoldfastStressTesting",
  ].map {
    root.appendingPathComponent("Sources/\($0)/\($0).docc")
  }

  /// The readme and every page of the catalogs.
  static let all: [Article] = {
    let pages = catalogs.flatMap { catalog in
      let names = try? FileManager.default.contentsOfDirectory(atPath: catalog.path).filter { $0.hasSuffix(".md") }.sorted()
      return (names ?? []).map { catalog.appendingPathComponent($0) }
    }
    return ([readme] + pages).compactMap(Article.init)
  }()

  static func named(_ name: String) throws -> Article {
    try #require(all.first { $0.name == name })
  }

  private static let readme = root.appendingPathComponent("README.md")

  private init?(_ file: URL) {
    guard let text = try? String(contentsOf: file, encoding: .utf8) else { return nil }
    let name = file.deletingPathExtension().lastPathComponent
    self.name = name == "README" ? "Readme" : name
    self.text = text
  }
}
