import HoldfastStress
import Searching
import Testing

@Suite struct SearchLoopTests {
  @Test func theFirstFindingEndsTheSearch() {
    let outcome = SearchLoop().run { number in number == 7 ? .found("seven") : .nothing }
    #expect(outcome.finding == "seven")
    #expect(outcome.attempts == 8)
    #expect(!outcome.isExhausted)
  }

  @Test func whatIsExhaustedIsNotTriedAgain() {
    let outcome = SearchLoop(attempts: 100).run { number -> SearchLoop.Step<Never> in number == 3 ? .exhausted : .nothing }
    #expect(outcome.attempts == 4)
    #expect(outcome.isExhausted)
  }

  @Test func thereAreNoMoreAttemptsThanAllowed() {
    let outcome = SearchLoop(attempts: 5).run { _ -> SearchLoop.Step<Never> in .nothing }
    #expect(outcome.attempts == 5)
    #expect(!outcome.isExhausted)
    #expect(SearchLoop(attempts: -1).run { _ -> SearchLoop.Step<Never> in .nothing }.attempts == 0)
  }

  @Test func timeIsLookedAtNowAndThen() {
    var looks = 0
    let outcome = SearchLoop(seconds: 0, stride: 10).run(progress: { _ in looks += 1 }) { _ -> SearchLoop.Step<Never> in .nothing }
    #expect(outcome.attempts == 10)
    #expect(looks == 1)
  }

  @Test func someAttemptsAreMadeHoweverLateItIs() {
    #expect(SearchLoop(seconds: 0, least: 25).run { _ -> SearchLoop.Step<Never> in .nothing }.attempts == 25)
  }

  @Test func anInterruptionEndsTheSearch() {
    let flag = Flag()
    let outcome = SearchLoop(interrupted: flag).run { number -> SearchLoop.Step<Never> in
      if number == 2 { flag.set() }
      return .nothing
    }
    #expect(outcome.attempts == 3)
  }

  @Test func moreEffortComesAfterAllScenarios() {
    var tried: [String] = []
    let escalation = Escalation(["a", "b"], efforts: [1, 2], seconds: 60)
    let result = escalation.run { scenario, effort, time in
      tried.append("\(scenario)\(effort)")
      #expect(time.share <= time.left)
      return .init(schedules: 10, found: tried.count == 3 ? (scenario, "found") : nil)
    }
    #expect(tried == ["a1", "b1", "a2"])
    #expect(result.schedules == 30)
    #expect(result.found?.scenario == "a")
    #expect(Escalation<String, Int>([], efforts: [1], seconds: 60).run { _, _, _ in .init() }.found == nil)
  }
}
