import Foundation

/// Waits for sockets on one thread, so that the tasks that use them suspend and block no thread.
final class Poller: Sendable {
  private struct Wait: Sendable {
    let descriptor: Int32
    let events: Int16
    let continuation: CheckedContinuation<Void, Never>
  }

  private struct State: Sendable {
    var arrivals: [Wait] = []
    var isStopped = false
  }

  private let state = Locked(State())
  /// A byte in this pipe interrupts `poll`.
  private let alarm: (read: Int32, write: Int32)

  init() throws {
    var ends: [Int32] = [0, 0]
    guard pipe(&ends) == 0 else { throw Listener.Failure("pipe") }
    alarm = (ends[0], ends[1])
    Thread.detachNewThread { [self] in run() }
  }

  /// Suspends until the socket can be read from.
  func readable(_ descriptor: Int32) async { await wait(for: POLLIN, on: descriptor) }

  /// Suspends until the socket can be written to.
  func writable(_ descriptor: Int32) async { await wait(for: POLLOUT, on: descriptor) }

  /// Ends the thread. Nothing may wait any more.
  func stop() {
    state.withLock { $0.isStopped = true }
    ring()
  }

  private func wait(for events: Int32, on descriptor: Int32) async {
    await withCheckedContinuation { continuation in
      let isFirst = state.withLock {
        $0.arrivals.append(Wait(descriptor: descriptor, events: Int16(events), continuation: continuation))
        return $0.arrivals.count == 1
      }
      if isFirst { ring() }  // for the first one only: the thread takes all that have arrived
    }
  }

  private func ring() {
    var byte: UInt8 = 0
    _ = write(alarm.write, &byte, 1)
  }

  private func run() {
    var waiting: [Wait] = []
    while true {
      let (arrivals, isStopped) = state.withLock { state in
        defer { state.arrivals = [] }
        return (state.arrivals, state.isStopped)
      }
      if isStopped { break }
      waiting += arrivals
      var polled = [pollfd(fd: alarm.read, events: Int16(POLLIN), revents: 0)]
      polled += waiting.map { pollfd(fd: $0.descriptor, events: $0.events, revents: 0) }
      guard poll(&polled, nfds_t(polled.count), -1) > 0 else { continue }
      if polled[0].revents != 0 {
        var bytes = [UInt8](repeating: 0, count: 64)
        _ = read(alarm.read, &bytes, bytes.count)
      }
      var rest: [Wait] = []
      for (wait, result) in zip(waiting, polled.dropFirst()) {
        if result.revents == 0 { rest.append(wait) } else { wait.continuation.resume() }
      }
      waiting = rest
    }
    close(alarm.read)
    close(alarm.write)
  }
}
