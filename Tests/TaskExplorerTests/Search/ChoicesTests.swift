import TaskExplorer
import Testing

@Suite("Choices")
struct ChoicesTests {
  @Test("They are written and read alike", arguments: [[], [1], [0, 2], [10, 0, 3]])
  func text(_ numbers: [Int]) {
    let choices = Choices(numbers)
    #expect(Choices(choices.description) == choices)
  }

  @Test("Zeros at the end say nothing")
  func zeros() {
    #expect(Choices([1, 0, 0]) == Choices([1]))
    #expect(Choices([0]).description == "0")
  }

  @Test("What is no list of numbers is refused", arguments: ["", "a", "1.", "1..2", "-1", "1,2"])
  func refused(_ text: String) {
    #expect(Choices(text) == nil)
  }

  @Test("A beginning is followed, then the first job that is ready runs")
  func follows() {
    let decisions = Decisions(following: Choices([1, 5]))
    #expect([3, 4, 5].map { decisions.choose(among: $0) } == [1, 3, 0])
    // A choice that is too great becomes the greatest that there is.
    #expect(decisions.choices == Choices([1, 3]))
  }
}
