extension Options {
  /// What `--help` prints.
  static func help(for program: StressProgram) -> String {
    let selfTest =
      program.selfTest == nil ? "" : "\n  --self-test         run the workloads on broken containers; each must be caught"
    let picture = program.hasStartUp ? "\n  --picture FILE      draw who waits for whom in the start-up, as SVG" : ""
    return """
      \(program.summary)

      usage: \(program.name) [options]

        --list              list the workloads
        --workload NAME     run this workload only; repeat it, or separate names with commas
        --seconds N         length of the whole run, shared among the workloads (20)
        --threads N         worker threads for each workload (twice the processors)
        --tasks N           worker tasks for each workload (twice the processors)
        --stall-after N     seconds without progress of a worker that make a stall (10)
        --seed N            make the same choices as the run that printed this seed
        --json FILE         write the figures as JSON, latencies in nanoseconds; - is the standard output\(picture)\(selfTest)
        --help              print this

      Exit status: 0 if every invariant held, 1 if one did not, 2 for a mistake on the command line, 130 if interrupted and all held.
      """
  }

  /// What `--list` prints.
  static func list(of program: StressProgram) -> [String] {
    let width = program.menu.map { $0.name.count }.max() ?? 0
    return program.menu.map { $0.name + String(repeating: " ", count: width + 2 - $0.name.count) + $0.summary }
  }
}
