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
      var bytes = [UInt8](repeating: 0, count: 4096)
      let count = recv(descriptor, &bytes, bytes.count, 0)
      if count > 0 {
        received.append(bytes.prefix(count))
      } else if count < 0, errno == EAGAIN {
        await poller.readable(descriptor)
      } else {
        return nil
      }
    }
  }

  /// Suspends until everything was handed to the system.
  func send(_ text: String) async throws {
    var rest = Array(text.utf8)[...]
    while !rest.isEmpty {
      // unsafe: the buffer is used within the call only.
      let count = rest.withUnsafeBytes { Foundation.send(descriptor, $0.baseAddress, $0.count, 0) }
      if count >= 0 {
        rest = rest.dropFirst(count)
      } else if errno == EAGAIN {
        await poller.writable(descriptor)
      } else {
        throw ClientLeft()
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
