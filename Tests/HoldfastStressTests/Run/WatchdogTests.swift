import HoldfastStress
import Testing

@Suite struct WatchdogTests {
  private typealias Beat = Watchdog.Beat

  @Test func whoGetsOnIsNotStuck() {
    var watchdog = Watchdog(threshold: 10, workers: 1, now: 0)
    for step in 1...20 as ClosedRange<UInt64> {
      #expect(watchdog.look(at: [Beat(operations: step)], now: step * 9).isEmpty)
    }
  }

  @Test func oneWhoIsStuckShowsWhileOthersGoOn() {
    var watchdog = Watchdog(threshold: 10, workers: 2, now: 0)
    #expect(watchdog.look(at: [Beat(operations: 1), Beat(operations: 1)], now: 5).isEmpty)
    #expect(watchdog.look(at: [Beat(operations: 1), Beat(operations: 2)], now: 14).isEmpty)
    #expect(watchdog.look(at: [Beat(operations: 1), Beat(operations: 3)], now: 15) == [0: 10])
    #expect(watchdog.look(at: [Beat(operations: 1), Beat(operations: 4)], now: 20) == [0: 15])
  }

  @Test func whoNeverStartsIsStuck() {
    var watchdog = Watchdog(threshold: 10, workers: 1, now: 100)
    #expect(watchdog.look(at: [Beat(operations: 0)], now: 109).isEmpty)
    #expect(watchdog.look(at: [Beat(operations: 0)], now: 110) == [0: 10])
  }

  @Test func whoIsFinishedIsNotStuck() {
    var watchdog = Watchdog(threshold: 10, workers: 1, now: 0)
    #expect(watchdog.look(at: [Beat(operations: 1, isFinished: true)], now: 5).isEmpty)
    #expect(watchdog.look(at: [Beat(operations: 1, isFinished: true)], now: 500).isEmpty)
  }
}
