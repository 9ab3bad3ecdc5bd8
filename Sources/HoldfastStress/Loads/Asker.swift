import Holdfast

/// Asks for keys in the place of workers: timed, and noted, so that a stall says what was asked for.
final class Asker: Sendable {
  private let examination: Examination
  private let workload: String
  /// What each worker is asking for.
  private let asked = Locked<[Int: AnyKey]>([:])

  init(_ examination: Examination, _ workload: String) {
    self.examination = examination
    self.workload = workload
  }

  /// Asks on the worker's thread.
  func ask(_ target: Target, _ resolver: any Resolver & Sendable, by worker: Worker) -> Result<Answer, any Error> {
    let start = begin(target, worker)
    let result: Result<Answer, any Error>
    do { result = .success(try target.asking.now(resolver)) } catch { result = .failure(error) }
    end(worker, since: start)
    return result
  }

  /// Asks in the worker's task.
  func askInTask(_ target: Target, _ resolver: any Resolver & Sendable, by worker: Worker) async -> Result<Answer, any Error> {
    let start = begin(target, worker)
    let result: Result<Answer, any Error>
    do { result = .success(try await target.asking.inTask(resolver)) } catch { result = .failure(error) }
    end(worker, since: start)
    return result
  }

  private func begin(_ target: Target, _ worker: Worker) -> UInt64 {
    asked.withLock { $0[worker.index] = target.key }
    return MonotonicClock.now()
  }

  private func end(_ worker: Worker, since start: UInt64) {
    worker.took(MonotonicClock.now() &- start)
    worker.pulse.end()
    asked.withLock { $0[worker.index] = nil }
  }

  /// Finds out what is stuck in a container, and answers what is asked for.
  func explainStall(in made: MadeContainer) -> String {
    let asked = asked.withLock { Array($0.values) }
    Stall(examination, workload).explain(made, asked: asked)
    return "asked for: " + Set(asked.map(\.description)).sorted().joined(separator: ", ")
  }

  /// Notes an error that has no reason.
  func report(_ error: any Error, _ target: Target, allowing codes: Set<ResolutionError.Code> = []) {
    if Examination.isTooEarly(error) || examination.isLate(target.key) { return }
    if let code = (error as? ResolutionError)?.code, codes.contains(code) { return }
    examination.add(
      .failedFactory, Examination.culprit(of: error, asked: target.key), in: workload,
      "it cannot be built while others are asked for at the same time, although it could alone: \(Examination.text(error))")
  }
}
