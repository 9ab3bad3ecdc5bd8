import Foundation
import Fuzzing
import Holdfast
import Testing

/// What once made the container and the model differ, or a run that shows how they agree, is tried again with every test run.
@Suite("Corpus of call sequences")
struct CorpusTests {
  // In a process of its own: sequences let time pass.
  @Test("A kept sequence goes as the model says")
  func replay() async {
    await #expect(processExitsWith: .success) {
      ProcessClock.own()
      for file in files {
        let text = try String(contentsOf: folder.appendingPathComponent(file), encoding: .utf8)
        let sequence = try #require(CallSequence(text), "\(file) is not a sequence")
        #expect(!sequence.steps.isEmpty, "\(file)")
        #expect(Trial.run(sequence) == nil, "\(file)")
      }
    }
  }

  @Test("The corpus is there")
  func isThere() { #expect(!files.isEmpty) }
}

private let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent().appendingPathComponent("Corpus")

private let files: [String] = ((try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []).filter { $0.hasSuffix(".calls") }
  .sorted()
