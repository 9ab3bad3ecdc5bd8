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
      let (status, output) = try await dump(folder)
      #expect(status == 0, "line \(block.line) of \(article.name):\n\(output)")
      #expect(output.contains("Holdfast"))
    }
  }

  /// Suspends until the package manager has ended: a thread of the pool that waited would be missing to the tests beside this one.
  private func dump(_ folder: URL) async throws -> (status: Int32, output: String) {
    let log = folder.appendingPathComponent("log")
    try Data().write(to: log)
    let handle = try FileHandle(forWritingTo: log)
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    process.arguments = ["swift", "package", "--package-path", folder.path, "dump-package"]
    process.standardInput = FileHandle.nullDevice
    process.standardOutput = handle
    process.standardError = handle
    let status = try await withCheckedThrowingContinuation { (continuation: CheckedContinuation<Int32, any Error>) in
      process.terminationHandler = { continuation.resume(returning: $0.terminationStatus) }
      do {
        try process.run()
      } catch {
        continuation.resume(throwing: error)
      }
    }
    return (status, try String(contentsOf: log, encoding: .utf8))
  }
}
