import Foundation
import Fuzzing
import Testing

/// What once made the container and the model differ, or a run that shows how they agree, is tried again with every test run.
@Suite("Corpus of call sequences")
struct CorpusTests {
  private static let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent().appendingPathComponent("Corpus")

  static let files: [String] = ((try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []).filter { $0.hasSuffix(".calls") }
    .sorted()

  @Test("A kept sequence goes as the model says", arguments: files)
  func replay(_ file: String) throws {
    let text = try String(contentsOf: Self.folder.appendingPathComponent(file), encoding: .utf8)
    let sequence = try #require(CallSequence(text), "\(file) is not a sequence")
    #expect(!sequence.steps.isEmpty)
    #expect(Trial.run(sequence) == nil)
  }

  @Test("The corpus is there")
  func isThere() { #expect(!Self.files.isEmpty) }
}
