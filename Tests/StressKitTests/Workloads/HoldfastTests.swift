import HoldfastStress
import StressKit
import Testing

extension Runs {
  /// A short run of every workload on the container of this package.
  @Suite struct HoldfastTests {
    @Test(.timeLimit(.minutes(5)), arguments: Catalogue.all.map { $0.name })
    func everyInvariantHolds(name: String) async {
      await #expect(processExitsWith: .success) { [name] in
        let type = try #require(Catalogue.workload(named: name))
        let runner = Runner(plan: Plan(threads: 4, tasks: 4, seed: 20_260_101))
        let report = runner.run(type, seconds: 0.4, on: { HoldfastSubject() })
        #expect(report.violations.map(\.description) == [])
        #expect(report.stall?.description == nil)
        #expect(report.liveAtEnd == 0)
        #expect(report.operations > 0)
        #expect(report.builds > 0)
        #expect(report.invariants > 0)
      }
    }
  }
}
