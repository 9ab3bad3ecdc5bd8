package import Foundation

/// A program that is run to its end, or to the end of its time.
package struct Command: Sendable {
  package let executable: URL
  package let arguments: [String]
  package let limit: Duration?
  /// The variables that it gets of this program's; nil for all.
  package let inherited: Set<String>?

  package init(_ executable: URL, _ arguments: [String], limit: Duration? = nil, inheriting inherited: Set<String>? = nil) {
    self.executable = executable
    self.arguments = arguments
    self.limit = limit
    self.inherited = inherited
  }

  package struct Result: Sendable {
    package let status: Int32
    /// Standard output and standard error.
    package let output: String
    package let errors: String
  }

  /// Suspends until the program has ended, and kills it when its time is over: a thread of the pool that waited would be missing to the tests
  /// beside this one.
  ///
  /// - Parameter isMerged: standard error goes where standard output goes, in the order in which they are written.
  package func run(merging isMerged: Bool = false) async throws -> Result {
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent("command-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    // Files take everything; pipes would have to be emptied while the program runs.
    let files = ["output", "errors"].map { folder.appendingPathComponent($0) }
    let handles = try files.map { file in
      try Data().write(to: file)
      return try FileHandle(forWritingTo: file)
    }
    defer { for handle in handles { try? handle.close() } }

    let process = Process()
    process.executableURL = executable
    process.arguments = arguments
    if let inherited { process.environment = ProcessInfo.processInfo.environment.filter { inherited.contains($0.key) } }
    process.standardInput = FileHandle.nullDevice
    process.standardOutput = handles[0]
    process.standardError = handles[isMerged ? 0 : 1]
    let (status, wasKilled) = try await end(of: process)
    let texts = try files.map { String(decoding: try Data(contentsOf: $0), as: UTF8.self) }
    if wasKilled { throw Overtime(command: self, output: texts[0]) }
    return Result(status: status, output: texts[0], errors: texts[1])
  }

  private func end(of process: Process) async throws -> (status: Int32, wasKilled: Bool) {
    let child = Child()
    // The limit on a program that hangs; nothing else waits for it.
    let overtime = limit.map { limit in
      Task {
        try await Task.sleep(for: limit)
        child.kill()
      }
    }
    defer { overtime?.cancel() }
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
    return (status, child.wasKilled)
  }

  /// A program took longer than it may.
  package struct Overtime: Error, CustomStringConvertible {
    let command: Command
    let output: String

    package var description: String {
      "\(command.executable.lastPathComponent) took more than \(command.limit ?? .zero) and was killed\n\(output)"
    }
  }
}
