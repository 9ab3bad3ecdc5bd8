import HoldfastStress
import StressKit
import Testing

extension Runs {
  /// A short run of every workload on the container of this package.
  @Suite struct HoldfastTests {
    @Test(.timeLimit(.minutes(10)))
    func everyInvariantHolds() async {
      await #expect(processExitsWith: .success) {
        for workload in Catalogue.all {
          let runner = Runner(plan: Plan(threads: 4, tasks: 4, seed: 20_260_101))
          let report = runner.run(workload, seconds: 0.4, on: { HoldfastSubject() })
          #expect(report.violations.map(\.description) == [], "\(workload.name)")
          #expect(report.stall?.description == nil, "\(workload.name)")
          #expect(report.liveAtEnd == 0, "\(workload.name)")
          #expect(report.operations > 0, "\(workload.name)")
          #expect(report.builds > 0, "\(workload.name)")
          #expect(report.invariants > 0, "\(workload.name)")
        }
      }
    }
  }
}
