import OnceKernel

/// Lets replacements of a container take turns.
final class ReplacementTurns: Sendable {
  private let state = Guarded<(isTaken: Bool, waiting: [(number: Int, event: OneTimeEvent)], next: Int)>((false, [], 0))

  /// Waits for its turn, which ends with `leave`; answers false if the task was cancelled meanwhile.
  func enter() async -> Bool {
    let place: (number: Int, event: OneTimeEvent)? = state.withLock { state in
      if !state.isTaken {
        state.isTaken = true
        return nil
      }
      state.next += 1
      let place = (number: state.next, event: OneTimeEvent())
      state.waiting.append(place)
      return place
    }
    guard let place else { return true }
    if await place.event.wait() { return true }
    let isWaiting = state.withLock { state in
      guard let index = state.waiting.firstIndex(where: { $0.number == place.number }) else { return false }
      state.waiting.remove(at: index)
      return true
    }
    // It had its turn already, and passes it on.
    if !isWaiting { leave() }
    return false
  }

  func leave() {
    let next: OneTimeEvent? = state.withLock { state in
      if state.waiting.isEmpty {
        state.isTaken = false
        return nil
      }
      return state.waiting.removeFirst().event
    }
    next?.happen()
  }
}

extension Core {
  /// Those of this container, made at its first replacement.
  var replacementTurns: ReplacementTurns {
    let new = ReplacementTurns()
    return changeRelatives { relatives in
      let turns = relatives.replacementTurns ?? new
      relatives.replacementTurns = turns
      return turns
    }
  }
}
