/// What all clients together counted.
final class ClientTally: Sendable {
  private struct Counts: Sendable {
    var sent = 0
    var answered = 0
    var farewells = 0
    var slowest = Duration.zero
    var problems: [String] = []
  }

  private let counts = Locked(Counts())

  func add(sent: Int, answered: Int, slowest: Duration, farewell: Bool, problem: String?) {
    counts.withLock {
      $0.sent += sent
      $0.answered += answered
      $0.slowest = max($0.slowest, slowest)
      if farewell { $0.farewells += 1 }
      if let problem { $0.problems.append(problem) }
    }
  }

  /// Whether every request was answered, and every connection was told of the end.
  func isClean(connections: Int) -> Bool {
    counts.withLock { $0.sent > 0 && $0.sent == $0.answered && $0.farewells == connections && $0.problems.isEmpty }
  }

  var summary: String {
    counts.withLock {
      let failures = $0.problems.isEmpty ? "" : ": " + $0.problems.prefix(3).joined(separator: "; ")
      return "clients: sent \($0.sent), answered \($0.answered), slowest \($0.slowest), failures \($0.problems.count)\(failures)"
    }
  }
}
