import Foundation
import Holdfast
import HoldfastStress
import Testing

extension Runs {
  /// One object that two registrations hand out.
  @Suite struct SharedObjectTests {
    @Test func oneObjectUnderTwoKeysIsNoFinding() async {
      await #expect(processExitsWith: .success) {
        let report = try await stress(rootOfTwoKeys(), seconds: 0.5, seed: 1)
        #expect(report.held)
      }
    }

    #if Exploration
      /// With a container that disposes of it for each key, the finding says so, and nothing of a wrong order.
      @Test func oneObjectUnderTwoKeysIsNotExplainedAsAWrongOrder() async {
        await #expect(processExitsWith: .success) {
          setenv("HOLDFAST_MUTANT", "disposes-for-each-key", 1)
          let failure = await #expect(throws: StressFailure.self) { try await stress(rootOfTwoKeys(), seconds: 0.5, seed: 1) }
          let findings = failure?.report.findings ?? []
          #expect(findings.map(\.kind) == [.wrongDisposal], "\(findings)")
          #expect(findings.first?.message.contains("that object was disposed of under both keys") == true, "\(findings)")
        }
      }
    #endif
  }
}

private func rootOfTwoKeys() -> CompositionRoot {
  CompositionRoot(touching: .everything) {
    try Container {
      $0.register(Drawer.self) { _ in Drawer() }
      $0.register((any Storage).self) { resolver in try resolver.resolve(Drawer.self) }
    }
  }
}

private protocol Storage: Sendable {}

private final class Drawer: Storage, Disposable {
  func dispose() {}
}
