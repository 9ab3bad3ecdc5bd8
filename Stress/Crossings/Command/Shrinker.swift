import HoldfastStress

/// Leaves parts out of a program as long as it still breaks the same promise.
struct Shrinker {
  let options: CrossingsOptions
  /// When it stops, on the monotonic clock.
  let until: UInt64
  /// How often a smaller program is tried, and for how long, in seconds.
  private static let times = 40, seconds = 1.5

  /// The smallest program found, and its first run that broke the promise.
  func shrink(_ program: Program, _ line: Line, _ kind: Problem.Kind) -> (program: Program, line: Line) {
    for smaller in smaller(than: program) where MonotonicClock.now() < until {
      if let found = run(smaller, line.seed, kind) { return shrink(smaller, found, kind) }
    }
    return (program, line)
  }

  private func smaller(than program: Program) -> [Program] {
    let events = program.events.indices.map { index -> Program in
      var rest = program.events
      rest.remove(at: index)
      return Program(program.chain, rest)
    }
    let things =
      program.chain.count < 2
      ? []
      : program.chain.indices.map { index -> Program in
        var rest = program.chain
        rest.remove(at: index)
        return Program(rest, program.events)
      }
    return events + things
  }

  private func run(_ program: Program, _ seed: UInt64, _ kind: Problem.Kind) -> Line? {
    var options = options
    options.program = program.id
    options.seed = seed
    options.times = Self.times
    options.seconds = Self.seconds
    let supervisor = Supervisor(options, [program])
    supervisor.run(processes: 1)
    return supervisor.tally.withLock { $0.first[0]?[kind] }
  }
}
