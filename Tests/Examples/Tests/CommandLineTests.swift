import Foundation
import TestSupport
import Testing

/// The command-line example, run as a program.
@Suite("Example: a command")
struct CommandLineTests {
  private let tally = Program(name: "tally")

  @Test("counts the words of files, as text and as JSON")
  func counts() async throws {
    let file = FileManager.default.temporaryDirectory.appendingPathComponent("tally-\(UUID().uuidString).txt")
    try "to be or not to be, that is the question: to be".write(to: file, atomically: true, encoding: .utf8)
    defer { try? FileManager.default.removeItem(at: file) }

    let text = try await tally.run("--top", "2", file.path)
    #expect(text.output == "3\tbe\n3\tto\n")
    #expect(text.status == 0)
    let json = try await tally.run("--json", "--top", "1", file.path)
    #expect(json.output == "{\"be\": 3}\n")
  }

  @Test("prints what it is made of")
  func graph() async throws {
    let graph = try await tally.run("--graph")
    #expect(graph.status == 0)
    #expect(graph.output.contains("Tally (singleton)\n  Source (singleton, needs unknown)"), "\(graph.output)")
  }

  @Test("tells a file that is not there from a mistake on the command line")
  func mistakes() async throws {
    let missing = try await tally.run("/nowhere")
    #expect(missing.status == 1)
    #expect(missing.errors == "tally: cannot read /nowhere\n")
    let nothing = try await tally.run()
    #expect(nothing.status == 2)
    #expect(nothing.errors == "tally: no file is named (see --help)\n")
  }
}
