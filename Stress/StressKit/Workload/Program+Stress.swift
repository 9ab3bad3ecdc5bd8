package import HoldfastStress

extension Program {
  /// The command `stress`: the catalogue's workloads on Holdfast's container.
  package static let stress = Program(
    name: "stress", summary: "Puts a Holdfast container under load from threads and tasks, and checks what must hold.",
    menu: Catalogue.all.map { ($0.name, $0.summary) },
    run: { options, interrupted in
      let chosen = options.workloads.isEmpty ? Catalogue.all : options.workloads.compactMap(Catalogue.workload(named:))
      return StressRun(
        chosen.map { $0.load(on: { HoldfastSubject() }) }, plan: options.plan(), seconds: options.seconds, interrupted: interrupted)
    },
    selfTest: { options, console in
      let test = SelfTest(threads: options.threads, tasks: options.tasks, seed: options.seed)
      console.line("seed \(options.seed), \(options.threads) threads and \(options.tasks) tasks")
      let findings = test.run { console.line($0.line) }
      let missed = findings.filter { !$0.isAsExpected }
      console.line("")
      for line in SelfTest.table(of: findings) { console.line(line) }
      console.line(missed.isEmpty ? "every broken container was caught, and the sound one was not" : "\(missed.count) not as expected")
      return StressCommand.Ending(status: missed.isEmpty ? 0 : 1, leavesThreads: findings.contains { $0.report.stall != nil })
    })
}
