import Foundation

/// One client on one connection: sends the next request when it has the answer to the last, until the server says that it closes.
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
      guard connection.send("GET /hello/\(name) HTTP/1.1\r\nHost: localhost\r\n\r\n") else { return end("cannot send request \(sent)") }
      guard case .head(let head) = connection.next(within: 10_000) else { return end("no answer to request \(sent)") }
      let expected = "Hello, \(name)! \(sent)\n"
      guard head.hasPrefix("HTTP/1.1 200"), connection.body(of: expected.utf8.count) == expected else {
        return end("wrong answer: \(head)")
      }
      answered += 1
      slowest = max(slowest, start.duration(to: .now))
      if head.contains("Connection: close") { return end(nil) }
      if pause > 0 { Thread.sleep(forTimeInterval: pause) }
    }
  }
}
