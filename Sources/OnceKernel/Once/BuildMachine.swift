/// The life of one build as a pure value: events go in, and what follows from them can be asked; nothing happens here.
///
/// ```
///    outcome    constructing ──► constructed ──► injected ──► ended: published, failed, abandoned
///                    └───────────────┴────────────────────────────▲
///    code       unclaimed ──► running ⇄ returned
/// ```
///
/// The outcome and the code that makes the instance are apart: a build that is abandoned, or fails with another one, has code that still runs. Code
/// that has returned runs again for a closure that was deferred.
package struct BuildMachine<Instance> {
  package enum Phase {
    /// The factory runs: no caller may see anything.
    case constructing
    /// The instance exists and its injectors run: members of a cycle may see it.
    case constructed(Instance)
    /// Its own injectors are done; members of its group still run theirs.
    case injected(Instance)
    case ended(Outcome)
  }

  package enum Outcome {
    case published
    case failed(any Error)
    /// No caller waited any more; the value, if one comes, is disposed.
    case abandoned
  }

  package enum Code {
    /// It is to run in a task, and neither that task nor another thread has begun it.
    case unclaimed
    case running
    case returned
  }

  /// How far it is, for those that look without the lock.
  package enum Progress: UInt {
    case running
    /// The outcome is known, and nothing may be asked for on its behalf.
    case decided
    /// It failed with another build, and its own code still runs: what that asks for is refused with the error.
    case failedWhileRunning
    /// It is decided, its code has returned, and it has left the list of builds in flight.
    case finished

    package var isDecided: Bool { self != .running }
    /// Whether the code may ask for more: until it is over, and then, of a build that failed with another one, to be told that error.
    package var mayAsk: Bool { self == .running || self == .failedWhileRunning }
  }

  // unkept: the one that has the machine keeps the instance when it ends.
  package private(set) var phase = Phase.constructing
  package private(set) var code: Code  // unkept: nothing is in it
  /// True while the code runs, or is to run, in a task of its own: a thread never waits for it.
  package private(set) var isAsynchronous: Bool
  /// Whether there was an instance before it ended.
  package private(set) var wasConstructed = false
  private var hasLeft = false

  /// - Parameter code: `unclaimed` if a task is to run it that is not there yet.
  package init(_ code: Code, isAsynchronous: Bool) {
    self.code = code
    self.isAsynchronous = isAsynchronous
  }

  // MARK: Events

  /// A thread or task wants to run the code, which exactly one does. Answers false if it may not.
  ///
  /// - Parameter onThisThread: a thread that runs it synchronously, so that from now on the build does not depend on its waiters.
  package mutating func claim(onThisThread: Bool) -> Bool {
    guard case .constructing = phase, code == .unclaimed else { return false }
    code = .running
    if onThisThread { isAsynchronous = false }
    return true
  }

  /// The factory has made the instance.
  package mutating func construct(_ instance: Instance) {
    if case .constructing = phase { phase = .constructed(instance) }
  }

  /// The injectors of the instance are done, or it has none.
  package mutating func inject(_ instance: Instance) {
    switch phase {
    case .constructing, .constructed: phase = .injected(instance)
    case .injected, .ended: break
    }
  }

  /// The outcome is decided; the first one stays.
  package mutating func end(_ outcome: Outcome) {
    if case .ended = phase { return }
    wasConstructed = instance != nil
    phase = .ended(outcome)
  }

  /// The code has returned.
  package mutating func returnCode() { code = .returned }

  /// The code has returned the instance, which all callers see, and nothing else is to be done with it: what most builds end with, in one step.
  package mutating func finish() {
    guard case .constructing = phase else { return }
    (phase, code, hasLeft) = (.ended(.published), .returned, true)
  }

  /// The code goes on for a closure that was deferred.
  package mutating func resumeCode() { code = .running }

  /// It has left the list of builds in flight.
  package mutating func leave() { hasLeft = true }

  // MARK: Looking

  package var progress: Progress {
    if hasLeft { return .finished }
    return switch phase {
    case .constructing, .constructed, .injected: .running
    case .ended(.failed) where code != .returned: .failedWhileRunning
    case .ended: .decided
    }
  }

  /// The instance that members of a cycle may see.
  package var instance: Instance? {
    switch phase {
    case .constructed(let instance), .injected(let instance): instance
    case .constructing, .ended: nil
    }
  }

  package var isConstructing: Bool {
    if case .constructing = phase { true } else { false }
  }

  /// Whether injectors run.
  package var isBeingInjected: Bool {
    if case .constructed = phase { true } else { false }
  }

  /// Whether the injectors are done, and it is not published yet.
  package var isInjected: Bool {
    if case .injected = phase { true } else { false }
  }

  package var isEnded: Bool {
    if case .ended = phase { true } else { false }
  }

  /// The error that it failed with.
  package var failure: (any Error)? {
    if case .ended(.failed(let error)) = phase { error } else { nil }
  }

  /// Whether it is over, and nothing runs for it any more.
  package var mayLeave: Bool { isEnded && code == .returned }
}
