import Holdfast
import HoldfastDiagnostics

/// Reads of what is there.
final class HotLoad: Sendable {
  private let examination: Examination
  private let round: SharedRound
  private let asker: Asker
  private let ready: [Target]
  private static let name = "hot-read"

  init(_ examination: Examination) throws {
    self.examination = examination
    let made = try MadeContainer(examination)
    let targets = examination.buildShared(in: made)
    let kept = Dictionary(
      made.container.graph().nodes.map { (examination.contributions.common($0.key), $0.hasInstance) },
      uniquingKeysWith: { first, _ in first })
    ready = targets.filter { kept[$0.key] == true }
    round = SharedRound(made, ready)
    asker = Asker(examination, Self.name)
  }

  func performance() -> Performance {
    var performance = Performance(
      turn: { worker in
        guard let target = self.ready.randomElement(using: &worker.random) else {
          worker.took(0)
          return false
        }
        self.judge(self.asker.ask(target, self.round.made.container, by: worker), target)
        return true
      },
      turnInTask: { worker in
        guard let target = self.ready.randomElement(using: &worker.random) else {
          worker.took(0)
          return false
        }
        self.judge(await self.asker.askInTask(target, self.round.made.container, by: worker), target)
        return true
      })
    performance.finish = {
      self.round.forget()
      Aftermath(self.examination, Self.name).shutDown(self.round.made)
    }
    return performance
  }

  private func judge(_ result: Result<Answer, any Error>, _ target: Target) {
    switch result {
    case .success(let answer): round.settle(target, answer, examination.findings, in: Self.name)
    case .failure(let error): asker.report(error, target)
    }
  }
}
