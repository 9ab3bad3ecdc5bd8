package import HoldfastStress

extension SubjectWorkload {
  /// This workload on the containers that `makeSubject` makes, one for each run.
  package static func load(on makeSubject: @escaping @Sendable () -> any StressSubject) -> Load {
    Load(name: name, summary: summary, countsObjects: true) { setting in
      let workload = Self(setting)
      let stage = Stage(subject: makeSubject(), setting: setting)
      setting.ledger.expectSuccess("preparing \(name)") { try workload.prepare(stage.subject) }
      var performance = Performance(
        turn: { workload.turn($0, on: stage) }, turnInTask: { await workload.turnInTask($0, on: stage) })
      performance.finish = { workload.finish(stage.subject) }
      performance.report = { stage.subject.report }
      performance.abandon = { stage.subject.abandon() }
      return performance
    }
  }
}

extension Runner {
  /// Runs a workload for about this long on the containers that `makeSubject` makes.
  package func run<W: SubjectWorkload>(
    _ type: W.Type, seconds: Double, on makeSubject: @escaping @Sendable () -> any StressSubject, progress: (Progress) -> Void = { _ in }
  ) -> WorkloadReport {
    run(type.load(on: makeSubject), seconds: seconds, progress: progress)
  }
}
