import Dispatch
import HoldfastStress

/// Holds the first run that comes to a point until the events have had their turn, so that they happen in the middle of it.
///
/// ```
/// factory                       the program's events
/// comes to the point ─────────► may begin
/// is held                       begin; return, or wait for the factory themselves
/// goes on ◄──────────────────── are over, or have begun a while ago
/// ```
final class Gate: Sendable {
  private struct State {
    var reached = false
    var began: UInt64?
    var isOver = false
  }

  /// Nil if nothing is held.
  let point: Point?
  /// The run is held until its task is cancelled.
  let untilCancelled: Bool
  /// How long a run is held after the events began, in nanoseconds.
  private let hold: UInt64
  private let state = Locked(State())
  /// For how long a run is held if no event begins, and how long one may take to be told of its cancellation, in nanoseconds.
  private static let longest: UInt64 = 15_000_000_000

  init(_ point: Point?, hold: UInt64, untilCancelled: Bool) {
    self.point = point
    self.hold = hold
    self.untilCancelled = untilCancelled
  }

  var isReached: Bool { point == nil || state.withLock { $0.reached } }

  func begin() { state.withLock { $0.began = $0.began ?? MonotonicClock.now() } }
  func end() { state.withLock { $0.isOver = true } }

  /// Whether the caller is the one to be held.
  private func enter(_ point: Point) -> Bool {
    guard point == self.point else { return false }
    return state.withLock { state in
      if state.isOver { return false }
      defer { state.reached = true }
      return !state.reached
    }
  }

  private func isOpen(since start: UInt64) -> Bool {
    let now = MonotonicClock.now()
    return state.withLock { state in
      state.isOver || now - start > Self.longest || state.began.map { now > $0 && now - $0 > hold } ?? false
    }
  }

  /// Holds a synchronous run.
  func pass(_ point: Point) {
    guard enter(point) else { return }
    let start = MonotonicClock.now()
    while !isOpen(since: start) { MonotonicClock.pauseThread(microseconds: 200) }
  }

  /// Holds an asynchronous run; answers false if it was to be told of its cancellation and was not.
  ///
  /// - Parameter isWanted: whether a caller that no event cancels waits for it.
  func passLater(_ point: Point, isWanted: () -> Bool) async -> Bool {
    guard enter(point) else { return true }
    let start = MonotonicClock.now()
    if untilCancelled {
      while !Task.isCancelled {
        if isWanted() { return true }
        if MonotonicClock.now() - start > Self.longest { return false }
        await Self.delay()
      }
      return true
    }
    while !isOpen(since: start) { await Self.delay() }
    return true
  }

  /// Waits a moment, also in a task that is cancelled.
  static func delay(microseconds: Int = 300) async {
    await withUnsafeContinuation { (continuation: UnsafeContinuation<Void, Never>) in
      DispatchQueue.global().asyncAfter(deadline: .now() + .microseconds(microseconds)) { continuation.resume() }
    }
  }
}
