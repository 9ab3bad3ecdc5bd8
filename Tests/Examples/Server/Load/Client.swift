import Foundation

/// One client: a request on a connection that ends with it, then one after the other on a second connection, until the server says that it
/// closes.
struct Client: Sendable {
  let port: UInt16
  let name: String
  /// In seconds.
  let pause: Double

  func run(_ tally: ClientTally) {
    var sent = 0
    var answered = 0
    var slowest = Duration.zero
    func end(_ problem: String?) {
      tally.add(sent: sent, answered: answered, slowest: slowest, farewell: problem == nil, problem: problem)
    }
    guard var connection = Connection(toPort: port) else { return end("cannot connect") }
    while true {
      let start = ContinuousClock.now
      sent += 1
      let last = sent == 1 ? "Connection: close\r\n" : ""
      guard connection.send("GET /hello/\(name) HTTP/1.1\r\nHost: localhost\r\n\(last)\r\n") else {
        return end("cannot send request \(sent)")
      }
      guard case .head(let head) = connection.next(within: 10_000) else { return end("no answer to request \(sent)") }
      let expected = "Hello, \(name)! \(sent)\n"
      guard head.hasPrefix("HTTP/1.1 200"), connection.body(of: expected.utf8.count) == expected else {
        return end("wrong answer: \(head)")
      }
      answered += 1
      slowest = max(slowest, start.duration(to: .now))
      if sent == 1 {
        guard case .ended = connection.next(within: 10_000) else { return end("the connection stays open behind its last answer") }
        guard let second = Connection(toPort: port) else { return end("cannot connect again") }
        connection = second
        continue
      }
      if head.contains("Connection: close") { return end(nil) }
      if pause > 0 { Thread.sleep(forTimeInterval: pause) }
    }
  }
}
