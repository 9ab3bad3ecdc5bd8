import HoldfastStress
import Searching

/// A program that broke a promise, and its first run that did.
struct BrokenProgram {
  let program: Program
  let line: Line
  /// How often a smaller program is tried, and for how long, in seconds.
  private static let times = 40, seconds = 1.5

  /// The same without the parts that it breaks the promise without.
  func smallest(_ kind: Problem.Kind, _ options: CrossingsOptions, until end: UInt64) -> BrokenProgram {
    let shrinker = Shrinker(until: end, smaller: \.candidates) { candidate -> BrokenProgram? in
      var options = options
      options.programs = [candidate.program.id]
      options.seed = candidate.seed
      options.times = Self.times
      options.seconds = Self.seconds
      let supervisor = Supervisor(options, [candidate.program])
      supervisor.run(processes: 1)
      return supervisor.tally.withLock { $0.first[0]?[kind] }.map { BrokenProgram(program: candidate.program, line: $0) }
    }
    return shrinker.shrink(self)
  }

  /// It without one part, to be run with the same seed; a chain keeps one thing.
  private var candidates: [(program: Program, seed: UInt64)] {
    let events = program.events.indices.map { Program(program.chain, program.events.without($0)) }
    let things = program.chain.count < 2 ? [] : program.chain.indices.map { Program(program.chain.without($0), program.events) }
    return (events + things).map { ($0, line.seed) }
  }
}

extension Array {
  fileprivate func without(_ index: Int) -> Self {
    var rest = self
    rest.remove(at: index)
    return rest
  }
}
