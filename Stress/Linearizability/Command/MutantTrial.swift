#if Exploration
  import Foundation
  import HoldfastStress
  import OnceKernel
  import Searching

  /// Runs the check with mutants of publication, each in a process of its own, because a mutant may crash or hang.
  struct MutantTrial {
    let threads: Int
    let keys: Int
    let seed: UInt64
    /// What each mutant gets.
    let seconds: Double
    let interrupted: Flag
    /// How much longer than its time a run may take, in seconds, before it counts as hanging.
    private static let patience = 5.0

    /// Runs all of them, then the code without a mutant; `tell` is called after each.
    func run(_ tell: (MutantReport.Entry) -> Void) -> MutantReport {
      let hunt = DefectHunt(Mutant.all(in: .publication).map(Optional.some) + [nil], interrupted: interrupted)
      return MutantReport(seed: seed, mutants: hunt.run(tell: tell, look))
    }

    private func look(at mutant: Mutant?) -> MutantReport.Entry {
      let begin = MonotonicClock.now()
      let outcome = outcome(of: mutant)
      return MutantReport.Entry(
        name: mutant?.name ?? MutantReport.sound, defect: mutant?.defect ?? "", caught: outcome != nil, by: outcome ?? "",
        seconds: MonotonicClock.seconds(since: begin))
    }

    /// What caught it; nil if nothing did.
    private func outcome(of mutant: Mutant?) -> String? {
      let program = OwnProgram(
        ["--seed", "\(seed)", "--threads", "\(threads)", "--keys", "\(keys)", "--seconds", "\(seconds)"],
        environment: ["HOLDFAST_MUTANT": mutant?.name], limit: seconds + Self.patience, interrupted: interrupted)
      var output = Data()
      guard let ending = program.run({ output += $0 }), !interrupted.isSet else { return nil }
      if ending.hung { return "hang" }
      if ending.reason == .uncaughtSignal { return "crash" }
      guard ending.status == 1 else { return nil }
      let text = String(decoding: output, as: UTF8.self)
      return Rule.allCases.first { text.contains("not \($0):") }?.rawValue ?? "failure"
    }
  }
#endif
