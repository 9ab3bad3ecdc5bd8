import Foundation
import HoldfastStress

/// Runs programs in child processes, so that a program that hangs or traps ends none of the others.
final class Supervisor: Sendable {
  private let options: CrossingsOptions
  private let programs: [Program]
  let tally: Locked<Tally>
  /// For how long a child may say nothing, in seconds.
  private static let silence = 60.0

  init(_ options: CrossingsOptions, _ programs: [Program]) {
    self.options = options
    self.programs = programs
    tally = Locked(Tally(programs: programs.count))
  }

  /// Runs until every program ran once and the time is over; `progress` is called every second.
  func run(processes: Int, progress: @escaping @Sendable (Tally) -> Void = { _ in }) {
    let group = DispatchGroup()
    let end = MonotonicClock.now() + UInt64(options.seconds * 1e9)
    for share in 0..<processes {
      group.enter()
      Thread {
        var from = 0
        repeat {
          guard let next = self.child(share, of: processes, from: from, until: end) else { break }
          from = next
        } while true
        group.leave()
      }.start()
    }
    while group.wait(timeout: .now() + 1) != .success { progress(tally.withLock { $0 }) }
  }

  /// Runs one child to its end; answers the run to go on with, or nil if the share is through.
  private func child(_ share: Int, of count: Int, from: Int, until end: UInt64) -> Int? {
    let process = process(share, of: count, from: from, until: end)
    let pipe = Pipe()
    process.standardOutput = pipe
    let errors = Pipe()
    process.standardError = errors
    guard (try? process.run()) != nil else { return nil }
    let last = Locked(MonotonicClock.now())
    let watch = DispatchSource.makeTimerSource()
    watch.schedule(deadline: .now() + 1, repeating: 1)
    watch.setEventHandler {
      if last.withLock({ MonotonicClock.now() - $0 > UInt64(Self.silence * 1e9) }) { kill(process.processIdentifier, SIGKILL) }
    }
    watch.resume()
    let text = Locked(Data())
    let reader = Thread {
      let data = errors.fileHandleForReading.readDataToEndOfFile()
      text.withLock { $0 = data.suffix(2000) }
    }
    reader.start()
    let (runs, open) = read(pipe.fileHandleForReading, last)
    process.waitUntilExit()
    watch.cancel()
    if let open {
      MonotonicClock.pauseThread(microseconds: 20_000)
      let said = text.withLock { String(decoding: $0, as: UTF8.self) }.split(separator: "\n").first.map { ": \($0)" } ?? ""
      let how = process.terminationReason == .uncaughtSignal ? "signal \(process.terminationStatus)" : "status \(process.terminationStatus)"
      var ended = open
      ended.problems = [Problem(kind: .answered, text: "the process ended with \(how)\(said)")]
      tally.withLock { $0.take(ended) }
      return from + runs + 1
    }
    return process.terminationStatus == 3 ? from + runs : nil
  }

  /// A child that is not running yet.
  private func process(_ share: Int, of count: Int, from: Int, until end: UInt64) -> Process {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: CommandLine.arguments[0]).absoluteURL
    #if os(Linux)
      process.executableURL = URL(fileURLWithPath: "/proc/self/exe").resolvingSymlinksInPath()
    #endif
    let now = MonotonicClock.now()
    let left = max(0.001, now < end ? Double(end - now) / 1e9 : 0)
    var words = ["--worker", "\(share)/\(count)/\(from)", "--seed", "\(options.seed)", "--seconds", "\(left)"]
    if options.times < .max { words += ["--times", "\(options.times)"] }
    if options.isFull { words += ["--full"] }
    if options.orders { words += ["--orders"] }
    if !options.only.isEmpty { words += ["--only", options.only.joined(separator: ",")] }
    if let program = options.program { words += ["--program", program] }
    process.arguments = words
    process.environment = ProcessInfo.processInfo.environment.merging(["SWIFT_BACKTRACE": "enable=no"]) { $1 }
    return process
  }

  /// Takes a child's lines; answers how many runs ended, and the one that did not.
  private func read(_ handle: FileHandle, _ last: Locked<UInt64>) -> (runs: Int, open: Line?) {
    var rest = Data()
    var runs = 0
    var open: Line?
    var previous: (Int, UInt64)?
    while true {
      let data = handle.availableData
      if data.isEmpty { break }
      last.withLock { $0 = MonotonicClock.now() }
      rest += data
      while let index = rest.firstIndex(of: 10) {
        let line = rest[rest.startIndex..<index]
        rest = Data(rest[(index + 1)...])
        guard let line = try? JSONDecoder().decode(Line.self, from: line) else { continue }
        if line.problems == nil {
          open = line
          continue
        }
        open = nil
        tally.withLock { $0.take(line) }
        if previous.map({ $0 != (line.number, line.seed) }) ?? true { runs += 1 }
        previous = (line.number, line.seed)
      }
    }
    // The one that is open may have ended in another mode already.
    if let open, let previous, previous == (open.number, open.seed) { runs -= 1 }
    return (runs, open)
  }
}
