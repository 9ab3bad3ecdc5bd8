extension Options {
  /// What `--help` prints.
  static func help(for program: StressProgram) -> String {
    let selfTest =
      program.selfTest == nil ? "" : "\n  --self-test         run the workloads on broken containers; fail if a defect is not found"
    let picture = program.hasStartUp ? "\n  --picture FILE      write a picture of the start-up as SVG: which factory waits for which" : ""
    return """
      \(program.summary)

      usage: \(program.name) [options]

        --list              list the workloads
        --workload NAME     run only this workload; for several, repeat the option or separate names with commas
        --seconds N         length of the whole run in seconds; the workloads share it (20)
        --threads N         worker threads for each workload (twice the number of processors)
        --tasks N           worker tasks for each workload (twice the number of processors)
        --stall-after N     report a stall when a worker makes no progress for N seconds (10)
        --seed N            make the same random choices as the run that printed this seed
        --json FILE         write the figures as JSON, latencies in nanoseconds; - means standard output\(picture)\(selfTest)
        --help              print this text

      Exit status: 0 if every invariant held, 1 if one was broken, 2 for a mistake on the command line, 130 after Ctrl-C if every invariant held.
      """
  }

  /// What `--list` prints.
  static func list(of program: StressProgram) -> [String] {
    let width = program.menu.map { $0.name.count }.max() ?? 0
    return program.menu.map { $0.name + String(repeating: " ", count: width + 2 - $0.name.count) + $0.summary }
  }
}
