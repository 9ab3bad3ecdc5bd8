import HoldfastStress
import StressKit
import Testing

extension Runs {
  /// The workloads that keep a container themselves know two ways of doing each act; each must hold without the other.
  ///
  /// Each run has a process of its own: other tests would take the cooperative pool's threads from its tasks.
  @Suite struct OwnContainerTests {
    @Test(.timeLimit(.minutes(5)), arguments: Catalogue.own.map { $0.name }, ["threads", "tasks"])
    func everyInvariantHolds(name: String, on workers: String) async {
      await #expect(processExitsWith: .success) { [name, workers] in
        let type = try #require(Catalogue.workload(named: name))
        let onThreads = workers == "threads"
        let plan = Plan(threads: onThreads ? 3 : 0, tasks: onThreads ? 0 : 3, seed: 20_260_102)
        let report = Runner(plan: plan).run(type, seconds: 0.2, on: { HoldfastSubject() })
        #expect(report.violations.map(\.description) == [])
        #expect(report.stall?.description == nil)
        #expect(report.liveAtEnd == 0)
        #expect(report.operations > 0)
        #expect(report.builds > 0)
      }
    }

    /// A run that is over at once still does what a report must show.
    @Test(.timeLimit(.minutes(5)), arguments: Catalogue.own.map { $0.name })
    func aShortRunIsARun(name: String) async {
      await #expect(processExitsWith: .success) { [name] in
        let type = try #require(Catalogue.workload(named: name))
        let report = Runner(plan: Plan(threads: 2, tasks: 2, seed: 20_260_103)).run(type, seconds: 0.05, on: { HoldfastSubject() })
        #expect(report.violations.map(\.description) == [])
      }
    }
  }
}
