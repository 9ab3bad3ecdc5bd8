import Holdfast

/// A container that workers ask at the same time, and what they were given.
final class SharedRound: Sendable {
  let made: MadeContainer
  /// What this round asks for.
  let targets: [Target]
  /// Set if builds are cancelled.
  let givesBuildsUp = Flag()
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
