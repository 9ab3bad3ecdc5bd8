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
    var visits = 0
    var streaming = Share(options.streaming)
    var cancelling = Share(options.cancelling)
    var connection = try connect()
    try greet(over: &connection, &visits, &counts, isLast: true)
    guard case .ended = connection.next(within: 10_000) else { throw Problem(text: "the connection stays open behind its last answer") }
    connection = try connect()
    while true {
      if cancelling.isNext { breakOff(&counts) }
      let head =
        if streaming.isNext { try stream(over: &connection, &visits, &counts) } else { try greet(over: &connection, &visits, &counts) }
      if head.contains("Connection: close") { return }
      if options.pause > 0 { Thread.sleep(forTimeInterval: options.pause / 1000) }
    }
  }

  private func connect() throws(Problem) -> ClientConnection {
    guard let connection = ClientConnection(toPort: port) else { throw Problem(text: "cannot connect") }
    return connection
  }

  @discardableResult
  private func greet(
    over connection: inout ClientConnection, _ visits: inout Int, _ counts: inout ClientTally.Counts, isLast: Bool = false
  ) throws(Problem) -> String {
    let start = ContinuousClock.now
    let head = try ask("/hello/\(name)", over: &connection, &counts, isLast: isLast)
    visits += 1
    let expected = "Hello, \(name)! \(visits)\n"
    guard connection.body(of: expected.utf8.count) == expected else { throw Problem(text: "wrong answer to visit \(visits): \(head)") }
    counts.answered += 1
    counts.slowest = max(counts.slowest, start.duration(to: .now))
    return head
  }

  private func stream(
    over connection: inout ClientConnection, _ visits: inout Int, _ counts: inout ClientTally.Counts
  ) throws(Problem) -> String {
    let head = try ask("/greetings/\(name)/20", over: &connection, &counts)
    guard connection.chunks() == (1...20).map({ "Hello, \(name)! \(visits + $0)\n" }) else { throw Problem(text: "wrong body: \(head)") }
    visits += 20
    counts.answered += 1
    counts.streamed += 1
    return head
  }

  /// Leaves in the middle of an answer, on a connection of its own, as another guest.
  private func breakOff(_ counts: inout ClientTally.Counts) {
    guard var connection = ClientConnection(toPort: port),
      connection.send("GET /greetings/\(name)-who-left/200 HTTP/1.1\r\nHost: localhost\r\n\r\n")
    else { return }  // the server's end has begun
    _ = connection.next(within: 10_000)
    connection.abandon()
    counts.abandoned += 1
  }

  private func ask(
    _ path: String, over connection: inout ClientConnection, _ counts: inout ClientTally.Counts, isLast: Bool = false
  ) throws(Problem) -> String {
    counts.sent += 1
    guard connection.send("GET \(path) HTTP/1.1\r\nHost: localhost\r\n\(isLast ? "Connection: close\r\n" : "")\r\n") else {
      throw Problem(text: "cannot send request \(counts.sent)")
    }
    guard case .head(let head) = connection.next(within: 10_000) else { throw Problem(text: "no answer to request \(counts.sent)") }
    guard head.hasPrefix("HTTP/1.1 200") else { throw Problem(text: "wrong answer: \(head)") }
    return head
  }
}
