import TaskExplorer
import Testing

/// Small programs with a mistake that only some schedules show, each with a twin that has been put right.
@Suite("Programs")
struct ProgramTests {
  private static func lostWakeUp(looksTwice: Bool) -> Scenario {
    Scenario("wake-up", "one waits for a signal, one gives it") { world in
      let signal = Signal(world, looksTwice: looksTwice)
      world.spawn("waiter") { await signal.wait() }
      world.spawn("giver") { await signal.set() }
      return {}
    }
  }

  @Test("A continuation that no task resumes is found, with its waiter")
  func lostContinuation() throws {
    let finding = try #require(explore(Self.lostWakeUp(looksTwice: false)).finding)
    #expect(finding.problems.count == 1)
    #expect(finding.problems.first?.contains("deadlock") == true && finding.problems.first?.contains("waiter") == true)
    #expect(finding.trace.contains { $0.contains("giver ends") })
  }

  @Test("Who looks again before waiting is woken in every schedule")
  func keptContinuation() {
    let report = explore(Self.lostWakeUp(looksTwice: true))
    #expect(report.finding == nil && report.isComplete && report.schedules > 1)
  }

  private static func twoCallers(notesAtOnce: Bool) -> Scenario {
    Scenario("cache", "two need the value of a cache") { world in
      let cache = Cache(world, notesAtOnce: notesAtOnce)
      for name in ["one", "two"] { world.spawn(name) { await cache.get() } }
      return {
        let made = await cache.made
        world.expect(made == 1, "made \(made) times")
      }
    }
  }

  @Test("Looking, suspending and acting is found out")
  func checkThenAct() throws {
    let finding = try #require(explore(Self.twoCallers(notesAtOnce: false)).finding)
    #expect(finding.problems == ["made 2 times"])
  }

  @Test("Noting before suspending that it is made makes it once in every schedule")
  func actAtOnce() {
    let report = explore(Self.twoCallers(notesAtOnce: true))
    #expect(report.finding == nil && report.isComplete && report.schedules > 1)
  }

  private static func twoTurnstiles(sameOrder: Bool) -> Scenario {
    Scenario("turnstiles", "two tasks need the same two turnstiles") { world in
      let (first, second) = (Turnstile(), Turnstile())
      for (name, outer, inner) in [("one", first, second), sameOrder ? ("two", first, second) : ("two", second, first)] {
        world.spawn(name) {
          await outer.enter()
          await world.pause()
          await inner.enter()
          await inner.leave()
          await outer.leave()
        }
      }
      return {}
    }
  }

  @Test("Two tasks that wait for each other are found")
  func deadlock() throws {
    let finding = try #require(explore(Self.twoTurnstiles(sameOrder: false)).finding)
    #expect(finding.problems == ["deadlock: no job is ready, and these wait for ever: one, two"])
  }

  @Test("Two tasks that take turnstiles in the same order never wait for each other")
  func noDeadlock() {
    let report = explore(Self.twoTurnstiles(sameOrder: true))
    #expect(report.finding == nil && report.isComplete && report.schedules > 1)
  }

  @Test("A replay of the choices found shows the same, job by job")
  func replaysAlike() throws {
    let scenario = Self.twoTurnstiles(sameOrder: false)
    let finding = try #require(explore(scenario).finding)
    for _ in 0..<3 {
      let again = replay(scenario, finding.choices)
      #expect(again.problems == finding.problems && again.trace == finding.trace)
    }
  }
}
