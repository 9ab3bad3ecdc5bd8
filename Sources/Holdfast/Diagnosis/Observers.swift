import OnceKernel

/// Who is told of events. Asked on slow roads only: a hit never looks here.
final class Observers: Sendable {
  private struct State {
    var next = 0
    var handlers: [Int: @Sendable (ContainerEvent) -> Void] = [:]
  }

  private let state = Guarded(State())
  /// 1 while anybody listens, so that nobody else pays for making events.
  private let listening = AtomicWord(0)

  var isListening: Bool { listening.acquire() == 1 }

  func add(_ handler: @escaping @Sendable (ContainerEvent) -> Void) -> Int {
    state.withLock {
      $0.next += 1
      $0.handlers[$0.next] = handler
      listening.release(1)
      return $0.next
    }
  }

  func remove(_ number: Int) {
    let gone = state.withLock {
      let gone = $0.handlers.removeValue(forKey: number)
      if $0.handlers.isEmpty { listening.release(0) }
      return gone
    }
    withExtendedLifetime(gone) {}
  }

  /// Tells everybody, on the calling thread and outside every lock.
  func tell(_ kind: @autoclosure () -> ContainerEvent.Kind, _ key: AnyKey, for requester: AnyKey? = nil) {
    guard isListening else { return }
    let event = ContainerEvent(kind: kind(), key: key, requestedBy: requester, time: .now, thread: Threads.currentNumber)
    for (_, handler) in state.withLock({ $0.handlers }).sorted(by: { $0.key < $1.key }) { handler(event) }
  }
}
