import Foundation
import HoldfastStress
import Searching

/// Runs programs in child processes, so that a program that hangs or traps ends none of the others.
final class Supervisor: Sendable {
  private let options: CrossingsOptions
  private let programs: [Program]
  let tally: Locked<Tally>
  /// Set at the first violation of a run that ends with it: every child is killed then.
  private let isOver = Flag()
  /// For how long a child may say nothing, in seconds.
  private static let silence = 60.0

  init(_ options: CrossingsOptions, _ programs: [Program]) {
    self.options = options
    self.programs = programs
    tally = Locked(Tally(programs: programs.count))
  }

  /// Runs until every program ran once and the time is over; every second `progress` is told how many programs and schedules ran.
  func run(processes: Int, progress: (_ programs: Int, _ schedules: Int) -> Void = { _, _ in }) {
    let end = MonotonicClock.now() + UInt64(options.seconds * 1e9)
    let threads = ThreadGroup(processes) { share in
      var from = 0
      while let next = self.child(share, of: processes, from: from, until: end) { from = next }
    }
    while !threads.wait(seconds: 1) {
      let (ran, schedules) = tally.withLock { ($0.programs, $0.schedules) }
      progress(ran, schedules)
    }
  }

  /// Runs one child to its end; answers the run to go on with, or nil if the share is through.
  private func child(_ share: Int, of count: Int, from: Int, until end: UInt64) -> Int? {
    let program = OwnProgram(words(share, of: count, from: from, until: end), silence: Self.silence, interrupted: isOver)
    var reading = Reading()
    guard let ending = program.run({ for line in reading.lines(in: $0) { take(line) } }), !isOver.isSet else { return nil }
    guard let open = reading.open else { return ending.status == 3 ? from + reading.runs : nil }
    let said = ending.errors.split(separator: "\n").first.map { ": \($0)" } ?? ""
    let how = "\(ending.reason == .uncaughtSignal ? "signal" : "status") \(ending.status)"
    var ended = open
    ended.problems = [Problem(kind: .answered, text: "the process ended with \(how)\(said)")]
    take(ended)
    return isOver.isSet ? nil : from + reading.runs + 1
  }

  private func take(_ line: Line) {
    if isOver.isSet { return }
    tally.withLock { $0.take(line) }
    if options.untilFirst, line.problems?.isEmpty == false { isOver.set() }
  }

  /// The command line of a child.
  private func words(_ share: Int, of count: Int, from: Int, until end: UInt64) -> [String] {
    let now = MonotonicClock.now()
    let left = max(0.001, now < end ? Double(end - now) / 1e9 : 0)
    var words = ["--worker", "\(share)/\(count)/\(from)", "--seed", "\(options.seed)", "--seconds", "\(left)"]
    if options.times < .max { words += ["--times", "\(options.times)"] }
    if options.isFull { words += ["--full"] }
    if options.orders { words += ["--orders"] }
    if !options.only.isEmpty { words += ["--only", options.only.joined(separator: ",")] }
    for program in options.programs { words += ["--program", program] }
    return words
  }
}

/// What is known of a child from what it wrote.
private struct Reading {
  private var rest = Data()
  private var last: Line?
  private var ended = 0
  /// The run that has begun and not ended.
  private(set) var open: Line?

  /// How many runs ended; the one that is open may have ended in another mode already, and does not count.
  var runs: Int {
    guard let open, let last, (open.number, open.seed) == (last.number, last.seed) else { return ended }
    return ended - 1
  }

  /// Takes in what it wrote; answers the lines of runs that ended.
  mutating func lines(in data: Data) -> [Line] {
    rest += data
    var lines: [Line] = []
    while let index = rest.firstIndex(of: 10) {
      let text = rest[rest.startIndex..<index]
      rest = Data(rest[(index + 1)...])
      guard let line = try? JSONDecoder().decode(Line.self, from: text) else { continue }
      open = line.problems == nil ? line : nil
      guard line.problems != nil else { continue }
      if last.map({ ($0.number, $0.seed) != (line.number, line.seed) }) ?? true { ended += 1 }
      last = line
      lines.append(line)
    }
    return lines
  }
}
