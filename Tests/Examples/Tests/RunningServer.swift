import Foundation
import GreetingServer
import Testing

/// The example server as a program that a test talks to, and ends.
final class RunningServer {
  let port: UInt16
  private let process = Process()
  /// What it prints goes to a file, which is looked at now and then: a pipe's handler may miss its end on Linux.
  private let file: URL

  /// Starts it, and suspends until it has said where it listens.
  init(_ arguments: String...) async throws {
    file = FileManager.default.temporaryDirectory.appendingPathComponent("greeting-server-\(UUID().uuidString)")
    try Data().write(to: file)
    process.executableURL = Program(name: "greeting-server").url
    process.arguments = arguments
    process.standardInput = FileHandle.nullDevice
    process.standardOutput = try FileHandle(forWritingTo: file)
    try process.run()
    let line = try await Self.firstLine(of: file)
    port = try #require(line.split(separator: ":").last.flatMap { UInt16($0) }, "\(line)")
  }

  deinit {
    if process.isRunning { process.terminate() }
    try? FileManager.default.removeItem(at: file)
  }

  private static func text(of file: URL) throws -> String { String(decoding: try Data(contentsOf: file), as: UTF8.self) }

  private static func firstLine(of file: URL) async throws -> Substring {
    try await wait(until: "the server says where it listens") { try text(of: file).contains("\n") }
    return try text(of: file).prefix { $0 != "\n" }
  }

  /// Suspends until it has printed this text.
  func waits(for text: String) async throws {
    try await Self.wait(until: "the server prints '\(text)'") { try Self.text(of: file).contains(text) }
  }

  /// Sends SIGTERM; suspends until it has ended, and answers with what it printed.
  func terminate() async throws -> (status: Int32, output: String) {
    process.terminate()
    try await Self.wait(until: "the server ends") { !process.isRunning }
    return (process.terminationStatus, try Self.text(of: file))
  }

  private static func wait(until what: String, _ condition: () throws -> Bool) async throws {
    let end = ContinuousClock.now + .seconds(60)
    while try !condition() {
      if ContinuousClock.now > end { throw TimedOut(what: what) }
      try await Task.sleep(for: .milliseconds(10))
    }
  }

  private struct TimedOut: Error {
    let what: String
  }
}
