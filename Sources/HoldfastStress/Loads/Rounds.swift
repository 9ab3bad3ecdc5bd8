import Holdfast

/// A load in rounds: worker 0, a thread, makes what the round is about, all workers act on it, worker 0 judges it.
///
/// ```
/// worker 0   begin ─┐ act … ─┐ judge, begin ─┐ act …
/// worker 1          │ act …  │               │ act …
/// ```
final class Rounds<Round: Sendable>: Sendable {
  let examination: Examination
  let name: String
  /// Makes the next round; nil ends the worker's part of it.
  private let begin: @Sendable (inout SeededRandom, Int) throws -> Round
  private let act: @Sendable (Round, Worker, Rounds) -> Void
  private let actInTask: @Sendable (Round, Worker, Rounds) async -> Void
  /// Judges a round, on a thread that may block.
  private let end: @Sendable (Round, Rounds) -> Void
  /// What the container of a round is, for a report of what is stuck.
  private let made: @Sendable (Round) -> MadeContainer

  private struct State {
    var round: Round?
    var number = 0
  }

  private let state = Locked(State())
  /// What each worker is asking for.
  private let asked = Locked<[Int: AnyKey]>([:])

  init(
    _ examination: Examination, _ name: String, begin: @escaping @Sendable (inout SeededRandom, Int) throws -> Round,
    made: @escaping @Sendable (Round) -> MadeContainer, act: @escaping @Sendable (Round, Worker, Rounds) -> Void,
    actInTask: @escaping @Sendable (Round, Worker, Rounds) async -> Void, end: @escaping @Sendable (Round, Rounds) -> Void
  ) {
    self.examination = examination
    self.name = name
    self.begin = begin
    self.made = made
    self.act = act
    self.actInTask = actInTask
    self.end = end
  }

  /// The load; its summary is one line for the list.
  func performance(_ setting: Setting) -> Performance {
    var performance = Performance(
      turn: { worker in
        if worker.index == 0 { self.advance(worker, setting.ledger) }
        guard setting.gate.arriveOnThread(last: {}) else { return false }
        if let round = self.state.withLock({ $0.round }) { self.act(round, worker, self) }
        worker.pulse.end()
        return setting.gate.arriveOnThread(last: {})
      },
      turnInTask: { worker in
        guard await setting.gate.arriveInTask(last: {}) else { return false }
        if let round = self.state.withLock({ $0.round }) { await self.actInTask(round, worker, self) }
        worker.pulse.end()
        return await setting.gate.arriveInTask(last: {})
      })
    performance.finish = { self.endRound(setting.ledger) }
    performance.report = {
      let asked = self.asked.withLock { Array($0.values) }
      guard let round = self.state.withLock({ $0.round }) else { return "nothing" }
      Stall(self.examination, self.name).explain(self.made(round), asked: asked)
      return "asked for: " + Set(asked.map(\.description)).sorted().joined(separator: ", ")
    }
    return performance
  }

  private func advance(_ worker: Worker, _ ledger: Ledger) {
    endRound(ledger)
    worker.pulse.end()
    let number = state.withLock { state in
      state.number += 1
      return state.number
    }
    do {
      let round = try begin(&worker.random, number)
      state.withLock { $0.round = round }
    } catch {
      examination.findings.add(.failedFactory, nil, nil, in: name, "a container could not be made: \(error)")
    }
    worker.pulse.end()
  }

  private func endRound(_ ledger: Ledger) {
    let round = state.withLock { state in
      defer { state.round = nil }
      return state.round
    }
    guard let round else { return }
    end(round, self)
    ledger.noteBuilds(UInt64(made(round).log.builds))
  }

  // MARK: Asking

  /// Asks on a thread, timed and watched; nil if there is no answer that says anything.
  func ask(_ target: Target, _ resolver: any Resolver & Sendable, by worker: Worker) -> Attempt<Answer> {
    asked.withLock { $0[worker.index] = target.key }
    defer { asked.withLock { $0[worker.index] = nil } }
    let start = MonotonicClock.now()
    let attempt: Attempt<Answer>
    do { attempt = .done(try target.asking.now(resolver)) } catch { attempt = .failed(error) }
    worker.took(MonotonicClock.now() &- start)
    worker.pulse.end()
    return attempt
  }

  /// Asks in a task, timed and watched.
  func askInTask(_ target: Target, _ resolver: any Resolver & Sendable, by worker: Worker) async -> Attempt<Answer> {
    asked.withLock { $0[worker.index] = target.key }
    defer { asked.withLock { $0[worker.index] = nil } }
    let start = MonotonicClock.now()
    let attempt: Attempt<Answer>
    do { attempt = .done(try await target.asking.inTask(resolver)) } catch { attempt = .failed(error) }
    worker.took(MonotonicClock.now() &- start)
    worker.pulse.end()
    return attempt
  }

  /// What is being asked for right now.
  var underway: [AnyKey] { asked.withLock { Array($0.values) } }

  /// Notes an error that has no reason.
  func report(_ error: any Error, _ target: Target, allowing codes: Set<ResolutionError.Code> = []) {
    if Examination.isTooEarly(error) || examination.isLate(target.key)
      || codes.contains((error as? ResolutionError)?.code ?? .factoryFailed)
    {
      return
    }
    let key = Examination.culprit(of: error, asked: target.key)
    examination.findings.add(
      .failedFactory, key, examination.target(key)?.node.site, in: name,
      "it cannot be built while others are asked for at the same time, although it could alone: \(Examination.text(error))")
  }
}

/// A container that workers ask at the same time, and what they were given.
final class SharedRound: Sendable {
  let made: MadeContainer
  /// What this round asks for.
  let targets: [Target]
  private let first = Locked<[AnyKey: Answer]>([:])

  init(_ made: MadeContainer, _ targets: [Target]) {
    self.made = made
    self.targets = targets
  }

  /// Compares an answer with the first one to the same key; keeps that, so that no other object can have its address.
  func settle(_ target: Target, _ answer: Answer, _ findings: Findings, in workload: String) {
    guard target.isShared, answer.object != nil else { return }
    let other = first.withLock { first in
      if first[target.key] == nil { first[target.key] = answer }
      return first[target.key]?.identity
    }
    if let other, other != answer.identity {
      findings.add(.notOnce, target, in: workload, "two callers of one container were given two objects")
    }
  }

  /// No shared value was built more than once.
  func checkOnce(_ findings: Findings, in workload: String) {
    let entries = made.log.entries
    for target in targets where target.isShared && !target.isExisting {
      if let entry = entries[target.key], entry.built > 1 {
        findings.add(.notOnce, target, in: workload, "it was built \(entry.built) times in one container")
      }
    }
  }

  func forget() { first.withLock { $0 = [:] } }
}
