import Foundation

/// One connection, on either side: messages come one after the other. Used by one thread.
struct Connection: ~Copyable {
  private let descriptor: Int32
  private var received: [UInt8] = []

  init(_ descriptor: Int32) {
    self.descriptor = descriptor
  }

  /// Connects as a client.
  init?(toPort port: UInt16) {
    let descriptor = Address.makeSocket()
    guard descriptor >= 0, Address.with(port: port, { connect(descriptor, $0, $1) }).result == 0 else {
      if descriptor >= 0 { close(descriptor) }
      return nil
    }
    self.init(descriptor)
  }

  deinit { close(descriptor) }

  enum Next {
    case head(String)
    case nothingYet
    case ended
  }

  /// The head of the next message, if all of it arrives within the time.
  mutating func next(within milliseconds: Int32) -> Next {
    while true {
      if let head = takeHead() { return .head(head) }
      guard Self.isReadable(descriptor, within: milliseconds) else { return .nothingYet }
      guard receive(), received.count < 16384 else { return .ended }
    }
  }

  /// The body behind the head that came last; nil if the connection ends before it does.
  mutating func body(of count: Int) -> String? {
    while received.count < count { guard receive() else { return nil } }
    defer { received.removeFirst(count) }
    return String(decoding: received.prefix(count), as: UTF8.self)
  }

  private mutating func receive() -> Bool {
    var bytes = [UInt8](repeating: 0, count: 4096)
    let count = recv(descriptor, &bytes, bytes.count, 0)
    if count > 0 { received += bytes.prefix(count) }
    return count > 0
  }

  /// Whether everything was sent.
  func send(_ text: String) -> Bool {
    var rest = Array(text.utf8)[...]
    while !rest.isEmpty {
      // unsafe: the buffer is used within the call only.
      let count = rest.withUnsafeBytes { Foundation.send(descriptor, $0.baseAddress, $0.count, Self.quietly) }
      guard count > 0 else { return false }
      rest = rest.dropFirst(count)
    }
    return true
  }

  private mutating func takeHead() -> String? {
    let end: [UInt8] = [13, 10, 13, 10]
    guard let range = received.firstRange(of: end) else { return nil }
    defer { received.removeSubrange(..<range.upperBound) }
    return String(decoding: received[..<range.upperBound], as: UTF8.self)
  }

  static func isReadable(_ descriptor: Int32, within milliseconds: Int32) -> Bool {
    var poller = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
    return poll(&poller, 1, milliseconds) > 0
  }

  #if os(Linux)
    private static let quietly = Int32(MSG_NOSIGNAL)
  #else
    private static let quietly: Int32 = 0
  #endif
}
