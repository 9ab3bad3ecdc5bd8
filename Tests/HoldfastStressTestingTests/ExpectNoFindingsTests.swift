import Holdfast
import HoldfastStress
import HoldfastStressTesting
import Synchronization
import Testing

/// Each run has a process of its own, whose issues come back to this one.
@Suite(.serialized) struct ExpectNoFindingsTests {
  @Test func eachFindingIsAnIssueAtTheCallersLine() async {
    let issues = Mutex<[(comment: String, line: Int?)]>([])
    let here = #_sourceLocation
    await withKnownIssue {
      await #expect(processExitsWith: .success) {
        let report = try await expectNoFindings(seconds: 1, touching: .everything, seed: 7) { try makeCar() }
        #expect(report.findings.count == 2, "the report is there whatever was found")
      }
    } matching: { issue in
      // With some toolchains an exit test's issue begins with a comment of the testing library's own.
      issues.withLock { $0.append((issue.comments.last?.rawValue ?? "", issue.sourceLocation?.line)) }
      return true
    }
    let found = issues.withLock { $0 }
    #expect(found.count == 2, "\(found)")
    for (kind, key, line) in [("global-object", "Engine", 1), ("failed-disposal", "Door", 2)] {
      let comment = found.first { $0.comment.hasPrefix("\(kind): ") }?.comment ?? ""
      #expect(
        comment.contains(".\(key) (registered at HoldfastStressTestingTests/ExpectNoFindingsTests.swift:\(lineOfMakeCar + line))"),
        "\(comment)")
      #expect(comment.contains("again: expectNoFindings(…, seed: 7) with"), "\(comment)")
    }
    #expect(found.allSatisfy { $0.line == here.line + 2 }, "an exit test's body has the line of its beginning: \(found)")
  }

  @Test func aSlowStartUpIsShown() async {
    let comments = Mutex<[String]>([])
    await withKnownIssue {
      await #expect(processExitsWith: .success) {
        // Two hundred times less than the factory takes: the limit grows with the load of the machine.
        let limits = StressLimits(startUp: .milliseconds(1))
        let root = CompositionRoot(touching: .everything, limits: limits) {
          try Container {
            $0.register(
              Engine.self,
              .async { _ in
                try await Task.sleep(for: .milliseconds(200))
                return Engine()
              })
          }
        }
        try await expectNoFindings(root, seconds: 1)
      }
    } matching: { issue in
      comments.withLock { $0.append(contentsOf: issue.comments.map(\.rawValue)) }
      return true
    }
    // The issues of an exit test have a comment of the library's own with some toolchains.
    let found = comments.withLock { $0 }
    let text = found.first { $0.hasPrefix("slow-start-up: ") } ?? ""
    #expect(text.contains("Engine │███"), "\(found)")
  }

  @Test func aSoundContainerHasNoIssue() async {
    await #expect(processExitsWith: .success) {
      let report = try await expectNoFindings(seconds: 1, touching: .everything) {
        try Container { $0.register(Engine.self) { _ in Engine() } }
      }
      #expect(report.held)
    }
  }

  @Test func whatTheContainerIsNotMadeOfIsThrown() async {
    await #expect(processExitsWith: .success) {
      await #expect(throws: Jam.self) { try await expectNoFindings(seconds: 1, touching: .everything) { throw Jam() } }
    }
  }
}

private final class Engine: Sendable {}
private final class Door: Sendable {}
private struct Jam: Error {}
private enum Shared { static let engine = Engine() }

private let lineOfMakeCar = #line + 2
private func makeCar() throws -> Container {
  try Container {
    $0.register(Engine.self) { _ in Shared.engine }
    $0.register(Door.self, scope: .singleton(dispose: { _ in throw Jam() })) { _ in Door() }
  }
}
