import Linearizability
import Testing

@Suite struct GoodHistoryTests {
  private static let never = Operation.never

  static let samples = [
    Sample("nothing happens", []),
    Sample("nothing is registered", [missing(0, 1, 2), unregister(0, 3, 4, answer: Operation.Answer.absent), missing(1, 5, 6)]),
    Sample(
      "one after the other", [register(0, 1, 0, 1), resolve(0, 1, 1, 2, 3), resolve(1, 1, 1, 4, 5), unregister(0, 6, 7), missing(1, 8, 9)]),
    Sample("a replacement", [register(0, 1, 0, 1), resolve(0, 1, 1, 2, 3), register(0, 2, 4, 5), resolve(1, 2, 1, 6, 7)]),
    Sample("a reset", [register(0, 1, 0, 1), resolve(0, 1, 1, 2, 3), reset(0, 4, 5), resolve(0, 1, 2, 6, 7)]),
    Sample("a reset of everything", [register(0, 1, 0, 1), resolve(0, 1, 1, 2, 3), reset(0, 4, 5, key: -1), resolve(0, 1, 2, 6, 7)]),
    Sample("a batch", [register(0, 1, 0, 1, key: -1), resolve(1, 1, 1, 2, 3)]),
    // thread 0:  ┌ register 2 ──────────┐
    // thread 1:      1.1   1.1   2.1
    Sample(
      "a replacement takes effect between two resolves that it overlaps",
      [
        register(0, 1, 0, 1), resolve(1, 1, 1, 2, 3), register(0, 2, 4, 20), resolve(1, 1, 1, 5, 6), resolve(1, 1, 1, 7, 8),
        resolve(1, 2, 1, 9, 10),
      ]),
    Sample(
      "the old value under way while the new one is out",
      [register(0, 1, 0, 1), resolve(1, 1, 1, 2, 30), register(0, 2, 4, 5), resolve(2, 2, 1, 6, 7)]),
    Sample("two build at once and share", [register(0, 1, 0, 1), resolve(0, 1, 1, 2, 9, began: 3), resolve(1, 1, 1, 2, 8, began: 3)]),
    Sample(
      "two resets under way, three instances",
      [register(0, 1, 0, 1), reset(0, 2, 20), reset(1, 2, 20), resolve(2, 1, 1, 3, 4), resolve(2, 1, 2, 5, 6), resolve(2, 1, 3, 7, 8)]),
    Sample(
      "changes in the other order than their calls",
      [register(0, 1, 0, 20), register(1, 2, 1, 21), resolve(2, 2, 1, 2, 3), resolve(2, 1, 1, 4, 5), resolve(2, 1, 1, 22, 23)]),
    Sample("a factory throws, then builds", [register(0, 1, 0, 1), threw(0, 1, 2, 5), threw(1, 1, 3, 6), resolve(0, 1, 2, 7, 8)]),
    Sample("an error under way while the next attempt succeeds", [register(0, 1, 0, 1), threw(0, 1, 2, 20), resolve(1, 1, 2, 3, 4)]),
    Sample(
      "a tie counts as concurrent: the reset first",
      [register(0, 1, 0, 1), resolve(0, 1, 1, 2, 3), reset(0, 4, 5), resolve(1, 1, 1, 5, 6, began: 2)]),
    Sample("a tie counts as concurrent: a missing registration", [missing(1, 3, 4), register(0, 1, 1, 3)]),
    Sample("no time passes during a call", [register(0, 1, 1, 1), resolve(1, 1, 1, 2, 2), missing(2, 1, 1)]),
    Sample("a register that never returns takes effect", [register(0, 1, 0, never), missing(1, 1, 2), resolve(1, 1, 1, 3, 4)]),
    Sample("a register that never returns has no effect", [register(0, 1, 0, never), missing(1, 1, 2), missing(1, 3, 4)]),
    Sample("a resolve that never returns has built", [register(0, 1, 0, 1), resolve(0, 0, 0, 2, never), resolve(1, 1, 1, 3, 4, began: 2)]),
    Sample(
      "changes are refused after the seal",
      [register(0, 1, 0, 1), seal(0, 2, 10), refused(1, 3, 4), refused(1, 11, 12), resolve(1, 1, 1, 13, 14)]),
    Sample("a change that the seal overlaps", [seal(0, 2, 10), register(1, 1, 3, 12), resolve(1, 1, 1, 13, 14)]),
    Sample("a sealed container that is empty has nothing to reset", [seal(0, 2, 3), reset(0, 4, 5, key: -1)]),
    Sample(
      "an unregister that found something",
      [register(0, 1, 0, 10), unregister(1, 2, 3, answer: Operation.Answer.present), missing(1, 4, 5)]),
    Sample(
      "fresh: the factory starts while the reset is under way",
      [register(0, 1, 0, 1), reset(0, 5, 10), resolve(1, 1, 1, 4, 30, began: 6), resolve(2, 1, 1, 11, 31, began: 6)]),
    Sample(
      "other keys do not matter",
      [register(0, 1, 0, 1), resolve(0, 9, 1, 2, 3, key: 3), resolve(0, 1, 1, 4, 5), resolve(1, 7, 2, 6, 7, key: 3)]),
  ]

  @Test(arguments: samples)
  func isExplained(sample: Sample) {
    #expect(Check.failure(of: 0, in: sample.events) == nil)
    #expect(Check.failure(of: 0, in: sample.events.reversed()) == nil, "the order of the list must not matter")
  }

  @Test func manyUnderWayAtOnceAreNotTooMany() {
    // Eight threads, each with a registration under way, and a ninth that sees them in a scrambled order.
    var events = (0..<8).map { register($0, UInt64($0) + 1, 1, 1000) }
    for turn in 0..<8 {
      let generation = UInt64(turn * 3 % 8) + 1
      events.append(resolve(8, generation, 1, UInt64(turn) * 10 + 2, UInt64(turn) * 10 + 5))
    }
    #expect(Check.failure(of: 0, in: events) == nil)
  }
}
