/// The operations of one thread in the order in which it carried them out; its memory is there before the first.
// unchecked: one thread writes it during a round, others read it after that thread was joined
final class Recorder: @unchecked Sendable {
  private let memory: UnsafeMutableBufferPointer<Operation>
  /// How many were recorded. Guard: its thread, until that was joined.
  private(set) var count = 0
  /// Where each episode began. Guard: as `count`.
  private var episodes: [Int] = []

  init(capacity: Int) {
    memory = .allocate(capacity: capacity)
    // Written once, so that no page is touched for the first time while the clock is read.
    memory.initialize(repeating: Operation(.failed, key: 0, from: 0, to: 0))
  }

  deinit {
    memory.deallocate()
  }

  /// Forgets everything.
  func clear(episodes wanted: Int) {
    count = 0
    episodes.removeAll(keepingCapacity: true)
    episodes.reserveCapacity(wanted)
  }

  func beginEpisode() {
    episodes.append(count)
  }

  @inline(__always)
  func record(_ operation: Operation) {
    memory[count] = operation
    count &+= 1
  }

  /// The operations of one episode; valid until the next `clear`.
  func lane(ofEpisode episode: Int) -> Lane {
    guard episode < episodes.count else { return Lane(rebasing: memory[0..<0]) }
    let end = episode + 1 < episodes.count ? episodes[episode + 1] : count
    return Lane(rebasing: memory[episodes[episode]..<end])
  }
}

/// One thread's operations, one after the other.
typealias Lane = UnsafeBufferPointer<Operation>
