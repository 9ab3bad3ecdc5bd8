import Holdfast
import HoldfastDiagnostics
import Synchronization

/// What a factory needs fails once; nothing may be kept of the attempt, and the next one has to succeed.
///
/// A decorator in an override layer throws the first time that the dependency is built: its factory has run, and the factory that asked for it gets
/// an error, as when a server does not answer.
final class FailingLoad: Sendable {
  private let examination: Examination
  private let edges: [(from: Target, to: Target)]
  private let next = Atomic<Int>(0)
  private let name = "failing"

  init(_ examination: Examination) throws {
    self.examination = examination
    var random = SeededRandom(seed: examination.seed, name: name, number: 0)
    let targets = examination.targets.filter { !$0.takesArguments && !$0.isExisting && !$0.node.isOnMainActor }
    let known = Dictionary(targets.map { ($0.key, $0) }, uniquingKeysWith: { first, _ in first })
    edges = targets.filter { !$0.needsScope }.flatMap { from in
      (examination.edges[from.key] ?? []).compactMap { need in known[need].map { (from, $0) } }
    }.filter { !$0.1.needsScope }.shuffled(using: &random)
  }

  func performance(_ ledger: Ledger) -> Performance {
    Performance(
      turn: { worker in self.turn(worker, ledger) },
      turnInTask: { worker in
        // Each factory is tried alone: the threads do it, and the tasks leave.
        worker.took(0)
        return false
      })
  }

  private func turn(_ worker: Worker, _ ledger: Ledger) -> Bool {
    guard !edges.isEmpty else {
      worker.took(0)
      return false
    }
    // Relaxed: a count.
    let (from, to) = edges[next.add(1, ordering: .relaxed).oldValue % edges.count]
    let start = MonotonicClock.now()
    if !examination.findings.isExcluded(from.key), !examination.findings.isExcluded(to.key) { fail(to, of: from, ledger) }
    worker.took(MonotonicClock.now() &- start)
    worker.pulse.end()
    return true
  }

  private func fail(_ need: Target, of target: Target, _ ledger: Ledger) {
    let findings = examination.findings
    let hasFailed = Flag()
    guard let made = try? MadeContainer(examination, extra: { Self.decorate(need.key.type, hasFailed, in: $0) }) else { return }
    let ask = { [examination] in
      examination.patience.inTask(examination.limit) { try await target.asking.inTask(made.container) }
    }
    if case .failed(let error) = ask(), Self.isPlanned(error) {
      let node = made.container.graph().nodes.first { examination.contributions.common($0.key) == target.key }
      // What a disposer or a task has asked for since was built.
      if target.isShared, node?.hasInstance == true, (made.log.entries[target.key]?.built ?? 0) == 0 {
        findings.add(.keptFailure, target, in: name, "a value is there although its build failed, as \(need.key) did")
      }
      switch ask() {
      case .done: break
      case .stuck: Stall(examination, name).explain(made, asked: [target.key])
      case .failed(let error):
        if Examination.isTooEarly(error) || examination.isLate(target.key) { break }
        let key = Examination.culprit(of: error, asked: target.key)
        examination.add(
          .failedRetry, key, in: name,
          "\(need.key) failed once; the next resolve fails too, although \(need.key) is there: \(Examination.text(error))")
      }
    }
    Aftermath(examination, name).shutDown(made)
    ledger.noteBuilds(UInt64(made.log.builds))
  }

  private struct Planned: Error {}

  private static func decorate<T>(_ type: T.Type, _ hasFailed: Flag, in batch: Batch) {
    batch.decorate(type) { value, _ in
      if hasFailed.setFirst() { throw Planned() }
      return value
    }
  }

  private static func isPlanned(_ error: any Error) -> Bool {
    if error is Planned { return true }
    return (error as? ResolutionError)?.underlying.map(isPlanned) ?? false
  }
}
