import Holdfast

/// Scopes opened and ended side by side in one container.
final class ScopeLoad: Sendable {
  private let examination: Examination
  private let made: MadeContainer
  private let targets: [Target]
  private let rounds: Rounds<SharedRound>
  private static let name = "scopes"

  init(_ examination: Examination) throws {
    self.examination = examination
    let made = try MadeContainer(examination)
    self.made = made
    targets = examination.targets.filter(\.needsScope)
    rounds = Rounds(
      examination, Self.name, begin: { _, _ in SharedRound(made, []) }, made: { $0.made }, act: { _, _, _ in }, actInTask: { _, _, _ in },
      end: { _, _ in })
  }

  func performance(_ setting: Setting) -> Performance {
    var performance = Performance(
      turn: { worker in
        if self.targets.isEmpty { return self.leave(worker) }
        let again = Blocking.run { await self.visit(worker) }
        worker.pulse.end()
        return again
      },
      turnInTask: { worker in
        if self.targets.isEmpty { return self.leave(worker) }
        let again = await self.visit(worker)
        worker.pulse.end()
        return again
      })
    performance.finish = {
      Aftermath(self.examination, Self.name).shutDown(self.made, overlapping: true)
      setting.ledger.noteBuilds(UInt64(self.made.log.builds))
    }
    performance.report = {
      Stall(self.examination, Self.name).explain(self.made, asked: self.rounds.underway)
      return "\(self.made.container.openScopes) scopes are open"
    }
    return performance
  }

  private func leave(_ worker: Worker) -> Bool {
    worker.took(0)
    return false
  }

  /// Two scopes, each asked twice: one object in each, not the same in both.
  private func visit(_ worker: Worker) async -> Bool {
    let (first, second) = (await answers(worker), await answers(worker))
    return first && second
  }

  private func answers(_ worker: Worker) async -> Bool {
    let findings = examination.findings
    do {
      let scopes = try examination.openScopes(made.container)
      for target in targets.shuffled(using: &worker.random) where !findings.isExcluded(target.key) {
        let scope = scopes.last { target.scopeKind == nil || $0.kind == target.scopeKind } ?? scopes[scopes.count - 1]
        let (first, second) = (await rounds.askInTask(target, scope, by: worker), await rounds.askInTask(target, scope, by: worker))
        switch (first, second) {
        case (.done(let first), .done(let second)):
          if first.identity != second.identity, !target.takesArguments {
            findings.add(.notOnce, target, in: Self.name, "one scope handed out two objects")
          }
        case (.failed(let error), _), (_, .failed(let error)): rounds.report(error, target, allowing: [.notSeeded])
        case (.stuck, _), (_, .stuck): break
        }
      }
      await Examination.end(scopes)
      return true
    } catch {
      findings.note("no scope could be opened: \(Examination.text(error))")
      return false
    }
  }
}
