import HoldfastStress

/// What is known of all programs.
struct Tally: Sendable {
  /// How many runs of each program held.
  var held: [Int]
  /// How many did not.
  var failed: [Int]
  /// The first run of a program that broke a promise, for each kind of promise.
  var first: [Int: [Problem.Kind: Line]] = [:]

  /// Programs with more orders than there was time for.
  var incomplete: Set<Int> = []

  init(programs: Int) {
    held = Array(repeating: 0, count: programs)
    failed = held
  }

  mutating func take(_ line: Line) {
    guard let problems = line.problems else { return }
    held[line.number] += problems.isEmpty ? line.schedules ?? 1 : (line.schedules ?? 1) - 1
    failed[line.number] += problems.isEmpty ? 0 : 1
    if line.isComplete == false { incomplete.insert(line.number) }
    for problem in problems where first[line.number]?[problem.kind] == nil {
      var one = line
      one.problems = [problem]
      first[line.number, default: [:]][problem.kind] = one
    }
  }

  /// How many programs ran.
  var programs: Int { held.indices.count { held[$0] + failed[$0] > 0 } }

  var schedules: Int { held.reduce(0, +) + failed.reduce(0, +) }
}
