/// Where something stands between its beginning and its end, and what is under way in it, as a pure value.
///
/// ```
///            drain                     the last one leaves
///    open ──────────► draining ─────────────────────────────► closed
///                        │    drain, with nothing under way       ▲
///                        └────────────────────────────────────────┘ close, whatever is under way
/// ```
///
/// It has epochs besides: what comes in belongs to the epoch that lasts then. How many are left of which epoch is counted by whatever begins a new one.
package struct LifeState: Sendable, Equatable {
  // Two bits for the state, then the two counts, each of which has room for sixteen million, then the epoch.
  let raw: UInt64

  private static let draining: UInt64 = 1
  private static let closed: UInt64 = 2
  private static let countBits: UInt64 = 24
  private static let limit: UInt64 = 1 << countBits - 1
  private static let epochShift: UInt64 = 2 + 2 * countBits
  /// How many epochs there are until the first one comes again.
  package static let epochs = 1 << (64 - Int(epochShift))

  init(raw: UInt64) {
    self.raw = raw
  }

  /// What may be under way.
  package enum Part: Sendable {
    /// Code that builds something.
    case run
    /// A stretch of work that asks for things now and then.
    case scope

    fileprivate var shift: UInt64 { self == .run ? 2 : 2 + LifeState.countBits }
  }

  package var isOpen: Bool { raw & (Self.draining | Self.closed) == 0 }
  /// True from the beginning of the end on.
  package var isDraining: Bool { raw & Self.draining != 0 }
  /// True once nothing is let in any more.
  package var isClosed: Bool { raw & Self.closed != 0 }

  package func count(of part: Part) -> Int { Int(raw >> part.shift & Self.limit) }

  /// The epoch that lasts, by its number among those that can be told apart.
  package var epoch: UInt16 { UInt16(raw >> Self.epochShift) }

  /// Whether a run or scope may come in: while it drains, only on behalf of what is under way.
  package func admits(served isServed: @autoclosure () -> Bool) -> Bool {
    isOpen || !isClosed && isServed()
  }

  /// The state with one more under way. It must admit it.
  func entered(_ part: Part) -> LifeState { LifeState(raw: raw + 1 << part.shift) }

  /// The state with one less under way.
  func left(_ part: Part) -> LifeState { LifeState(raw: raw - 1 << part.shift).settled }

  var drained: LifeState { LifeState(raw: raw | Self.draining).settled }

  var ended: LifeState { LifeState(raw: raw | Self.draining | Self.closed) }

  /// The state in the next epoch.
  var renewed: LifeState { LifeState(raw: raw &+ 1 << Self.epochShift) }

  /// Closed, if it drains and nothing is under way.
  private var settled: LifeState { raw & (1 << Self.epochShift - 4) == 0 && isDraining ? ended : self }
}

/// The life of something that many enter and leave, and that ends when the last one has left: `LifeState` as one word.
///
/// Count and state change in one step, so that the last to leave closes in that step, and none comes in between.
package final class Life: Sendable {
  // A cache line of its own: readers of what lies beside it must not feel that others come and go. The object's header and what the allocator has in
  // front of each piece of memory lie in that line too, and no reader touches them.
  private let before = (UInt64(0), UInt64(0), UInt64(0), UInt64(0))
  // Not private: explorations wait for its changes.
  let word = AtomicLongWord(0)
  private let after = (UInt64(0), UInt64(0), UInt64(0), UInt64(0), UInt64(0), UInt64(0))

  package init() {}

  package var state: LifeState { LifeState(raw: word.loadSequentiallyConsistent()) }

  /// Counts one more under way, if that is allowed; every `count` that answers true is followed by one `uncount`.
  package func count(_ part: LifeState.Part, served isServed: () -> Bool) -> Bool { counted(part, served: isServed) != nil }

  /// Does as `count` does; answers the epoch in which it was counted, nil if that is not allowed.
  package func counted(_ part: LifeState.Part, served isServed: () -> Bool) -> UInt16? {
    var state = state
    while true {
      guard state.admits(served: isServed()) else { return nil }
      let found = LifeState(raw: word.exchange(state.raw, for: state.entered(part).raw))
      if found == state { return state.epoch }
      state = found
    }
  }

  /// Counts one less under way; answers true if that closed it.
  package func uncount(_ part: LifeState.Part) -> Bool {
    let (old, new) = change { $0.left(part) }
    return new.isClosed && !old.isClosed
  }

  /// Counts one less that came in an epoch, if that still lasts; answers true if that closed it, and nil if the epoch is over.
  package func uncount(_ part: LifeState.Part, of epoch: UInt16) -> Bool? {
    var state = state
    while state.epoch == epoch {
      let new = state.left(part)
      let found = LifeState(raw: word.exchange(state.raw, for: new.raw))
      if found == state { return new.isClosed && !state.isClosed }
      state = found
    }
    return nil
  }

  /// Begins the next epoch; answers the state before. What leaves from then on and came in an earlier epoch finds that it is over.
  package func renew() -> LifeState { change { $0.renewed }.old }

  /// Begins the end; answers true when that closed it, as nothing was under way.
  package func drain() -> Bool {
    let (old, new) = change { $0.drained }
    return new.isClosed && !old.isClosed
  }

  /// Lets nothing in any more, whatever is still under way; answers the state before.
  package func close() -> LifeState { change { $0.ended }.old }

  private func change(_ next: (LifeState) -> LifeState) -> (old: LifeState, new: LifeState) {
    var state = state
    while true {
      let new = next(state)
      let found = LifeState(raw: word.exchange(state.raw, for: new.raw))
      if found == state { return (state, new) }
      state = found
    }
  }
}
