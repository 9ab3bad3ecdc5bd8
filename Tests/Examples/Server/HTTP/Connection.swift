import Foundation

/// One connection of the server. One task reads requests and writes responses; the server may close it from anywhere.
final class Connection: @unchecked Sendable {  // unchecked: `received` belongs to the connection's task; everything else is constant
  private let descriptor: Int32
  private let poller: Poller
  private let idleSince = Locked<ContinuousClock.Instant?>(.now)
  /// Bytes behind the last head that was taken. Guard: the connection's task.
  private var received = Received()

  init(_ descriptor: Int32, _ poller: Poller) {
    self.descriptor = descriptor
    self.poller = poller
    _ = fcntl(descriptor, F_SETFL, fcntl(descriptor, F_GETFL) | O_NONBLOCK)
    var noDelay: Int32 = 1  // parts of a body are sent when they are written
    setsockopt(descriptor, Int32(IPPROTO_TCP), TCP_NODELAY, &noDelay, socklen_t(MemoryLayout<Int32>.size))
  }

  deinit { Foundation.close(descriptor) }

  /// The head of the next request, or nil when the client has closed the connection, or the server has.
  func nextHead() async -> String? {
    idleSince.withLock { $0 = .now }
    while true {
      if let head = received.takeHead() {
        idleSince.withLock { $0 = nil }
        return head
      }
      guard received.count < 16384 else { return nil }
      let count = received.receive(from: descriptor)
      if count > 0 { continue }
      guard count < 0, errno == EAGAIN else { return nil }
      await poller.readable(descriptor)
    }
  }

  /// Suspends until everything was handed to the system.
  func send(_ text: String) async throws {
    var outgoing = Outgoing(text)
    while true {
      switch outgoing.send(to: descriptor) {
      case .sent: return
      case .full: await poller.writable(descriptor)
      case .refused: throw ClientLeft()
      }
    }
  }

  /// Ends it if it has had no request under way for this long.
  func close(ifIdleFor duration: Duration) {
    let isIdle = idleSince.withLock { $0.map { $0.duration(to: .now) >= duration } ?? false }
    if isIdle { close() }
  }

  /// What its task waits for, comes to an end: it reads the end of the requests, and writing fails.
  func close() { _ = shutdown(descriptor, Int32(SHUT_RDWR)) }

  struct ClientLeft: Error {}
}
