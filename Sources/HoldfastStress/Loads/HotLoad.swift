import Holdfast

/// Reads of what is there.
final class HotLoad: Sendable {
  private let examination: Examination
  private let round: SharedRound
  private let rounds: Rounds<SharedRound>
  private let ready: [Target]
  private static let name = "hot-read"

  init(_ examination: Examination) throws {
    self.examination = examination
    let made = try MadeContainer(examination)
    let targets = examination.targets.filter { $0.isShared && !$0.node.isOnMainActor }
    _ = examination.patience.inTask(examination.limit * 2) {
      for target in targets { _ = try? await target.asking.inTask(made.container) }
    }
    let states = Dictionary(made.container.graph().nodes.map { ($0.key, $0.state) }, uniquingKeysWith: { first, _ in first })
    ready = targets.filter { states[$0.key] == .ready }
    let round = SharedRound(made, ready)
    self.round = round
    rounds = Rounds(
      examination, Self.name, begin: { _, _ in round }, made: { $0.made }, act: { _, _, _ in }, actInTask: { _, _, _ in }, end: { _, _ in })
  }

  func performance() -> Performance {
    var performance = Performance(
      turn: { worker in
        guard let target = self.ready.randomElement(using: &worker.random) else {
          worker.took(0)
          return false
        }
        self.judge(self.rounds.ask(target, self.round.made.container, by: worker), target)
        return true
      },
      turnInTask: { worker in
        guard let target = self.ready.randomElement(using: &worker.random) else {
          worker.took(0)
          return false
        }
        self.judge(await self.rounds.askInTask(target, self.round.made.container, by: worker), target)
        return true
      })
    performance.finish = {
      self.round.forget()
      Aftermath(self.examination, Self.name).shutDown(self.round.made)
    }
    return performance
  }

  private func judge(_ attempt: Attempt<Answer>, _ target: Target) {
    switch attempt {
    case .done(let answer): round.settle(target, answer, examination.findings, in: Self.name)
    case .failed(let error): rounds.report(error, target)
    case .stuck: break
    }
  }
}
