import StressKit
import Testing

/// The workloads that keep a container themselves know two ways of doing each act; each must hold without the other.
@Suite struct OwnContainerTests {
  @Test(.timeLimit(.minutes(5)), arguments: Catalogue.own.map { $0.name }, [Worker.Kind.thread, .task])
  @Bench func everyInvariantHolds(name: String, on kind: Worker.Kind) throws {
    let type = try #require(Catalogue.workload(named: name))
    let plan = kind == .thread ? Plan(threads: 3, tasks: 0, seed: 20_260_102) : Plan(threads: 0, tasks: 3, seed: 20_260_102)
    let report = Runner(plan: plan) { HoldfastSubject() }.run(type, seconds: 0.2)
    #expect(report.violations.map(\.description) == [])
    #expect(report.stall?.description == nil)
    #expect(report.liveAtEnd == 0)
    #expect(report.operations > 0)
    #expect(report.builds > 0)
  }

  /// A run that is over at once still does what a report must show.
  @Test(.timeLimit(.minutes(5)), arguments: Catalogue.own.map { $0.name })
  @Bench func aShortRunIsARun(name: String) throws {
    let type = try #require(Catalogue.workload(named: name))
    let report = Runner(plan: Plan(threads: 2, tasks: 2, seed: 20_260_103)) { HoldfastSubject() }.run(type, seconds: 0.05)
    #expect(report.violations.map(\.description) == [])
  }
}
