package import HoldfastStress
import Searching

extension StressProgram {
  /// The command `stress`: the workloads that every container gets, here for a small application, and those of the catalogue.
  package static let stress = StressProgram(
    name: "stress", summary: "Puts a Holdfast container under load from threads and tasks, and checks what must hold.",
    menu: StressRun.menu + Catalogue.all.map { ($0.name, $0.summary) },
    run: { options, interrupted in
      let isChosen = { options.workloads.isEmpty || options.workloads.contains($0) }
      let (plan, loads) = (options.plan(), Catalogue.all.map { $0.load() })
      guard StressRun.menu.contains(where: { isChosen($0.name) }) else {
        return StressRun(loads.filter { isChosen($0.name) }, plan: plan, seconds: options.seconds, interrupted: interrupted)
      }
      return StressRun(
        PlantedDefect.root(nil, limits: StressLimits()), others: loads, plan: plan, seconds: options.seconds, interrupted: interrupted,
        isChosen: isChosen)
    },
    selfTest: { options, console in
      let test = SelfTest(threads: options.threads, tasks: options.tasks, seed: options.seed)
      console.line("seed \(options.seed), \(options.threads) threads and \(options.tasks) tasks")
      let findings = test.run { console.line($0.line) }
      let applications = lookAtApplications(options, console)
      let missed = findings.missed.count + applications
      console.line("")
      for line in SelfTest.table(of: findings) { console.line(line) }
      console.line(missed == 0 ? "every broken container and application was caught, and no sound one was" : "\(missed) not as expected")
      // Some of what was broken hangs.
      return CommandEnding(missed == 0 ? 0 : 1, leavesThreads: true)
    })

  /// How many applications were not judged as they should be.
  private static func lookAtApplications(_ options: Options, _ console: Console) -> Int {
    let test = PlantedTest(threads: options.threads, tasks: options.tasks, seed: options.seed)
    do {
      return try MainThread.serving { try test.run { console.line($0.line) } }.missed.count
    } catch {
      console.line("the applications could not be looked at: \(error)")
      return 1
    }
  }
}
