import Foundation
import GreetingServer
import Testing

/// The example server as a program that a test talks to, and ends.
final class RunningServer {
  let port: UInt16
  private let process: Process
  private var output: AsyncStream<Data>.Iterator
  private var ended: AsyncStream<Int32>.Iterator

  /// Starts it, and suspends until it has said where it listens.
  init(_ arguments: String...) async throws {
    let (data, dataContinuation) = AsyncStream.makeStream(of: Data.self)
    let (ended, endedContinuation) = AsyncStream.makeStream(of: Int32.self)
    let pipe = Pipe()
    pipe.fileHandleForReading.readabilityHandler = { handle in
      let data = handle.availableData
      dataContinuation.yield(data)
      guard data.isEmpty else { return }
      handle.readabilityHandler = nil
      dataContinuation.finish()
    }
    process = Process()
    process.executableURL = Program(name: "greeting-server").url
    process.arguments = arguments
    process.standardInput = FileHandle.nullDevice
    process.standardOutput = pipe
    process.terminationHandler = { endedContinuation.yield($0.terminationStatus) }
    try process.run()

    output = data.makeAsyncIterator()
    self.ended = ended.makeAsyncIterator()
    var line = ""
    while !line.hasSuffix("\n"), let data = await output.next() { line += String(decoding: data, as: UTF8.self) }
    port = try #require(line.split(separator: ":").last.flatMap { UInt16($0.dropLast()) }, "\(line)")
  }

  deinit { if process.isRunning { process.terminate() } }

  /// Suspends until it has printed a line with this text.
  func waits(for text: String) async throws {
    var printed = ""
    while !printed.contains(text) { printed += String(decoding: try #require(await output.next()), as: UTF8.self) }
  }

  /// Sends SIGTERM; suspends until it has ended, and answers with what it printed since it listens.
  func terminate() async -> (status: Int32?, output: String) {
    process.terminate()
    var text = ""
    while let data = await output.next() { text += String(decoding: data, as: UTF8.self) }
    return (await ended.next(), text)
  }
}
