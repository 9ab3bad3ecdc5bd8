import HoldfastStress
import Searching
import Testing

@Suite struct DefectHuntTests {
  private struct Look: DefectLook {
    let defect: Int
    let isAsExpected: Bool
  }

  @Test func everyDefectIsLookedForAndTold() {
    var told: [Int] = []
    let looks = DefectHunt([1, 2, 3]).run(tell: { (look: Look) in told.append(look.defect) }) { Look(defect: $0, isAsExpected: $0 != 2) }
    #expect(told == [1, 2, 3])
    #expect(looks.missed.map(\.defect) == [2])
  }

  @Test func timeIsSharedEqually() {
    let budget = Budget(1000)
    #expect(budget.left() <= 1000)
    #expect(budget.share(among: 10, least: 0) <= 100)
    #expect(budget.share(among: 10, until: 0.5, least: 0) <= 50)
    #expect(budget.share(among: 10, least: 2000) == 2000)
    #expect(Budget(nil).share(among: 10, least: 0) > 10_000)
  }
}
