import Dispatch
import HoldfastStress
import Testing

extension Runs {
  @Suite struct RunnerTests {
    private static let plan = Plan(threads: 2, tasks: 2, seed: 1)

    /// A load whose workers do nothing in each turn, on threads and in tasks, and build nothing.
    private static func idle(mustBuild: Bool = true, goesOn: Bool = true, hasBegun: @escaping @Sendable () -> Bool = { true }) -> Load {
      Load(name: "idle", summary: "changes nothing", mustBuild: mustBuild) { _ in
        var performance = Performance(
          turn: { worker in
            if goesOn { worker.timed(worker.turn) {} }
            return goesOn
          },
          turnInTask: { worker in
            if goesOn { await worker.timedInTask(worker.turn) {} }
            return goesOn
          })
        performance.hasBegun = hasBegun
        return performance
      }
    }

    @Test func aRunThatBuildsNothingFails() async {
      await #expect(processExitsWith: .success) {
        let report = Runner(plan: Self.plan).run(Self.idle(), seconds: 0.05)
        #expect(report.operations > 0)
        #expect(report.violations.map(\.invariant) == [.didWork])
        #expect(!report.held)
      }
    }

    @Test func aRunThatDoesNothingFails() async {
      await #expect(processExitsWith: .success) {
        let report = Runner(plan: Self.plan).run(Self.idle(goesOn: false), seconds: 120)
        #expect(report.operations == 0)
        #expect(report.violations.map(\.invariant) == [.didWork])
        #expect(report.elapsed < 120)
      }
    }

    @Test func aRunThatIsTooShortGoesOnUntilItHasBegun() async {
      await #expect(processExitsWith: .success) {
        let looks = PaddedCounter()
        let load = Self.idle(mustBuild: false) { looks.increment() > 2 }
        let report = Runner(plan: Self.plan).run(load, seconds: 0.000_001)
        #expect(looks.value > 2)
        #expect(report.operations > 0)
        #expect(report.held)
      }
    }

    @Test func anInterruptEndsARunWithoutBlame() async {
      await #expect(processExitsWith: .success) {
        let interrupted = Flag()
        let report = Runner(plan: Self.plan, interrupted: interrupted).run(Self.idle(), seconds: 600) { _ in interrupted.set() }
        #expect(report.held)
        #expect(report.elapsed < 60)
      }
    }

    @Test func aThreadThatHangsIsReportedAndLeftBehind() async {
      await #expect(processExitsWith: .success) {
        let release = DispatchSemaphore(value: 0)
        defer { release.signal() }
        let load = Load(name: "one-hangs", summary: "one thread blocks") { _ in
          var performance = Performance(
            turn: { worker in
              worker.timed(7) { if worker.index == 0 { release.wait() } }
              return true
            },
            turnInTask: { worker in
              await worker.timedInTask(7) {}
              return true
            })
          performance.report = { "a semaphore is waited for" }
          return performance
        }
        let report = Runner(plan: Plan(threads: 2, tasks: 1, seed: 1, stallAfter: 0.3)).run(load, seconds: 600)
        let stall = try #require(report.stall)
        #expect(report.violations.map(\.invariant) == [.progress])
        #expect(stall.stuck.contains { $0.index == 0 && $0.kind == .thread && $0.activity == .turn(7) })
        #expect(stall.description.contains("worker 0 (thread): in turn 7"))
        #expect(stall.description.contains("the container says: a semaphore is waited for"))
      }
    }
  }
}
