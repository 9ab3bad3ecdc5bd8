/// What all clients together counted.
final class ClientTally: Sendable {
  struct Counts: Sendable {
    var sent = 0
    var answered = 0
    var streamed = 0
    var abandoned = 0
    /// Connections that the server said it would close.
    var farewells = 0
    var slowest = Duration.zero
    var problems: [String] = []
  }

  private let all = Locked(Counts())

  var counts: Counts { all.withLock { $0 } }

  func add(_ counts: Counts) {
    all.withLock {
      $0.sent += counts.sent
      $0.answered += counts.answered
      $0.streamed += counts.streamed
      $0.abandoned += counts.abandoned
      $0.farewells += counts.farewells
      $0.slowest = max($0.slowest, counts.slowest)
      $0.problems += counts.problems
    }
  }
}
