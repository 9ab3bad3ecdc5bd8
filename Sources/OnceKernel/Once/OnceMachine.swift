/// The life of one cell as a pure value: events go in, decisions come out, nothing happens here.
///
/// It has one owner, as copies would share their waiters.
///
/// ```
///            arrive              constructed            published
///    idle ──────────► building ─────────────► injecting ─────────► ready
///      ▲                 │ │ built                │ failed           ▲ │ expired (weak instances)
///      │                 │ └──────────────────────┼──────────────────┘ │
///      │                 │ failed, abandoned      │                    │
///      └─────────────────┴────────────────────────┴────────────────────┘
/// ```
package struct OnceMachine<Attempt: Equatable, Instance, Waiter: ListEntry> {
  package enum State {
    /// Nothing is here and it is not being built.
    case idle
    /// The factory runs, and no caller waits for it: what most builds are, so that they need no memory for waiters.
    case building(Attempt)
    /// The factory runs, and callers wait.
    case awaited(WaiterList<Attempt, Waiter>)
    /// The instance exists; its injectors run, and only its own resolution sees it.
    indirect case injecting(WaiterList<Attempt, Waiter>, Instance)  // indirect: cells are many, builds in flight are few
    /// All callers see the instance.
    case ready(Instance)
  }

  // unkept: an attempt that goes is kept by its end, and has the instance; an instance that expires is kept by the caller of `expired`.
  package private(set) var state: State = .idle

  package init() {}

  // MARK: Events

  package enum Arrival {
    /// The cell was idle: the attempt just given is now building it.
    case build(Attempt)
    /// It is being built already.
    case join(Attempt)
    case take(Instance)
  }

  /// A caller needs the instance; `attempt` is made only when it is the one to build it.
  package mutating func arrive(_ attempt: () -> Attempt) -> Arrival {
    switch state {
    case .idle:
      let attempt = attempt()
      state = .building(attempt)
      return .build(attempt)
    case .building(let attempt): return .join(attempt)
    case .awaited(let list), .injecting(let list, _): return .join(list.attempt)
    case .ready(let instance): return .take(instance)
    }
  }

  /// A caller decided to wait for the build in flight. Answers false when there is none.
  package mutating func join(_ waiter: Waiter) -> Bool {
    switch state {
    case .building(let attempt):
      let list = WaiterList<Attempt, Waiter>(attempt)
      list.add(waiter)
      state = .awaited(list)
    case .awaited(let list), .injecting(let list, _): list.add(waiter)
    case .idle, .ready: return false
    }
    return true
  }

  package enum Departure: Equatable {
    /// The waiter left; others remain, or the build does not depend on them.
    case left
    /// The waiter left and it was the last one.
    case leftEmpty
    /// It was not waiting (any more): its outcome is decided.
    case unknown
  }

  /// A waiter does not want the instance any more.
  package mutating func leave(_ waiter: Waiter) -> Departure {
    switch state {
    case .awaited(let list):
      guard list.remove(waiter) else { return .unknown }
      if !list.waiters.isEmpty { return .left }
      state = .building(list.attempt)
      return .leftEmpty
    case .injecting(let list, _):
      guard list.remove(waiter) else { return .unknown }
      return list.waiters.isEmpty ? .leftEmpty : .left
    case .idle, .building, .ready: return .unknown
    }
  }

  /// The factory of `attempt` returned. Answers false when that attempt is not the one in flight (any more): its instance is to be disposed.
  package mutating func constructed(_ attempt: Attempt, _ instance: Instance) -> Bool {
    guard let list = waiterList(forFactoryOf: attempt) else { return false }
    state = .injecting(list, instance)
    return true
  }

  /// As `built`, if no caller waits. Answers the attempt, which the caller releases outside its guard; nil, and nothing changes, if a caller waits, or
  /// if that attempt is not the one in flight.
  package mutating func builtAlone(_ attempt: Attempt, _ instance: Instance) -> Attempt? {
    guard case .building(attempt) = state, case .building(let left) = exchange(&state, with: .ready(instance)) else { return nil }
    return left
  }

  /// The factory of `attempt` returned, and nothing is to be injected: all callers see the instance. Returns the waiters to wake; nil when that
  /// attempt is not the one in flight (any more): its instance is to be disposed.
  package mutating func built(_ attempt: Attempt, _ instance: Instance) -> [Waiter]? {
    switch state {
    case .building(attempt):
      state = .ready(instance)
      return []
    case .awaited(let list) where list.attempt == attempt:
      state = .ready(instance)
      return list.waiters
    case .idle, .building, .awaited, .injecting, .ready: return nil
    }
  }

  /// The waiters while the factory of `attempt` runs; nil when it is not the one in flight.
  private func waiterList(forFactoryOf attempt: Attempt) -> WaiterList<Attempt, Waiter>? {
    switch state {
    case .building(attempt): WaiterList(attempt)
    case .awaited(let list) where list.attempt == attempt: list
    case .idle, .building, .awaited, .injecting, .ready: nil
    }
  }

  /// Takes the waiters that may see the injected instance before it is published (members of its injection group).
  package mutating func releaseEarly(_ attempt: Attempt, where isMember: (Waiter) -> Bool) -> [Waiter] {
    guard case .injecting(let list, _) = state, list.attempt == attempt else { return [] }
    return list.take(where: isMember)
  }

  /// The injectors of `attempt`, and of everything it is in a cycle with, are done. Returns the waiters to wake; nil when it is not in flight.
  package mutating func published(_ attempt: Attempt) -> (instance: Instance, wake: [Waiter])? {
    guard case .injecting(let list, let instance) = state, list.attempt == attempt else { return nil }
    state = .ready(instance)
    return (instance, list.waiters)
  }

  /// `attempt` failed or was abandoned: the cell is empty again. Returns the waiters to wake; nil when the attempt is not in flight.
  package mutating func failed(_ attempt: Attempt) -> [Waiter]? {
    switch state {
    case .building(attempt):
      state = .idle
      return []
    case .awaited(let list) where list.attempt == attempt, .injecting(let list, _) where list.attempt == attempt:
      state = .idle
      return list.waiters
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
    case .building(let attempt): attempt
    case .awaited(let list), .injecting(let list, _): list.attempt
    case .idle, .ready: nil
    }
  }

  package var isIdle: Bool {
    if case .idle = state { true } else { false }
  }

  package var isReady: Bool {
    if case .ready = state { true } else { false }
  }

  package var instance: Instance? {
    if case .ready(let instance) = state { instance } else { nil }
  }

  package var waiters: [Waiter] {
    switch state {
    case .awaited(let list), .injecting(let list, _): list.waiters
    case .idle, .building, .ready: []
    }
  }
}
