import Foundation
import TestSupport
import Testing

/// The listings that belong into a manifest are read by the package manager itself.
@Suite("Manifests of the documentation")
struct ManifestTests {
  @Test("every manifest in the documentation is one", arguments: Article.all)
  func readable(_ article: Article) async throws {
    for block in article.blocks where block.language == "swift" && Manifest.isOne(block.text) {
      #expect(block.text.contains(Manifest.remote))
      let folder = FileManager.default.temporaryDirectory.appendingPathComponent("manifest-\(UUID().uuidString)")
      try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
      defer { try? FileManager.default.removeItem(at: folder) }
      try Manifest.completed(block.text).write(to: folder.appendingPathComponent("Package.swift"), atomically: true, encoding: .utf8)
      let arguments = ["swift", "package", "--package-path", folder.path, "dump-package"]
      let dump = try await Command(URL(fileURLWithPath: "/usr/bin/env"), arguments).run(merging: true)
      #expect(dump.status == 0, "line \(block.line) of \(article.name):\n\(dump.output)")
      #expect(dump.output.contains("Holdfast"))
    }
  }
}
