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
  private let act: @Sendable (Round, Worker, Asker) -> Void
  private let actInTask: @Sendable (Round, Worker, Asker) async -> Void
  /// Judges a round, on a thread that may block.
  private let end: @Sendable (Round) -> Void
  /// What the container of a round is, for a report of what is stuck.
  private let made: @Sendable (Round) -> MadeContainer

  private struct State {
    var round: Round?
    var number = 0
  }

  private let state = Locked(State())
  private let asker: Asker

  init(
    _ examination: Examination, _ name: String, begin: @escaping @Sendable (inout SeededRandom, Int) throws -> Round,
    made: @escaping @Sendable (Round) -> MadeContainer, act: @escaping @Sendable (Round, Worker, Asker) -> Void,
    actInTask: @escaping @Sendable (Round, Worker, Asker) async -> Void, end: @escaping @Sendable (Round) -> Void
  ) {
    self.examination = examination
    self.name = name
    self.begin = begin
    self.made = made
    self.act = act
    self.actInTask = actInTask
    self.end = end
    asker = Asker(examination, name)
  }

  /// What the workers of a run do.
  func performance(_ setting: Setting) -> Performance {
    var performance = Performance(
      turn: { worker in
        if worker.index == 0 { self.advance(worker, setting.ledger) }
        guard setting.gate.arriveOnThread(last: {}) else { return false }
        if let round = self.state.withLock({ $0.round }) { self.act(round, worker, self.asker) }
        worker.pulse.end()
        return setting.gate.arriveOnThread(last: {})
      },
      turnInTask: { worker in
        guard await setting.gate.arriveInTask(last: {}) else { return false }
        if let round = self.state.withLock({ $0.round }) { await self.actInTask(round, worker, self.asker) }
        worker.pulse.end()
        return await setting.gate.arriveInTask(last: {})
      })
    // When the second round begins, all have acted in the first one.
    performance.hasBegun = { self.state.withLock { $0.number > 1 } }
    performance.finish = { self.endRound(setting.ledger) }
    performance.report = {
      guard let round = self.state.withLock({ $0.round }) else { return "nothing" }
      return self.asker.explainStall(in: self.made(round))
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
    end(round)
    ledger.noteBuilds(UInt64(made(round).log.builds))
  }
}
