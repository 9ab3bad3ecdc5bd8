import Linearizability
import Testing

@Suite struct TimelineTests {
  @Test func eachThreadHasAColumnAndEachMomentALine() {
    let failing = resolve(2, 1, 1, 1055, 1120)
    let events = [register(0, 1, 1000, 1010), register(0, 2, 1020, 1040), failing]
    #expect(
      Timeline(events, failing: failing).lines == [
        "  ns  thread 0                  thread 2",
        "   0  ┌ register",
        "  10  └ → generation 1",
        "  20  ┌ register",
        "  40  └ → generation 2",
        "  55                            ┌ resolve",
        " 120                            └ → 1.1  ✗",
      ])
  }

  @Test func atATieCallsComeFirst() {
    let lines = Timeline([register(0, 1, 5, 9), missing(1, 9, 12)]).lines
    #expect(lines[2].contains("┌ resolve"))
    #expect(lines[3].contains("└ → generation 1"))
  }

  @Test func whatDidNotReturnSaysSo() {
    #expect(Timeline([register(0, 1, 5, Operation.never)]).lines.last == "   …    did not return")
  }

  @Test func nothingIsNoLines() {
    #expect(Timeline([]).lines == [])
  }
}
