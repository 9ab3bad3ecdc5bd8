/// The life of one cell as a pure value: events go in, decisions come out, nothing happens here.
///
/// ```
///            arrive              constructed            published
///    idle ──────────► building ─────────────► injecting ─────────► ready
///      ▲                 │ │ built                │ failed           ▲ │ expired (weak instances)
///      │                 │ └──────────────────────┼──────────────────┘ │
///      │                 │ failed, abandoned      │                    │
///      └─────────────────┴────────────────────────┴────────────────────┘
/// ```
package struct OnceMachine<Attempt: Equatable, Instance, Waiter: Equatable> {
  package enum State {
    /// Nothing is here and nobody builds it.
    case idle
    /// The factory runs, and nobody waits for it: what most builds are, so that they need no memory for waiters.
    case building(Attempt)
    /// The factory runs, and somebody waits.
    indirect case awaited(Attempt, waiters: [Waiter])  // indirect: cells are many, builds in flight are few
    /// The instance exists; its injectors run, and only its own resolution sees it.
    indirect case injecting(Attempt, Instance, waiters: [Waiter])
    /// Everybody sees the instance.
    case ready(Instance)
  }

  package private(set) var state: State = .idle

  package init() {}

  // MARK: Events

  package enum Arrival {
    /// The cell was idle: the attempt just given is now building it.
    case build(Attempt)
    /// Somebody builds it already.
    case join(Attempt)
    case take(Instance)
  }

  /// Somebody needs the instance; `attempt` is made only when they are the one to build it.
  package mutating func arrive(_ attempt: () -> Attempt) -> Arrival {
    switch state {
    case .idle:
      let attempt = attempt()
      state = .building(attempt)
      return .build(attempt)
    case .building(let attempt), .awaited(let attempt, _), .injecting(let attempt, _, _): return .join(attempt)
    case .ready(let instance): return .take(instance)
    }
  }

  /// Somebody decided to wait for the build in flight. Answers false when there is none.
  package mutating func join(_ waiter: Waiter) -> Bool {
    switch state {
    case .building(let attempt): state = .awaited(attempt, waiters: [waiter])
    case .awaited(let attempt, var waiters):
      state = .idle  // so that the array is moved, not copied
      waiters.append(waiter)
      state = .awaited(attempt, waiters: waiters)
    case .injecting(let attempt, let instance, var waiters):
      state = .idle
      waiters.append(waiter)
      state = .injecting(attempt, instance, waiters: waiters)
    case .idle, .ready: return false
    }
    return true
  }

  package enum Departure: Equatable {
    /// The waiter left; others remain, or the build does not depend on them.
    case left
    /// The waiter left and it was the last one.
    case leftEmpty
    /// It was not waiting (any more): its outcome is on its way.
    case unknown
  }

  /// A waiter gives up.
  package mutating func leave(_ waiter: Waiter) -> Departure {
    switch state {
    case .awaited(let attempt, var waiters):
      guard let index = waiters.firstIndex(of: waiter) else { return .unknown }
      state = .idle
      waiters.swapAt(index, waiters.endIndex - 1)
      waiters.removeLast()
      state = waiters.isEmpty ? .building(attempt) : .awaited(attempt, waiters: waiters)
      return waiters.isEmpty ? .leftEmpty : .left
    case .injecting(let attempt, let instance, var waiters):
      guard let index = waiters.firstIndex(of: waiter) else { return .unknown }
      state = .idle
      waiters.swapAt(index, waiters.endIndex - 1)
      waiters.removeLast()
      state = .injecting(attempt, instance, waiters: waiters)
      return waiters.isEmpty ? .leftEmpty : .left
    case .idle, .building, .ready: return .unknown
    }
  }

  /// The factory of `attempt` returned. Answers false when that attempt is not the one in flight (any more): its instance is to be disposed.
  package mutating func constructed(_ attempt: Attempt, _ instance: Instance) -> Bool {
    guard let waiters = waiters(forFactoryOf: attempt) else { return false }
    state = .injecting(attempt, instance, waiters: waiters)
    return true
  }

  /// The factory of `attempt` returned, and nothing is to be injected: everybody sees the instance. Returns the waiters to wake; nil when that
  /// attempt is not the one in flight (any more): its instance is to be disposed.
  package mutating func built(_ attempt: Attempt, _ instance: Instance) -> [Waiter]? {
    guard let waiters = waiters(forFactoryOf: attempt) else { return nil }
    state = .ready(instance)
    return waiters
  }

  /// Who waits while the factory of `attempt` runs; nil when it is not the one in flight.
  private func waiters(forFactoryOf attempt: Attempt) -> [Waiter]? {
    switch state {
    case .building(attempt): []
    case .awaited(attempt, let waiters): waiters
    case .idle, .building, .awaited, .injecting, .ready: nil
    }
  }

  /// Takes the waiters that may see the injected instance before it is published (members of its injection group).
  package mutating func releaseEarly(_ attempt: Attempt, where isMember: (Waiter) -> Bool) -> [Waiter] {
    guard case .injecting(attempt, let instance, var waiters) = state else { return [] }
    state = .idle
    let split = waiters.partition(by: isMember)
    let released = Array(waiters[split...])
    waiters.removeSubrange(split...)
    state = .injecting(attempt, instance, waiters: waiters)
    return released
  }

  /// The injectors of `attempt`, and of everything it is in a cycle with, are done. Returns the waiters to wake; nil when the attempt is not in flight.
  package mutating func published(_ attempt: Attempt) -> (instance: Instance, wake: [Waiter])? {
    guard case .injecting(attempt, let instance, let waiters) = state else { return nil }
    state = .ready(instance)
    return (instance, waiters)
  }

  /// `attempt` failed or was abandoned: the cell is empty again. Returns the waiters to wake; nil when the attempt is not in flight.
  package mutating func failed(_ attempt: Attempt) -> [Waiter]? {
    switch state {
    case .building(attempt):
      state = .idle
      return []
    case .awaited(attempt, let waiters), .injecting(attempt, _, let waiters):
      state = .idle
      return waiters
    case .idle, .building, .awaited, .injecting, .ready: return nil
    }
  }

  /// The weakly held instance died. Answers true when the cell still held that one.
  package mutating func expired(where isDead: (Instance) -> Bool) -> Bool {
    guard case .ready(let instance) = state, isDead(instance) else { return false }
    state = .idle
    return true
  }

  /// An instance that was made elsewhere takes its place. Answers false when the cell is not idle.
  package mutating func fill(_ instance: Instance) -> Bool {
    guard case .idle = state else { return false }
    state = .ready(instance)
    return true
  }

  // MARK: Looking

  package var attempt: Attempt? {
    switch state {
    case .building(let attempt), .awaited(let attempt, _), .injecting(let attempt, _, _): attempt
    case .idle, .ready: nil
    }
  }

  package var instance: Instance? {
    if case .ready(let instance) = state { instance } else { nil }
  }

  package var waiters: [Waiter] {
    switch state {
    case .awaited(_, let waiters), .injecting(_, _, let waiters): waiters
    case .idle, .building, .ready: []
    }
  }
}
