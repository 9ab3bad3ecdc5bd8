import Foundation

/// A program of the package, built beside these tests.
struct Program: Sendable {
  let name: String

  struct Outcome: Sendable {
    let status: Int32
    let output: String
    let errors: String
  }

  func run(_ arguments: String...) throws -> Outcome {
    let process = Process()
    process.executableURL = Self.folder.appendingPathComponent(name)
    process.arguments = arguments
    process.standardInput = FileHandle.nullDevice
    let (output, errors) = (Pipe(), Pipe())
    process.standardOutput = output
    process.standardError = errors
    try process.run()
    // Standard error is short, and fits into its pipe until it is read.
    let text = output.fileHandleForReading.readDataToEndOfFile()
    let complaints = errors.fileHandleForReading.readDataToEndOfFile()
    process.waitUntilExit()
    return Outcome(
      status: process.terminationStatus, output: String(decoding: text, as: UTF8.self), errors: String(decoding: complaints, as: UTF8.self))
  }

  /// Where the products are: beside the test bundle.
  private static let folder: URL = {
    let bundle = Bundle(for: Marker.self).bundleURL
    return bundle.pathExtension == "xctest" ? bundle.deletingLastPathComponent() : bundle
  }()

  private final class Marker {}
}
