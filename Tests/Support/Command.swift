import Foundation

/// A program that is run to its end, or to the end of its time.
struct Command: Sendable {
  let executable: URL
  let arguments: [String]
  let limit: Duration

  init(_ executable: URL, _ arguments: [String], limit: Duration) {
    self.executable = executable
    self.arguments = arguments
    self.limit = limit
  }

  struct Result: Sendable {
    let status: Int32
    /// Standard output and standard error together.
    let output: String
  }

  /// Suspends until the program has ended, and kills it when its time is over.
  func run() async throws -> Result {
    let log = FileManager.default.temporaryDirectory.appendingPathComponent("\(UUID().uuidString).log")
    try Data().write(to: log)
    defer { try? FileManager.default.removeItem(at: log) }
    let handle = try FileHandle(forWritingTo: log)
    defer { try? handle.close() }

    let process = Process()
    process.executableURL = executable
    process.arguments = arguments
    process.environment = ProcessInfo.processInfo.environment.filter { Self.inherited.contains($0.key) }
    process.standardInput = FileHandle.nullDevice
    // A file takes everything; a pipe would have to be emptied while the program runs.
    process.standardOutput = handle
    process.standardError = handle

    let child = Child()
    // The limit on a compiler that hangs; nothing else waits for it.
    let overtime = Task {
      try await Task.sleep(for: limit)
      child.kill()
    }
    defer { overtime.cancel() }
    let status = try await withCheckedThrowingContinuation { (continuation: CheckedContinuation<Int32, any Error>) in
      process.terminationHandler = { process in
        child.hasEnded()
        continuation.resume(returning: process.terminationStatus)
      }
      do {
        try process.run()
        child.runs(as: process.processIdentifier)
      } catch {
        continuation.resume(throwing: error)
      }
    }
    let output = try String(decoding: Data(contentsOf: log), as: UTF8.self)
    if child.wasKilled { throw Overtime(command: self, output: output) }
    return Result(status: status, output: output)
  }

  /// What a compiler needs to know; nothing that a test's runner or a sanitizer adds to it.
  private static let inherited: Set<String> = ["PATH", "HOME", "TMPDIR", "LANG", "SDKROOT", "DEVELOPER_DIR", "TOOLCHAINS"]

  /// A program took longer than it may.
  struct Overtime: Error, CustomStringConvertible {
    let command: Command
    let output: String

    var description: String { "\(command.executable.lastPathComponent) took more than \(command.limit) and was killed\n\(output)" }
  }
}
