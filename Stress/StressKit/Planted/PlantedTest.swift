package import HoldfastStress
import Searching

/// Points `stress` at small applications with one thing wrong, as a user would: each must be found by name, and the sound one must not be blamed.
package struct PlantedTest: Sendable {
  /// What came of one application.
  package struct Finding: DefectLook, Sendable {
    /// What is wrong with it; nil for the sound one.
    package let defect: PlantedDefect?
    package let found: [StressFinding]

    package var isAsExpected: Bool {
      guard let expected = defect?.expected else { return found.isEmpty }
      return found.contains { $0.kind == expected.kind && $0.key == expected.key }
    }

    package var line: String {
      let name = defect?.rawValue ?? "sound"
      let seen = found.first.map { "\($0)" } ?? "nothing"
      return isAsExpected ? "application, \(name): \(seen)" : "application, \(name): NOT as expected; seen: \(seen)"
    }
  }

  private let threads: Int
  private let tasks: Int
  private let seed: UInt64

  package init(threads: Int, tasks: Int, seed: UInt64) {
    self.threads = max(2, threads)
    self.tasks = max(2, tasks)
    self.seed = seed
  }

  /// Looks at one application through the public interface.
  package func look(at defect: PlantedDefect?, seconds: Double = 1) async throws -> Finding {
    do {
      try await stress(PlantedDefect.root(defect), seconds: seconds, threads: threads, tasks: tasks, seed: seed)
      return Finding(defect: defect, found: [])
    } catch let failure as StressFailure {
      return Finding(defect: defect, found: failure.report.findings)
    }
  }

  /// All applications, the sound one first. What hangs comes last, since it keeps threads of the pool.
  package static var order: [PlantedDefect?] {
    let last: [PlantedDefect?] = [.hangingShutdown, .hiddenCycle]
    return [nil] + PlantedDefect.allCases.map(Optional.some).filter { !last.contains($0) } + last
  }

  /// Looks at all of them, and blocks the calling thread.
  package func run(report: (Finding) -> Void) throws -> [Finding] {
    try DefectHunt(Self.order).run(tell: report) { defect in try Blocking.run { try await look(at: defect) } }
  }
}
