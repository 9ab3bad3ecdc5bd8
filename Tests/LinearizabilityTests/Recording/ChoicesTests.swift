import Linearizability
import Testing

@Suite struct ChoicesTests {
  @Test(arguments: Plan.Mode.allCases)
  func theSameSeedMakesTheSameChoices(mode: Plan.Mode) {
    let plan = Plan(mode: mode, keys: 5, operations: 500, seed: 42, round: 3)
    #expect(steps(of: plan, thread: 0) == steps(of: plan, thread: 0))
    #expect(steps(of: plan, thread: 0) != steps(of: plan, thread: 1))
    var other = plan
    other.seed = 43
    #expect(steps(of: plan, thread: 1) != steps(of: other, thread: 1))
    other = plan
    other.round = 4
    #expect(steps(of: plan, thread: 1) != steps(of: other, thread: 1))
  }

  @Test func oneThreadSealsOnceInAnEpisode() {
    let plan = Plan(mode: .sealed, operations: 200, seed: 9)
    #expect(steps(of: plan, thread: 0).count { $0 == .seal } == 1)
    #expect(steps(of: plan, thread: 1).count { $0 == .seal } == 0)
    #expect(steps(of: Plan(mode: .open, operations: 200, seed: 9), thread: 0).count { $0 == .seal } == 0)
  }

  private func steps(of plan: Plan, thread: Int) -> [Choices.Step] {
    var choices = Choices(plan, thread: thread)
    choices.beginEpisode()
    return (0..<plan.operations).map { _ in choices.next() }
  }
}
