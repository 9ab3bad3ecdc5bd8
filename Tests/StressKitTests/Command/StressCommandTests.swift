import Foundation
import HoldfastStress
import StressKit
import Testing

@Suite struct StressCommandTests {
  @Test(arguments: ["/nonexistent/figures.json", "/"])
  func aPathThatCannotBeWrittenIsSaidBeforeTheRun(path: String) {
    let error = #expect(throws: UsageError.self) { try StressCommand(.stress).run(["--json", path]) }
    #expect(error?.description.hasPrefix("cannot write '\(path)'") == true)
  }

  @Test func theListNamesEveryWorkload() throws {
    let (ending, text) = try Self.carryOut(["--list"])
    #expect(ending.status == 0)
    for (name, summary) in StressRun.menu + Catalogue.all.map({ ($0.name, $0.summary) }) {
      #expect(text.contains("\(name) "))
      #expect(text.contains(summary))
    }
  }

  @Test func helpNamesEveryOption() throws {
    let (ending, text) = try Self.carryOut(["--help"])
    #expect(ending.status == 0)
    for option in [
      "--help", "--list", "--workload", "--seconds", "--tasks", "--threads", "--seed", "--json", "--self-test",
    ] {
      #expect(text.contains(option))
    }
  }

  @Test(.timeLimit(.minutes(5)))
  func aRunEndsWithItsTableAndItsFigures() async {
    await #expect(processExitsWith: .success) {
      let file = FileManager.default.temporaryDirectory.appendingPathComponent("stress-\(UUID().uuidString).json")
      defer { try? FileManager.default.removeItem(at: file) }
      try Data(repeating: 32, count: 10_000).write(to: file)  // What was in the file must be gone afterwards.
      let (ending, text) = try Self.carryOut([
        "--seconds", "0.4", "--workload", "scope-churn,injectors", "--seed", "99", "--threads", "2", "--tasks", "2", "--json", file.path,
      ])
      #expect(ending.status == 0, "\(text)")
      #expect(!ending.leavesThreads)
      #expect(text.hasPrefix("seed 99, 2 threads and 2 tasks"))
      #expect(text.contains("p99.9"))
      #expect(text.contains("all held"))
      #expect(!text.contains("\u{1b}"))

      let data = try Data(contentsOf: file)
      #expect(data.first == UInt8(ascii: "{"))
      let json = try #require(try JSONSerialization.jsonObject(with: data) as? [String: Any])
      #expect(Set(json.keys) == ["seed", "seconds", "workloads"])
      #expect(json["seed"] as? Int == 99)
      #expect(json["seconds"] as? Double == 0.4)
      let workloads = try #require(json["workloads"] as? [[String: Any]])
      #expect(workloads.map { $0["name"] as? String } == ["scope-churn", "injectors"])
      for workload in workloads {
        #expect(
          Set(workload.keys) == [
            "name", "operations", "builds", "invariants", "violations", "liveAtEnd", "p50", "p99", "p999", "max",
          ])
        #expect(workload["violations"] as? Int == 0)
        #expect(workload["liveAtEnd"] as? Int == 0)
        #expect((workload["operations"] as? Int ?? 0) > 0)
        let latencies = ["p50", "p99", "p999", "max"].compactMap { workload[$0] as? Int }
        #expect(latencies.count == 4)
        #expect(latencies == latencies.sorted())
      }
    }
  }

  /// Carries out a command and answers how it ended and what it printed.
  private static func carryOut(_ arguments: [String]) throws -> (CommandEnding, String) {
    try Console.capturing { console in try StressCommand(.stress).run(arguments, console: console) }
  }
}
