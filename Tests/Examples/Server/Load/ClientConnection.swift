import Foundation

/// A connection of a client: messages come one after the other. Used by one thread, which it blocks.
package struct ClientConnection: ~Copyable {
  private let descriptor: Int32
  private var received = Received()

  init(_ descriptor: Int32) {
    self.descriptor = descriptor
  }

  package init?(toPort port: UInt16) {
    let descriptor = Address.makeSocket()
    guard descriptor >= 0, Address.with(port: port, { connect(descriptor, $0, $1) }).result == 0 else {
      if descriptor >= 0 { close(descriptor) }
      return nil
    }
    // A server that stalls fails the load test, which must not hang.
    var timeout = timeval(tv_sec: 30, tv_usec: 0)
    for option in [SO_RCVTIMEO, SO_SNDTIMEO] {
      setsockopt(descriptor, SOL_SOCKET, option, &timeout, socklen_t(MemoryLayout<timeval>.size))
    }
    self.init(descriptor)
  }

  deinit { close(descriptor) }

  package enum Next {
    case head(String)
    case nothingYet
    case ended
  }

  /// The head of the next message, if all of it arrives within the time.
  package mutating func next(within milliseconds: Int32) -> Next {
    while true {
      if let head = received.takeHead() { return .head(head) }
      guard Address.isReadable(descriptor, within: milliseconds) else { return .nothingYet }
      guard receive(), received.count < 16384 else { return .ended }
    }
  }

  /// A whole answer.
  package struct Answer {
    package let head: String
    /// Those of a chunked body; a body of another kind is one part.
    package let parts: [String]

    /// Whether the server closes the connection behind it.
    package var isLast: Bool { head.contains("Connection: close") }
  }

  /// Sends a request. Answers whether all of it was sent.
  package func ask(for path: String, isLast: Bool = false) -> Bool {
    send("GET \(path) HTTP/1.1\r\nHost: localhost\r\n\(isLast ? "Connection: close\r\n" : "")\r\n")
  }

  /// The next answer; nil if its head does not arrive within the time, or the connection ends before it does.
  package mutating func answer(within milliseconds: Int32) -> Answer? {
    guard case .head(let head) = next(within: milliseconds) else { return nil }
    let length = head.components(separatedBy: "Content-Length: ").dropFirst().first.flatMap { Int($0.prefix(while: \.isNumber)) }
    let parts = if let length { body(of: length).map { [$0] } } else { chunks() }
    return parts.map { Answer(head: head, parts: $0) }
  }

  /// The body behind the head that came last; nil if the connection ends before it does.
  package mutating func body(of count: Int) -> String? {
    while received.count < count { guard receive() else { return nil } }
    return received.take(count)
  }

  /// Everything behind the head that came last.
  mutating func rest() -> String {
    while receive() {}
    return received.take(received.count)
  }

  /// The parts of a chunked body behind the head that came last; nil if the connection ends before it does.
  package mutating func chunks() -> [String]? {
    var chunks: [String] = []
    while true {
      guard let size = line().flatMap({ Int($0, radix: 16) }), let chunk = body(of: size), line() == "" else { return nil }
      if size == 0 { return chunks }
      chunks.append(chunk)
    }
  }

  /// Ends the connection at once: what the server still writes is refused.
  package consuming func abandon() {
    var option = linger(l_onoff: 1, l_linger: 0)
    setsockopt(descriptor, SOL_SOCKET, SO_LINGER, &option, socklen_t(MemoryLayout<linger>.size))
  }

  private mutating func line() -> String? {
    while true {
      if let line = received.takeLine() { return line.trimmingCharacters(in: .newlines) }
      guard receive() else { return nil }
    }
  }

  private mutating func receive() -> Bool { received.receive(from: descriptor) > 0 }

  /// Whether everything was sent.
  package func send(_ text: String) -> Bool {
    var outgoing = Outgoing(text)
    return outgoing.send(to: descriptor) == .sent
  }
}
