#if Exploration
  import Foundation
  import OnceKernel
  import HoldfastStress

  /// Runs the check on every mutant of publication, each in a process of its own, because a mutant may crash or hang.
  struct MutantHunt {
    let threads: Int
    let keys: Int
    let seed: UInt64
    /// What each mutant gets.
    let seconds: Double
    let interrupted: Flag

    /// Runs all of them, then the code without a mutant; `tell` is called after each.
    func run(_ tell: (MutantReport.Entry) -> Void) -> MutantReport {
      var entries: [MutantReport.Entry] = []
      for mutant in Mutant.all(in: .publication).map(Optional.some) + [nil] where !interrupted.isSet {
        entries.append(trial(of: mutant))
        tell(entries[entries.count - 1])
      }
      return MutantReport(seed: seed, mutants: entries)
    }

    private func trial(of mutant: Mutant?) -> MutantReport.Entry {
      let begin = MonotonicClock.now()
      let outcome = carryOut(mutant)
      let seconds = Double(MonotonicClock.now() - begin) / 1e9
      return MutantReport.Entry(
        name: mutant?.name ?? MutantReport.sound, defect: mutant?.defect ?? "", caught: outcome != nil, by: outcome ?? "", seconds: seconds)
    }

    /// What caught it; nil if nothing did.
    private func carryOut(_ mutant: Mutant?) -> String? {
      let process = Process()
      process.executableURL = URL(fileURLWithPath: Bundle.main.executablePath ?? CommandLine.arguments[0])
      process.arguments = ["--seed", "\(seed)", "--threads", "\(threads)", "--keys", "\(keys)", "--seconds", "\(seconds)"]
      var environment = ProcessInfo.processInfo.environment
      environment["HOLDFAST_MUTANT"] = mutant?.name
      // A crash is an answer; its backtrace would take longer than the run.
      environment["SWIFT_BACKTRACE"] = "enable=no"
      process.environment = environment
      let output = Pipe()
      process.standardOutput = output
      process.standardError = FileHandle.nullDevice
      do { try process.run() } catch { return nil }
      let end = MonotonicClock.now() + UInt64((seconds + Self.patience) * 1e9)
      var hangs = false
      while process.isRunning {
        if MonotonicClock.now() > end || interrupted.isSet {
          hangs = !interrupted.isSet
          kill(process.processIdentifier, SIGKILL)
          break
        }
        MonotonicClock.pauseThread(microseconds: 5000)
      }
      process.waitUntilExit()
      if hangs { return "hang" }
      if interrupted.isSet { return nil }
      if process.terminationReason == .uncaughtSignal { return "crash" }
      guard process.terminationStatus == 1 else { return nil }
      let text = String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
      return Rule.allCases.first { text.contains("not \($0):") }?.rawValue ?? "failure"
    }

    /// How much longer than its time a run may take, in seconds, before it counts as hanging.
    private static let patience = 5.0
  }
#endif
