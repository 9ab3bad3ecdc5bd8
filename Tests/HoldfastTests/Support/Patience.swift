/// An end of waiting that a busy machine puts off.
///
/// It counts turns of the cooperative pool, not seconds: the next turn comes a quarter of a second after the last one, and then only behind the jobs
/// of all the tests that wait for the pool. So a wait is as long as it says on an idle machine, and longer where each job is late.
struct Patience: Sendable {
  private static let turnsInASecond = 4.0
  /// How much longer than it says a wait may be. A pool whose threads are all blocked takes no turn.
  private static let most = 6.0
  /// How many seconds pass from one look at it to the next.
  static let look = 0.5
  private static let turns = Counter()
  private static let counting = Task.detached {
    while true {
      try await Task.sleep(for: .seconds(1 / turnsInASecond))
      turns.add()
    }
  }

  private let lastTurn: Int
  private let lastMoment: ContinuousClock.Instant

  init(_ seconds: Double = Timeout.seconds) {
    _ = Self.counting
    lastTurn = Self.turns.value + Int((seconds * Self.turnsInASecond).rounded(.up))
    lastMoment = .now + .seconds(seconds * Self.most)
  }

  var isOver: Bool { Self.turns.value >= lastTurn || .now > lastMoment }
}
