package import Foundation
package import HoldfastStress

/// This program, run once more with other arguments, because what it tries may crash or hang.
package struct OwnProgram: Sendable {
  /// How it ended.
  package struct Ending: Sendable {
    package let reason: Process.TerminationReason
    /// Its exit status, or the signal that ended it.
    package let status: Int32
    /// The end of what it wrote to the standard error.
    package let errors: String
  }

  private let arguments: [String]
  private let silence: Double
  private let interrupted: Flag
  /// How often it is looked at, in seconds.
  private static let tick = 0.05

  /// - Parameters:
  ///   - silence: the process is killed when it wrote nothing for so many seconds.
  ///   - interrupted: once it is set, the process is killed.
  package init(_ arguments: [String], silence: Double, interrupted: Flag) {
    self.arguments = arguments
    self.silence = silence
    self.interrupted = interrupted
  }

  /// Runs it to its end, which the calling thread waits for; `take` is given what it writes to the standard output. Nil if it cannot start.
  package func run(_ take: (Data) -> Void) -> Ending? {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: Bundle.main.executablePath ?? CommandLine.arguments[0])
    process.arguments = arguments
    // A crash is an answer; its backtrace would take longer than the run.
    process.environment = ProcessInfo.processInfo.environment.merging(["SWIFT_BACKTRACE": "enable=no"]) { _, new in new }
    let (output, errors) = (Pipe(), Pipe())
    process.standardOutput = output
    process.standardError = errors
    guard (try? process.run()) != nil else { return nil }
    let said = Locked(Data())
    let isRead = DispatchSemaphore(value: 0)
    Thread {
      let data = errors.fileHandleForReading.readDataToEndOfFile()
      said.withLock { $0 = data.suffix(2000) }
      isRead.signal()
    }.start()
    let reads = PaddedCounter()
    let watch = watch(process.processIdentifier, reads)
    while case let data = output.fileHandleForReading.availableData, !data.isEmpty {
      reads.increment()
      take(data)
    }
    process.waitUntilExit()
    watch.cancel()
    // A process that it started itself may keep the standard error open.
    _ = isRead.wait(timeout: .now() + 1)
    return Ending(
      reason: process.terminationReason, status: process.terminationStatus,
      errors: said.withLock { String(decoding: $0, as: UTF8.self) })
  }

  private func watch(_ process: pid_t, _ reads: PaddedCounter) -> any DispatchSourceTimer {
    var watchdog = Watchdog(threshold: UInt64(silence * 1e9), workers: 1, now: MonotonicClock.now())
    let watch = DispatchSource.makeTimerSource()
    watch.schedule(deadline: .now() + Self.tick, repeating: Self.tick)
    watch.setEventHandler { [interrupted] in
      let isSilent = !watchdog.look(at: [Watchdog.Beat(operations: reads.value)], now: MonotonicClock.now()).isEmpty
      if isSilent || interrupted.isSet { kill(process, SIGKILL) }
    }
    watch.resume()
    return watch
  }
}
