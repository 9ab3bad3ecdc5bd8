import Foundation
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
      let (status, output) = try dump(folder)
      #expect(status == 0, "line \(block.line) of \(article.name):\n\(output)")
      #expect(output.contains("Holdfast"))
    }
  }

  private func dump(_ folder: URL) throws -> (status: Int32, output: String) {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    process.arguments = ["swift", "package", "--package-path", folder.path, "dump-package"]
    process.standardInput = FileHandle.nullDevice
    let pipe = Pipe()
    process.standardOutput = pipe
    process.standardError = pipe
    try process.run()
    let output = String(decoding: pipe.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    process.waitUntilExit()
    return (process.terminationStatus, output)
  }
}
