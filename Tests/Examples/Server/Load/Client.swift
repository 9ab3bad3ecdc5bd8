import Foundation

/// One client: a request on a connection that ends with it, then one after the other on a second connection, until the server says that it
/// closes.
struct Client: Sendable {
  let port: UInt16
  let name: String
  let options: LoadOptions

  func run(_ tally: ClientTally) {
    var counts = ClientTally.Counts()
    do {
      try run(&counts)
      counts.farewells = 1
    } catch {
      counts.problems = ["\(name): \(error.text)"]
    }
    tally.add(counts)
  }

  private struct Problem: Error {
    let text: String
  }

  private func run(_ counts: inout ClientTally.Counts) throws(Problem) {
    var guest = Guest(name)
    var streaming = Share(options.streaming)
    var cancelling = Share(options.cancelling)
    var connection = try connect()
    try greet(over: &connection, &guest, &counts, isLast: true)
    guard case .ended = connection.next(within: 10_000) else { throw Problem(text: "the connection stays open behind its last answer") }
    connection = try connect()
    while true {
      if cancelling.isNext { breakOff(&counts) }
      let isLast =
        if streaming.isNext { try stream(over: &connection, &guest, &counts) } else { try greet(over: &connection, &guest, &counts) }
      if isLast { return }
      if options.pause > 0 { Thread.sleep(forTimeInterval: options.pause / 1000) }
    }
  }

  private func connect() throws(Problem) -> ClientConnection {
    guard let connection = ClientConnection(toPort: port) else { throw Problem(text: "cannot connect") }
    return connection
  }

  /// Answers whether the server closes the connection behind its answer, here and below.
  @discardableResult
  private func greet(
    over connection: inout ClientConnection, _ guest: inout Guest, _ counts: inout ClientTally.Counts, isLast: Bool = false
  ) throws(Problem) -> Bool {
    let start = ContinuousClock.now
    let answer = try ask(guest.path, over: &connection, &counts, isLast: isLast)
    guard guest.takes(answer.parts) else { throw Problem(text: "wrong answer to visit \(guest.visits + 1): \(answer.head)") }
    counts.answered += 1
    counts.slowest = max(counts.slowest, start.duration(to: .now))
    return answer.isLast
  }

  private func stream(
    over connection: inout ClientConnection, _ guest: inout Guest, _ counts: inout ClientTally.Counts
  ) throws(Problem) -> Bool {
    let answer = try ask(guest.path(toStreamOf: 20), over: &connection, &counts)
    guard guest.takes(answer.parts, 20) else { throw Problem(text: "wrong body: \(answer.head)") }
    counts.answered += 1
    counts.streamed += 1
    return answer.isLast
  }

  /// Leaves in the middle of an answer, on a connection of its own, as another guest.
  private func breakOff(_ counts: inout ClientTally.Counts) {
    guard var connection = ClientConnection(toPort: port),
      connection.ask(for: Guest("\(name)-who-left").path(toStreamOf: 200))
    else { return }  // the server's end has begun
    _ = connection.next(within: 10_000)
    connection.abandon()
    counts.abandoned += 1
  }

  private func ask(
    _ path: String, over connection: inout ClientConnection, _ counts: inout ClientTally.Counts, isLast: Bool = false
  ) throws(Problem) -> ClientConnection.Answer {
    counts.sent += 1
    guard connection.ask(for: path, isLast: isLast) else { throw Problem(text: "cannot send request \(counts.sent)") }
    guard let answer = connection.answer(within: 10_000) else { throw Problem(text: "no answer to request \(counts.sent)") }
    guard answer.head.hasPrefix("HTTP/1.1 200") else { throw Problem(text: "wrong answer: \(answer.head)") }
    return answer
  }
}
