import Linearizability
import Testing

@Suite struct ShortHistoryTests {
  @Test func aStaleReadIsCutToThoseWhoMatter() throws {
    var events = noise(from: 0)
    events += [register(0, 500, 10_000, 10_001), resolve(1, 500, 1, 10_002, 10_003), register(0, 501, 10_004, 10_005)]
    let stale = resolve(1, 500, 1, 10_006, 10_007)
    events.append(stale)
    events += noise(from: 20_000)
    let shrunk = try shrink(events)
    #expect(shrunk == [register(0, 500, 10_000, 10_001), register(0, 501, 10_004, 10_005), stale])
  }

  @Test func aSecondBuildKeepsTheFirst() throws {
    let events =
      noise(from: 0) + [register(0, 500, 10_000, 10_001), resolve(0, 500, 1, 10_002, 10_003), resolve(1, 500, 2, 10_004, 10_005)]
    #expect(try shrink(events) == Array(events.suffix(3)))
  }

  @Test func resetsThatExplainAnInstanceStay() throws {
    // Two instances need the reset between them; the third has none.
    let tail = [
      register(0, 500, 10_000, 10_001), resolve(0, 500, 1, 10_002, 10_003), reset(0, 10_004, 10_005), resolve(1, 500, 2, 10_006, 10_007),
      resolve(0, 500, 3, 10_008, 10_009),
    ]
    let shrunk = try shrink(noise(from: 0) + tail)
    #expect(Check.failure(of: 0, in: shrunk) == Failure(rule: .linearizable, thread: 0, operation: tail[4].operation))
    #expect(shrunk.count <= 5)
    #expect(Set(shrunk.map(\.operation.start)).isSubset(of: Set(tail.map(\.operation.start))))
  }

  @Test func aStaleInstanceIsShownWithItsReset() throws {
    let tail = [
      register(0, 500, 10_000, 10_001), resolve(0, 500, 1, 10_002, 10_100), reset(1, 10_010, 10_011),
      resolve(2, 500, 1, 10_012, 10_200, began: 10_002),
    ]
    #expect(try shrink(noise(from: 0) + tail) == tail)
  }

  /// Registrations, resolves and resets that are all in order.
  private func noise(from start: UInt64) -> [Event] {
    var events: [Event] = []
    var time = start
    for generation in start + 1...start + 100 {
      events += [
        register(0, generation, time, time + 5), resolve(1, generation, 1, time + 6, time + 7), reset(2, time + 8, time + 9),
        resolve(1, generation, 2, time + 10, time + 11), unregister(0, time + 12, time + 14), missing(2, time + 15, time + 16),
      ]
      time += 20
    }
    return events
  }

  private func shrink(_ events: [Event]) throws -> [Event] {
    let failure = try #require(Check.failure(of: 0, in: events))
    let shrunk = ShortHistory(events, of: 0, failing: failure).shrunk()
    #expect(Check.failure(of: 0, in: shrunk) == failure)
    return shrunk
  }
}
