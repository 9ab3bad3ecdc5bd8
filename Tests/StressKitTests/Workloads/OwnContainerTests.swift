import HoldfastStress
import StressKit
import Testing

extension Runs {
  /// The workloads that keep a container themselves know two ways of doing each act; each must hold without the other.
  ///
  /// The runs have processes of their own: other tests would take the cooperative pool's threads from its tasks.
  @Suite struct OwnContainerTests {
    @Test(.timeLimit(.minutes(10)))
    func everyInvariantHoldsOnThreads() async {
      await #expect(processExitsWith: .success) { Self.run(Plan(threads: 3, tasks: 0, seed: 20_260_102)) }
    }

    @Test(.timeLimit(.minutes(10)))
    func everyInvariantHoldsInTasks() async {
      await #expect(processExitsWith: .success) { Self.run(Plan(threads: 0, tasks: 3, seed: 20_260_102)) }
    }

    /// A run that is over at once still does what a report must show.
    @Test(.timeLimit(.minutes(10)))
    func aShortRunIsARun() async {
      await #expect(processExitsWith: .success) {
        for workload in Catalogue.own {
          let report = Runner(plan: Plan(threads: 2, tasks: 2, seed: 20_260_103)).run(workload, seconds: 0.05, on: { HoldfastSubject() })
          #expect(report.violations.map(\.description) == [], "\(workload.name)")
        }
      }
    }

    private static func run(_ plan: Plan) {
      for workload in Catalogue.own {
        let report = Runner(plan: plan).run(workload, seconds: 0.2, on: { HoldfastSubject() })
        #expect(report.violations.map(\.description) == [], "\(workload.name)")
        #expect(report.stall?.description == nil, "\(workload.name)")
        #expect(report.liveAtEnd == 0, "\(workload.name)")
        #expect(report.operations > 0, "\(workload.name)")
        #expect(report.builds > 0, "\(workload.name)")
      }
    }
  }
}
