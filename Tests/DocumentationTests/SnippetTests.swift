import Foundation
import Testing

/// What keeps the documentation and the compiled examples from drifting apart.
///
/// Every Swift listing of an article stands, line by line, in a file of the same name in `Snippets`, or of that name and a part of it, which is
/// compiled and run with these tests.
@Suite("Listings of the documentation")
struct SnippetTests {
  @Test("every Swift listing stands in the compiled file of its article", arguments: Article.all)
  func covered(_ article: Article) throws {
    let blocks = article.blocks.filter { $0.language == "swift" && !Manifest.isOne($0.text) && !$0.isTriedElsewhere }
    guard !blocks.isEmpty else { return }
    let files = try Self.files().filter { Self.article(of: $0) == article.name }
    #expect(!files.isEmpty, "\(article.name) has listings, and no file in \(Self.folder.path)")
    let sources = try files.map { try String(contentsOf: Self.folder.appendingPathComponent($0), encoding: .utf8) }.joined(separator: "\n")
    // Whatever is not compiled would cover nothing.
    for construct in ["/*", "#if", "\"\"\""] { #expect(!sources.contains(construct), "\(construct) in \(files)") }

    let here = Article.lines(of: sources)
    for block in blocks {
      let wanted = block.statements
      #expect(!wanted.isEmpty)
      let stands = here.indices.contains { here[$0...].starts(with: wanted) }
      #expect(stands, "line \(block.line) of \(article.name): not in \(files):\n\(block.text)")
      for module in block.imports where !Self.example.contains(module) {
        #expect(here.contains { $0.hasSuffix("import \(module)") }, "line \(block.line) of \(article.name) imports \(module)")
      }
    }
  }

  @Test("only adapters for other packages are not compiled, and each says which version it was tried with", arguments: Article.all)
  func adapters(_ article: Article) {
    let isAboutPackages = article.name == "ServerLibraries"
    for block in article.blocks where block.language == "swift" {
      #expect(block.isTriedElsewhere == isAboutPackages, "line \(block.line) of \(article.name)")
      #expect(!isAboutPackages || block.imports.contains { $0 != "Holdfast" }, "line \(block.line) of \(article.name)")
    }
  }

  @Test("every compiled file belongs to an article")
  func noneLeftOver() throws {
    let names = Set(Article.all.map(\.name)).union(["Log"])
    for file in try Self.files() { #expect(names.contains(Self.article(of: file)), "no article for \(file)") }
  }

  @Test("a listing has a language, or is output, and the fences are in pairs", arguments: Article.all)
  func languages(_ article: Article) {
    let known: Set<String> = ["", "swift", "sh", "text", "mermaid", "dot"]
    for block in article.blocks { #expect(known.contains(block.language), "line \(block.line) of \(article.name)") }
    #expect(article.text.components(separatedBy: "\n").count { $0.hasPrefix("```") } == 2 * article.blocks.count)
  }

  @Test("no closure of a listing in a comment throws only inside of a macro, where the compiler does not see it")
  func throwingInMacros() throws {
    let sources = Article.root.appendingPathComponent("Sources")
    let paths = try #require(FileManager.default.enumerator(at: sources, includingPropertiesForKeys: nil))
    let files = paths.compactMap { $0 as? URL }.filter { $0.pathExtension == "swift" }
    #expect(!files.isEmpty)
    for file in files {
      let comments = try String(contentsOf: file, encoding: .utf8).components(separatedBy: "\n").map {
        $0.firstMatch(of: /^ *\/\/\/ ?(.*)$/).map { String($0.1) } ?? ""
      }
      for block in Article.blocks(of: comments.joined(separator: "\n")) where block.text.contains("withOverrides(") {
        #expect(!block.text.contains(/#(expect|require)\(try/), "line \(block.line) of \(file.lastPathComponent)")
      }
    }
  }

  @Test("no line of a listing is wider than the page", arguments: Article.all)
  func width(_ article: Article) {
    let widest = article.name == "Readme" ? 84 : 87
    for block in article.blocks where ["swift", "sh"].contains(block.language) {
      for (number, line) in block.text.components(separatedBy: "\n").enumerated() {
        #expect(line.count <= widest, "line \(block.line + 1 + number) of \(article.name): \(line.count) characters")
      }
    }
  }

  @Test("the listings of Getting started are the example package")
  func package() throws {
    let package = Article.root.appendingPathComponent("Tests/Examples/Package")
    let files = [
      "Package.swift", "Sources/Greetings/Greetings.swift", "Sources/greet/main.swift", "Tests/GreetingsTests/GreeterTests.swift",
    ]
    let blocks = try Article.named("GettingStarted").blocks.filter { $0.language == "swift" }
    #expect(blocks.count == files.count)
    for (block, file) in zip(blocks, files) {
      let there = try String(contentsOf: package.appendingPathComponent(file), encoding: .utf8)
      let wanted = block.text.replacing(Manifest.remote, with: #".package(name: "Holdfast", path: "../../..")"#)
      #expect(there == wanted + "\n", "\(file) differs from line \(block.line)")
    }
  }

  private static func files() throws -> [String] { try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted() }
  /// The article that a compiled file belongs to: `Servers.swift` or `Servers+Tests.swift`.
  private static func article(of file: String) -> String { String(file.dropLast(".swift".count).prefix { $0 != "+" }) }
  private static let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent().appendingPathComponent("Snippets")
  /// The modules of the example package, which are compiled with it.
  private static let example: Set<String> = ["Greetings"]
}
