import Linearizability
import Testing

@Suite struct BadHistoryTests {
  /// The last event of each is the one that cannot be.
  static let unexplained = [
    Sample("an instance of nothing", [resolve(0, 1, 1, 0, 1)]),
    Sample("another registration's instance", [register(0, 1, 0, 1), resolve(0, 2, 1, 2, 3)]),
    Sample("missing although registered", [register(0, 1, 0, 1), missing(1, 2, 3)]),
    Sample("there although unregistered", [register(0, 1, 0, 1), resolve(0, 1, 1, 2, 3), unregister(0, 4, 5), resolve(1, 1, 1, 6, 7)]),
    Sample(
      "the old instance after a replacement", [register(0, 1, 0, 1), resolve(0, 1, 1, 2, 3), register(0, 2, 4, 5), resolve(1, 1, 1, 6, 7)]),
    Sample(
      "the old registration comes back", [register(0, 1, 0, 1), register(0, 2, 2, 3), resolve(0, 2, 1, 4, 5), resolve(1, 1, 1, 6, 7)]),
    Sample("built twice", [register(0, 1, 0, 1), resolve(0, 1, 1, 2, 5), resolve(1, 1, 2, 3, 6)]),
    Sample(
      "three instances, one reset",
      [register(0, 1, 0, 1), reset(0, 2, 20), resolve(2, 1, 1, 3, 4), resolve(2, 1, 2, 5, 6), resolve(2, 1, 3, 7, 8)]),
    Sample(
      "the first instance again after the second",
      [register(0, 1, 0, 1), reset(0, 2, 20), resolve(1, 1, 1, 3, 4), resolve(1, 1, 2, 5, 6), resolve(1, 1, 1, 7, 8, began: 3)]),
    Sample(
      "two see a replacement in opposite orders",
      [register(0, 1, 0, 1), resolve(1, 1, 1, 2, 3), register(0, 2, 4, 30), resolve(1, 2, 1, 5, 6), resolve(2, 1, 1, 7, 8)]),
    Sample("an error beside an instance", [register(0, 1, 0, 1), resolve(0, 1, 1, 2, 3), threw(1, 1, 4, 5)]),
    Sample("an error of another registration", [register(0, 1, 0, 1), register(0, 2, 2, 3), threw(1, 1, 4, 5)]),
    Sample("a change after the seal", [register(0, 1, 0, 1), seal(0, 2, 3), register(1, 2, 4, 5)]),
    Sample("a reset after the seal", [register(0, 1, 0, 1), seal(0, 2, 3), reset(1, 4, 5)]),
    Sample("refused before the seal", [register(0, 1, 0, 1), refused(1, 2, 3)]),
    Sample("an unregister that found nothing", [register(0, 1, 0, 1), unregister(1, 2, 3, answer: Operation.Answer.absent)]),
    Sample("a reset that found something", [register(0, 1, 0, 1), unregister(0, 2, 3), reset(1, 4, 5, answer: Operation.Answer.present)]),
    Sample("a batch that is not there", [register(0, 1, 0, 1, key: -1), missing(1, 2, 3)]),
    Sample(
      "a register that never returns cannot explain two", [register(0, 1, 0, Operation.never), resolve(1, 1, 1, 1, 2), missing(1, 3, 4)]),
    Sample("one tick after a tie is not a tie", [register(0, 1, 0, 3), missing(1, 4, 5)]),
  ]

  @Test(arguments: unexplained)
  func isNotLinearizable(sample: Sample) throws {
    let failure = try #require(Check.failure(of: 0, in: sample.events))
    #expect(failure.rule == .linearizable)
    #expect(Event(thread: failure.thread, failure.operation) == sample.events.last)
  }

  static let stale = [
    Sample(
      "begun before a reset, got after it",
      [register(0, 1, 0, 1), resolve(0, 1, 1, 2, 30), reset(1, 4, 5), resolve(2, 1, 1, 6, 31, began: 2)]),
    Sample(
      "the same after a reset of everything",
      [register(0, 1, 0, 1), resolve(0, 1, 1, 2, 30), reset(1, 4, 5, key: -1), resolve(2, 1, 1, 6, 31, began: 2)]),
    Sample("kept over a reset", [register(0, 1, 0, 1), resolve(0, 1, 1, 2, 3), reset(1, 4, 5), resolve(2, 1, 1, 6, 7, began: 2)]),
    Sample(
      "the latest reset counts, whichever returned last",
      [register(0, 1, 0, 1), reset(0, 3, 9), reset(1, 6, 8), resolve(2, 1, 1, 4, 30), resolve(3, 1, 1, 10, 31, began: 4)]),
  ]

  @Test(arguments: stale)
  func isNotFresh(sample: Sample) throws {
    let failure = try #require(Check.failure(of: 0, in: sample.events))
    #expect(failure.rule == .fresh)
    #expect(Event(thread: failure.thread, failure.operation) == sample.events.last)
  }

  /// What only looks the same: the order of a race between a build and a reset is linearizable either way.
  @Test(arguments: stale) func freshnessIsARuleOfItsOwn(sample: Sample) {
    var events = sample.events
    for index in events.indices where events[index].operation.kind == .resolved { events[index].operation.factoryStart = 1000 }
    #expect(Check.failure(of: 0, in: events) == nil)
  }

  @Test func anInstanceThatIsNotBuiltIsNotWhole() {
    let events = [register(0, 1, 0, 1), resolve(0, 0, 0, 2, 3)]
    #expect(Check.failure(of: 0, in: events)?.rule == .whole)
  }

  @Test func anythingElseIsNotExpected() {
    let events = [register(0, 1, 0, 1), Event(thread: 0, Operation(.failed, key: 0, from: 2, to: 3))]
    #expect(Check.failure(of: 0, in: events)?.rule == .expected)
  }
}
