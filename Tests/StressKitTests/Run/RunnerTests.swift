import Dispatch
import HoldfastStress
import StressKit
import Testing

extension Runs {
  @Suite struct RunnerTests {
    private static let plan = Plan(threads: 2, tasks: 2, seed: 1)

    @Test func aRunThatBuildsNothingFails() async {
      await #expect(processExitsWith: .success) {
        let report = Runner(plan: Self.plan).run(Idle.self, seconds: 0.05, on: { FakeContainer<Tracked>() })
        #expect(report.operations > 0)
        #expect(report.violations.map(\.invariant) == [.didWork])
        #expect(!report.held)
      }
    }

    @Test func aRunThatDoesNothingFails() async {
      await #expect(processExitsWith: .success) {
        let report = Runner(plan: Self.plan).run(Absent.self, seconds: 120, on: { FakeContainer<Tracked>() })
        #expect(report.operations == 0)
        #expect(report.violations.map(\.invariant) == [.didWork, .didWork])
        #expect(report.elapsed < 120)
      }
    }

    @Test func aRunThatIsTooShortGoesOnUntilItHasDoneSomething() async {
      await #expect(processExitsWith: .success) {
        let workload = try #require(Catalogue.workload(named: "definitions"))
        let report = Runner(plan: Self.plan).run(workload, seconds: 0.000_001, on: { HoldfastSubject() })
        #expect(report.operations > 0)
        #expect(report.held)
      }
    }

    @Test func anInterruptEndsARunWithoutBlame() async {
      await #expect(processExitsWith: .success) {
        let interrupted = Flag()
        let runner = Runner(plan: Self.plan, interrupted: interrupted)
        let report = runner.run(Catalogue.all[0], seconds: 600, on: { FakeContainer<Tracked>() }) { _ in interrupted.set() }
        #expect(report.held)
        #expect(report.elapsed < 60)
      }
    }

    @Test func aThreadThatHangsIsReportedAndLeftBehind() async {
      await #expect(processExitsWith: .success) {
        let plan = Plan(threads: 2, tasks: 1, seed: 1, stallAfter: 0.3)
        let report = Runner(plan: plan).run(OneHangs.self, seconds: 600, on: { FakeContainer<Tracked>() })
        defer { OneHangs.release.signal() }
        let stall = try #require(report.stall)
        #expect(report.violations.map(\.invariant) == [.progress])
        #expect(stall.stuck.contains { $0.index == 0 && $0.kind == .thread && $0.operation == .custom && $0.key == 7 })
        #expect(stall.description.contains("worker 0 (thread): custom of key 7"))
        #expect(stall.description.contains("the container says: fake container"))
      }
    }

    /// In a process of its own, so that the tasks that hang take no thread from other tests, nor they from the run.
    @Test func aCycleThatHangsIsReportedWithWhoWaitsForWhom() async {
      await #expect(processExitsWith: .success) {
        let plan = Plan(threads: 3, tasks: 3, seed: 1, stallAfter: 1)
        let workload = try #require(Catalogue.workload(named: "cycle-storm"))
        let report = Runner(plan: plan).run(workload, seconds: 600, on: { FakeContainer<Tracked>(.hangs) })
        let stall = try #require(report.stall)
        #expect(stall.stuck.contains { $0.operation == .resolve })
        #expect(stall.container.contains("for key"))
      }
    }

    @Test func aFactoryThatHangsIsReportedWithWhatTheContainerSays() async {
      await #expect(processExitsWith: .success) {
        let plan = Plan(threads: 3, tasks: 0, seed: 1, stallAfter: 0.3)
        let report = Runner(plan: plan).run(FactoryHangs.self, seconds: 600, on: { HoldfastSubject() })
        defer { FactoryHangs.release.signal() }
        let stall = try #require(report.stall)
        #expect(stall.stuck.count == 3)
        #expect(stall.stuck.allSatisfy { $0.operation == .resolve && $0.key == 4 })
        #expect(stall.description.contains("worker 2 (thread): resolve of key 4"))
        #expect(stall.container.hasSuffix("; a factory of key 3 runs; a factory of key 4 runs and waits for key 3"))
      }
    }
  }
}
