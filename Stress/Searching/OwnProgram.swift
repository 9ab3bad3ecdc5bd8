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
  /// How often it is looked at, in microseconds.
  private static let tick: UInt32 = 50_000

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
    let isOver = Flag()
    watch(process.processIdentifier, reads, until: isOver)
    while case let data = output.fileHandleForReading.availableData, !data.isEmpty {
      reads.increment()
      take(data)
    }
    process.waitUntilExit()
    isOver.set()
    // A process that it started itself may keep the standard error open.
    _ = isRead.wait(timeout: .now() + 1)
    return Ending(
      reason: process.terminationReason, status: process.terminationStatus,
      errors: said.withLock { String(decoding: $0, as: UTF8.self) })
  }

  /// Kills the process when it is silent for too long or is interrupted, on a thread of its own.
  private func watch(_ process: pid_t, _ reads: PaddedCounter, until isOver: Flag) {
    Thread { [silence, interrupted] in
      var watchdog = Watchdog(threshold: UInt64(silence * 1e9), workers: 1, now: MonotonicClock.now())
      while !isOver.isSet {
        let isSilent = !watchdog.look(at: [Watchdog.Beat(operations: reads.value)], now: MonotonicClock.now()).isEmpty
        if isSilent || interrupted.isSet { kill(process, SIGKILL) }
        MonotonicClock.pauseThread(microseconds: Self.tick)
      }
    }.start()
  }
}
