import HoldfastStress
import StressKit
import Testing

extension Runs {
  /// Short runs of every workload. Each knows two ways of doing an act, which must hold without each other and together.
  ///
  /// The runs have processes of their own: other tests would take the cooperative pool's threads from its tasks.
  @Suite struct WorkloadTests {
    @Test(.timeLimit(.minutes(10)))
    func everyInvariantHoldsOnThreads() async {
      await #expect(processExitsWith: .success) { Self.run(Plan(threads: 3, tasks: 0, seed: 20_260_102), seconds: 0.2) }
    }

    @Test(.timeLimit(.minutes(10)))
    func everyInvariantHoldsInTasks() async {
      await #expect(processExitsWith: .success) { Self.run(Plan(threads: 0, tasks: 3, seed: 20_260_102), seconds: 0.2) }
    }

    @Test(.timeLimit(.minutes(10)))
    func everyInvariantHoldsInBoth() async {
      await #expect(processExitsWith: .success) { Self.run(Plan(threads: 4, tasks: 4, seed: 20_260_101), seconds: 0.4) }
    }

    /// A run that is over at once still does what a report must show.
    @Test(.timeLimit(.minutes(10)))
    func aShortRunIsARun() async {
      await #expect(processExitsWith: .success) { Self.run(Plan(threads: 2, tasks: 2, seed: 20_260_103), seconds: 0.05) }
    }

    private static func run(_ plan: Plan, seconds: Double) {
      for workload in Catalogue.all {
        let report = Runner(plan: plan).run(workload.load(), seconds: seconds)
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
