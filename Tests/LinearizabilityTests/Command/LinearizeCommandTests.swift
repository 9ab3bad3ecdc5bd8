import Foundation
import HoldfastStress
import Linearizability
import Testing

@Suite(.serialized) struct LinearizeCommandTests {
  @Test(.timeLimit(.minutes(5)))
  func aRunHoldsAndSaysSo() async throws {
    let file = FileManager.default.temporaryDirectory.appendingPathComponent("linearize-\(UUID().uuidString).json")
    defer { try? FileManager.default.removeItem(at: file) }
    let (ending, text) = try await carryOut(["--operations", "150000", "--threads", "3", "--seed", "7", "--json", file.path])
    #expect(ending.status == 0 && !ending.leavesThreads, "\(text)")
    #expect(text.hasPrefix("seed 7, 3 threads, 6 keys\n"))
    #expect(text.hasSuffix("all held\n"))
    #expect(!text.contains("\u{1b}"))
    let json = try #require(try JSONSerialization.jsonObject(with: try Data(contentsOf: file)) as? [String: Any])
    #expect(json["held"] as? Bool == true)
    #expect((json["operations"] as? Int ?? 0) >= 140_000)
    #expect((json["sealedContainers"] as? Int ?? 0) > 0)
  }

  @Test func helpNamesEveryOption() async throws {
    let (ending, text) = try await carryOut(["--help"])
    #expect(ending.status == 0)
    for option in [
      "--operations", "--threads", "--keys", "--seed", "--seconds", "--json", "--help",
    ] {
      #expect(text.contains(option))
    }
  }

  /// Carries out a command on a thread of its own and answers how it ended and what it printed.
  private func carryOut(_ arguments: [String]) async throws -> (CommandEnding, String) {
    try await withCheckedThrowingContinuation { continuation in
      Thread {
        continuation.resume(
          with: Result {
            try Console.capturing { console in try LinearizeCommand(arguments: arguments, console: console).run() }
          })
      }.start()
    }
  }
}
