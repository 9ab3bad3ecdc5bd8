import Foundation

/// A gate at which threads and tasks wait until it is opened; it stays open. No wait outlasts its `Patience`.
final class Gate: @unchecked Sendable {  // unchecked: mutable fields are touched under `condition` only
  private let condition = NSCondition()
  private let label: String
  /// Guard: `condition`.
  private var opened = false
  /// Guard: `condition`. Streams, not bare continuations: the thread sanitizer reports a resume that comes before the suspension.
  private var waiting: [Int: AsyncStream<Never>.Continuation] = [:]
  /// Guard: `condition`.
  private var tickets = 0

  init(_ label: String = "gate") {
    self.label = label
  }

  var isOpen: Bool { condition.withLock { opened } }

  func open() {
    let released = condition.withLock {
      opened = true
      condition.broadcast()
      defer { waiting = [:] }
      return Array(waiting.values)
    }
    for continuation in released { continuation.finish() }
  }

  /// Blocks the calling thread until the gate is open.
  func block() throws {
    let patience = Patience()
    let passed = condition.withLock {
      while !opened, !patience.isOver { _ = condition.wait(until: Date(timeIntervalSinceNow: Patience.look)) }
      return opened
    }
    if !passed { throw TimedOut(what: label) }
  }

  /// Suspends the calling task until the gate is open; cancellation does not end the wait.
  func pass(within seconds: Double = Timeout.seconds) async throws {
    let (stream, continuation) = AsyncStream<Never>.makeStream()
    let ticket: Int? = condition.withLock {
      if opened { return nil }
      tickets += 1
      waiting[tickets] = continuation
      return tickets
    }
    guard let ticket else { return }
    look(after: ticket, Patience(seconds))
    // In a task of its own, which the caller's cancellation does not reach.
    await Task { for await _ in stream {} }.value
    if !isOpen { throw TimedOut(what: label) }
  }

  /// Ends a wait when its patience is over.
  private func look(after ticket: Int, _ patience: Patience) {
    DispatchQueue.global().asyncAfter(deadline: .now() + Patience.look) { [weak self] in
      guard let self, condition.withLock({ waiting[ticket] != nil }) else { return }
      if patience.isOver { condition.withLock { waiting.removeValue(forKey: ticket) }?.finish() } else { look(after: ticket, patience) }
    }
  }
}

/// A gate that opens when it was announced `count` times.
final class Countdown: Sendable {
  private let gate: Gate
  private let left: Counter

  init(_ count: Int, _ label: String = "countdown") {
    gate = Gate(label)
    left = Counter(count)
  }

  /// Announces one; the last one opens the gate.
  func arrive() {
    if left.add(-1) == 0 { gate.open() }
  }

  func block() throws { try gate.block() }
  func pass() async throws { try await gate.pass() }
}
