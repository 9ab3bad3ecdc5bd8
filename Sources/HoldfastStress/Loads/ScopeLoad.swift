import Holdfast

/// Scopes opened and ended side by side in one container.
final class ScopeLoad: Sendable {
  private let examination: Examination
  private let made: MadeContainer
  private let targets: [Target]
  private let asker: Asker
  private static let name = "scopes"

  init(_ examination: Examination) throws {
    self.examination = examination
    made = try MadeContainer(examination)
    targets = examination.targets.filter(\.isOfScope)
    // Synchronous factories of scopes may need what is built asynchronously.
    if !targets.isEmpty { examination.buildShared(in: made) }
    asker = Asker(examination, Self.name)
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
      "\(self.asker.explainStall(in: self.made)); \(self.made.container.openScopes) scopes are open"
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
        guard let scope = Examination.scope(of: target, in: scopes) else { continue }
        let (first, second) = (await asker.askInTask(target, scope, by: worker), await asker.askInTask(target, scope, by: worker))
        switch (first, second) {
        case (.success(let first), .success(let second)):
          if first.identity != second.identity, !target.takesArguments {
            findings.add(.notOnce, target, in: Self.name, "one scope handed out two objects")
          }
        case (.failure(let error), _), (_, .failure(let error)): asker.report(error, target, allowing: [.notSeeded])
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
